/** A bank's file names payments by the references that were derived from their keys; an order that a restore has lost is counted apart. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { startBank } from '../support/bank.ts'
import { paymentBody } from '../support/payments.ts'
import { bankDay, DEMO_BANK } from './bank-day.ts'
import { openReconcilingShop } from './reconciling-shop.ts'

const { shop, sendFile, apart } = await openReconcilingShop()
const bank = await startBank({ port: shop.vezne.config.ports.bank })
after(async () => {
  await shop.vezne.stop()
  await bank.stop()
})

test('rows with derived references are matched with their payments; what nobody has is found of the lost time', async () => {
  await apart()
  const connector_configuration_id = await shop.configurationOf(DEMO_BANK.code)
  const body = paymentBody({ extra_properties: { connector_configuration_id } })
  const paid = await shop.call('POST', '/payments', body, { 'idempotency-key': randomUUID() })
  assert.equal(paid.status, 200, paid.text)
  const id = paid.body.transaction_id
  const [{ key_reference }] = await shop.rows('select key_reference from payments where id = $1', [id])
  const order = `K${key_reference.replaceAll('-', '')}01`
  assert.equal((await bank.control.order(DEMO_BANK.storeId ?? '', order)).net, 15_000)

  const history = await shop.call('GET', `/payments/${id}/query?order_id=${order}`)
  assert.equal(history.status, 200, history.text)
  const others = `K${key_reference.slice(0, 4)}${randomUUID().replaceAll('-', '').slice(4)}01`
  assert.equal((await shop.call('GET', `/payments/${id}/query?order_id=${others}`)).status, 404)

  await shop.own(
    `insert into restores (reason, system, database_oid, timeline, lost_since, lost_until, finished, finished_by, asks_banks_until)
     select 'older_state', system, database_oid, timeline, now() - interval '1 hour', now() + interval '1 hour', now(), 'test', now() from database_identity`,
    [],
  )
  const gross = 15_000
  const rows = [
    { order, id: 'T-1', gross },
    { order: others, id: 'T-2', gross: 7_000 },
    { order: `V${randomUUID().replaceAll('-', '')}01`, id: 'T-3', gross: 8_000 },
    { order: 'A-1', id: 'T-4', gross: 9_000 }, // made at the bank itself
  ]
  const { file, query } = bankDay({ rows, at: shop.vezne.runtime.clock.ms() + 1_000 })
  const sent = await sendFile(file, query)
  assert.equal(sent.status, 201, sent.text)
  const { body: result } = await shop.call('GET', `/reconciliations/${sent.body.reconciliation_id}`)
  const ours = result.details.filter(
    ({ transaction_id, kind }: Record<string, string>) => transaction_id === id && kind === 'movement',
  )
  assert.deepEqual(
    ours.map(({ detail_status }: Record<string, string>) => detail_status),
    ['auto_matched'],
    JSON.stringify(ours),
  )
  const found = await shop.rows(
    `select amount_minor::int as amount, found_by, outcome from restore_findings where kind = 'payment' order by 1`,
    [],
  )
  assert.deepEqual(
    found,
    [7_000, 8_000].map((amount) => ({ amount, found_by: 'bank_file', outcome: 'listed' })),
  )
})
