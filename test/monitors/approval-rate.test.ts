/** A bank that declines more than it usually does is found, told once by every channel, and its end is told. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBy } from '../support/hook-shop.ts'
import { CALM_MS, MAILBOX, MINUTE_MS, monitorsOf } from '../support/monitors.ts'
import { CARDS } from '../support/payments.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000
const shop = useShop()
const monitors = monitorsOf(() => shop.vezne)

const sell = async (times: number): Promise<void> => {
  for (let at = 0; at < times; at++) await shop.sell()
}
const decline = async (times: number): Promise<void> => {
  for (let at = 0; at < times; at++)
    assert.equal(
      (
        await shop.call('POST', '/payments', {
          amount: { amount: 15_000, currency: 'TRY' },
          installment: 1,
          card: { holder_name: 'Ayşe', number: CARDS.declined, expire_month: '12', expire_year: '2030', cvv: '000' },
        })
      ).status,
      422,
    )
}

test('a drop against the days before: once at the webhook, the chat and the mailbox, and its end', async () => {
  const set = { key: 'monitors.approval_payments_min', value: '6', scope: 'tenant' }
  assert.equal((await shop.call('POST', '/settings', set)).status, 201)
  const hook = await monitors.add()
  await monitors.add({ kind: 'slack', language: 'tr' })
  const mail = await monitors.add({ kind: 'mail', address: MAILBOX })
  assert.equal(mail.address, 'n…@shop.example')
  assert.equal(hook.address, `${monitors.target.origin}/…`)

  await sell(6)
  await shop.vezne.moveClock(DAY_MS)
  await decline(4)
  await sell(2)
  await shop.vezne.moveClock(MINUTE_MS)
  const finding = await monitors.found('approval_rate_dropped')
  assert.equal(finding.severity, 'critical')
  assert.deepEqual([finding.facts.rate, finding.facts.usual, finding.facts.payments], [33.3, 100, 6])

  await until(
    'all are told',
    () => monitors.told('/webhook').length > 0 && monitors.told('/slack').length > 0 && monitors.mails().length > 0,
  )
  const [told] = monitors.told('/webhook')
  assert.deepEqual(
    [told.type, told.finding.id, told.finding.kind],
    ['monitor.finding_opened', finding.id, finding.kind],
  )
  assert.ok(isBy(hook.secret, monitors.requests('/webhook')[0]!))
  const [chat] = monitors.told('/slack')
  assert.match(chat.text, /^Kritik: .* onay oranı düştü$/)
  assert.match(chat.blocks[1].text.text, /yüzde 33.3 /)
  assert.match(monitors.mails()[0]!.subject, /^Critical: The approval rate of .* has dropped$/)
  assert.match(monitors.mails()[0]!.text, /approval-rate-low\.md/)

  // It goes on, and is not told again.
  await shop.vezne.moveClock(5 * MINUTE_MS)
  await until('it was looked at again', async () => {
    const [row] = await shop.rows('select seen_at > since as again from monitor_findings where id = $1', [finding.id])
    return row.again
  })
  // An hour later nothing of it is in the last hour.
  await shop.vezne.moveClock(60 * MINUTE_MS)
  await shop.vezne.moveClock(CALM_MS)
  const over = await monitors.found('approval_rate_dropped', false)
  assert.equal(over.id, finding.id)
  await until('the end is told', () => monitors.told('/webhook').length === 2 && monitors.mails().length === 2)
  assert.equal(monitors.told('/webhook')[1].type, 'monitor.finding_ended')
  assert.match(monitors.mails()[1]!.subject, /^Over: The approval rate/)
  await until('the chat, too', () => monitors.told('/slack').length === 2)
})

test('another tenant, a merchant and no token see nothing of it', async () => {
  const other = await monitors.findings('', 'tenant-demo')
  assert.equal(other.filter(({ kind }) => kind === 'approval_rate_dropped').length, 0)
  assert.deepEqual((await monitors.call('GET', '/channels', undefined, 'tenant-demo')).body.items, [])
  const [{ id }] = (await monitors.call('GET', '/channels')).body.items
  assert.equal((await monitors.call('DELETE', `/channels/${id}`, undefined, 'tenant-demo')).status, 404)
  assert.equal((await monitors.call('POST', `/channels/${id}/test`, undefined, 'master')).status, 404)
  const pos = await shop.vezne.token('pos', 'tenant-demo')
  assert.equal((await shop.vezne.request('identity', 'GET', '/api/v1/monitors/findings', { token: pos })).status, 403)
})
