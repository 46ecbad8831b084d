/** Card and tax numbers of transfers, good ones and bad ones, paid and refused: the scan at the end of the run finds none of them in clear. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTaxId } from '../../../src/core/tax-id.ts'
import { RECEIVERS, startLoadTeam } from '../../support/load-team.ts'
import { startReceiver } from '../../support/receiver.ts'
import { noteKnown } from '../../support/seen.ts'
import { use } from '../../support/use.ts'
import { hasCheckDigit } from './shapes.ts'

const team = use(startLoadTeam)

const randomDigits = (count: number): string =>
  Array.from({ length: count }, (_, at) => Math.floor(Math.random() * (at === 0 ? 9 : 10)) + (at === 0 ? 1 : 0)).join(
    '',
  )
const canaryCard = (): string => {
  const body = `400684${randomDigits(9)}`
  const digits = [...'0123456789'].map((last) => body + last).find(hasCheckDigit) as string
  noteKnown('card', digits)
  return digits
}
/** One digit more, and no check digit. */
const longerCard = (): string => {
  const body = canaryCard()
  return [...'0123456789'].map((last) => body + last).find((digits) => !hasCheckDigit(digits)) as string
}
const canaryTaxId = (isGood = true): string => {
  for (;;) {
    const digits = randomDigits(11)
    if (isTaxId(digits) !== isGood) continue
    noteKnown('secret', digits)
    return digits
  }
}
const toCard = (card_number: unknown, change: object = {}) =>
  team.item('', {
    transfer_type: 'credit_card',
    recipient: { holder_name: 'Ayşe', card_details: { card_number }, tax_id: canaryTaxId() },
    ...change,
  })

test('created, approved, sent and announced: to a card, with a tax number', async () => {
  const receiver = await startReceiver()
  await team.call('admin', 'POST', '/webhooks', { url: `${receiver.origin}/hook`, events: '*' })
  const cents = (last: number) => ({ amount: { value: 10_000 + last, currency_code: 'TRY' } })
  const ids = await team.create([
    toCard(canaryCard()),
    // Refused, silent and failing at the bank, by the last digits of the amount.
    ...[3, 7, 10].map((last) => toCard(canaryCard(), cents(last))),
    team.item(RECEIVERS.completes, {
      recipient: { iban: RECEIVERS.completes, holder_name: 'Ayşe', tax_id: canaryTaxId() },
    }),
  ])
  assert.equal((await team.bulk('checker', 'approve', { transfer_ids: ids })).body.total_approved, ids.length)
  assert.equal((await team.bulk('sender', 'send', { transfer_ids: ids })).body.total_sent, ids.length)
  await team.settle(60_000)
  assert.deepEqual(await team.differences(), [])
  await receiver.until(2 * ids.length)
  for (const path of ['/transfers', ...ids.map((id) => `/transfers/${id}`)])
    assert.equal((await team.call('maker', 'GET', path)).status, 200)
  await receiver.close()
})

test('refused: malformed, in the wrong member, repeated', async () => {
  const create = async (...items: object[]) => {
    const answer = await team.bulk('maker', 'create', { items })
    assert.ok(answer.status >= 400, answer.text)
  }
  await create(toCard(longerCard()))
  await create(toCard(Number(canaryCard())))
  await create(toCard(canaryCard().replace(/(.{4})(?=.)/g, '$1 ')))
  await create(toCard(canaryCard(), { transfer_type: 'fast' }))
  await create(toCard(canaryCard(), { recipient: { iban: canaryCard(), holder_name: canaryCard() } }))
  await create(toCard(canaryCard(), { source_account_id: canaryCard() }))
  await create(toCard(canaryCard(), { amount: { value: 0, currency_code: 'TRY' } }))
  const bad = { recipient: { iban: RECEIVERS.completes, holder_name: 'Ayşe', tax_id: canaryTaxId(false) } }
  await create(team.item(RECEIVERS.completes, bad))
  await team.bulk('maker', 'approve', { transfer_ids: [canaryCard()] })
  await team.call('maker', 'GET', `/transfers/${canaryCard()}`)
  await team.call('maker', 'GET', `/transfers?search_term=${canaryCard()}&iban=${canaryCard()}`)
})
