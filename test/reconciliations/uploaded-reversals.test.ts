/** With chargebacks.four_eyes a file that only a key vouches for wins no chargeback: whoever knows its secret can have written it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startBank } from '../support/bank.ts'
import { orderOf } from '../support/bank-files.ts'
import { chargebacksOf } from '../support/chargebacks.ts'
import { LOAD_TENANT } from '../support/load-team.ts'
import { assertProblem } from '../support/problems.ts'
import { tokenOf } from '../support/tenants.ts'
import { bankDay, DEMO_BANK } from './bank-day.ts'
import { openReconcilingShop } from './reconciling-shop.ts'

const { shop, sendFile } = await openReconcilingShop()
const bank = await startBank({ port: shop.vezne.config.ports.bank })
const extra_properties = { connector_configuration_id: await shop.configurationOf(DEMO_BANK.code) }
after(async () => {
  await shop.vezne.stop()
  await bank.stop()
})
const tenant = { id: LOAD_TENANT, slug: 'tenant-load' }
const { open, read } = chargebacksOf(() => shop)
const switched = await shop.call('POST', '/settings', { key: 'chargebacks.four_eyes', value: 'true' })
assert.equal(switched.status, 201, switched.text)

const opened = async () => {
  const sale = await shop.sell({ extra_properties, card: { expire_year: '2099' } })
  const { amount } = await shop.read(sale)
  return { sale, amount, id: (await open(sale, { amount })).id }
}
let number = 0
/** Told twice in one file, and in another one. */
const send = async ({ sale, amount }: Awaited<ReturnType<typeof opened>>, token: string): Promise<string> => {
  const row = { order: orderOf(sale), id: `R-${sale}`, gross: amount, kind: 'CHARGEBACK_REVERSAL' as const }
  const { file, query } = bankDay({ rows: [row, row], at: shop.vezne.runtime.clock.ms(), number: ++number })
  const sent = await sendFile(file, query, token)
  assert.equal(sent.status, 201, sent.text)
  const { details } = (await shop.call('GET', `/reconciliations/${sent.body.reconciliation_id}`)).body
  assert.deepEqual(
    details.filter(({ kind }: { kind: string }) => kind === 'chargeback'),
    [],
  )
  return sent.body.id
}
const stands = async (id: string) => {
  const { status, awaits } = await read(id)
  return [status, awaits]
}
const win = (token: string, id: string) =>
  shop.vezne.request('cards', 'PUT', `/api/v1/chargebacks/${id}/status`, { token, body: { status: 'won' } })

test('its word waits for a person who does not know the secret, and the payment stays blocked until then', async () => {
  const uploader = await tokenOf(shop.vezne, tenant, ['reconciliation-uploader'])
  const maker = await tokenOf(shop.vezne, tenant, ['pos-admin'])
  await shop.own(
    `update clients set accountable = (select array_agg(client_id) from clients where tenant_id = $1 and roles <@ $2)
      where tenant_id = $1 and roles <@ $2`,
    [LOAD_TENANT, ['reconciliation-uploader', 'pos-admin']],
  )
  shop.vezne.runtime.notifications.publish('realms', LOAD_TENANT)
  const other = await tokenOf(shop.vezne, tenant, ['pos-operator'])
  const chargeback = await opened()
  for (let times = 0; times < 2; times++) {
    await send(chargeback, uploader)
    assert.deepEqual(await stands(chargeback.id), ['opened', 'won'])
  }
  await assertProblem(await shop.follow(chargeback.sale, 'refund'), 'refund_not_allowed')
  await assertProblem(await win(maker, chargeback.id), 'four_eyes_violation')
  assert.equal((await win(other, chargeback.id)).status, 204)
  assert.deepEqual(await stands(chargeback.id), ['won', null])
})

test('a file that a second person compared with the bank’s ends what a key asked for', async () => {
  const [uploader, first, second] = [
    await tokenOf(shop.vezne, tenant, ['reconciliation-uploader']),
    await tokenOf(shop.vezne, tenant, ['pos-admin']),
    await tokenOf(shop.vezne, tenant, ['pos-admin']),
  ]
  const chargeback = await opened()
  await send(chargeback, uploader)
  const file = await send(chargeback, first)
  assert.deepEqual(await stands(chargeback.id), ['opened', 'won'])
  const path = `/api/v1/reconciliations/files/${file}/confirm`
  const confirmed = await shop.vezne.request('cards', 'POST', path, { token: second })
  assert.equal(confirmed.status, 200, confirmed.text)
  assert.deepEqual(await stands(chargeback.id), ['won', null])
})
