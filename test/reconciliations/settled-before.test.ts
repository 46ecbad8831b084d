/** Days that were closed in part are reconciled again: what is settled is compared, and settled no second time. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startBank } from '../support/bank.ts'
import { orderOf } from '../support/bank-files.ts'
import { makeColleague } from '../support/colleagues.ts'
import { assertProblem } from '../support/problems.ts'
import { bankDay, DEMO_BANK } from './bank-day.ts'
import { openReconcilingShop } from './reconciling-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const PATH = '/reconciliations'
const { shop, start, aDay, sendFile, apart, period, until } = await openReconcilingShop()
const bank = await startBank({ port: shop.vezne.config.ports.bank })
after(async () => {
  await shop.vezne.stop()
  await bank.stop()
})

test('what is settled already hinders no second reconciliation of its days, which settles the rest and nothing twice', async () => {
  const { begun, ids, bank_transactions } = await aDay()
  const before = await start({ ...begun, bank_transactions }) // before anything is settled: one of the two is refused
  const first = await start({ ...begun, bank_transactions })
  const close = (id: string) => shop.call('POST', `${PATH}/${id}/finalize`, { force_partial: true })
  assert.equal((await close(first.body.id)).status, 200)
  await assertProblem(await close(before.body.id), 'invalid_state_transition')
  const counts = (body: Row) => [
    [body.total_db_transactions, body.total_db_amount, body.total_bank_transactions, body.total_bank_amount],
    [body.matched_count, body.amount_mismatch_count, body.orphan_db_count, body.orphan_bank_count],
  ]

  // The bank lists the settled one again, the second as we have it, and the third not.
  const corrected = [bank_transactions[0], { ...bank_transactions[1], amount: 11_000 }]
  const second = await start({ ...begun, bank_transactions: corrected })
  assert.deepEqual(counts(second.body), [
    [4, 46_000, 2, 21_000],
    [2, 0, 2, 0],
  ])
  const again = second.body.details.find((d: Row) => d.transaction_id === ids[0])
  assert.deepEqual([again.detail_status, again.reason], ['auto_matched', 'settled before'])
  assert.equal((await close(second.body.id)).status, 200)

  // The bank lists neither of the settled ones any more: they are no orphans.
  const third = await start({ ...begun, bank_transactions: bank_transactions.slice(2, 3) })
  assert.deepEqual(counts(third.body), [
    [2, 25_000, 1, 12_000],
    [0, 0, 1, 0],
  ])
  const self = await start(begun)
  assert.deepEqual(counts(self.body), [
    [2, 25_000, 0, 0],
    [2, 0, 0, 0],
  ])
  assert.equal((await shop.call('POST', `${PATH}/${self.body.id}/finalize`)).body.overall_status, 'completed')
  const settled = await shop.rows(
    'select payment_id, reconciliation_id from reconciled_payments where payment_id = any($1) order by payment_id',
    [ids],
  )
  const by = new Map(settled.map((row) => [row.payment_id, row.reconciliation_id]))
  assert.deepEqual(
    ids.map((id) => by.get(id)),
    [first, second, self, self].map(({ body }) => body.id),
  )
})

test('nobody settles by a check of his own what is open in the bank’s file; a file for which nobody vouches hinders nobody', async () => {
  await apart()
  const begun = period()
  const connector_config_id = await shop.configurationOf(DEMO_BANK.code)
  const extra_properties = { connector_configuration_id: connector_config_id }
  const [listed, missing] = [await shop.sell({ extra_properties }), await shop.sell({ extra_properties })]
  const gross = (await shop.read(listed)).amount
  const { file, query } = bankDay({
    rows: [{ order: orderOf(listed), id: 'T-1', gross }],
    at: shop.vezne.runtime.clock.ms() + 1_000,
  })
  const typed = await sendFile(file, query, (await makeColleague(shop.vezne, ['pos-admin'])).token)
  assert.deepEqual([typed.status, typed.body.status], [201, 'waiting'])
  const self = async () => {
    const { status, body, text } = await start({
      scope: 'connector',
      merchant_id: undefined,
      connector_config_id,
      ...begun,
      ...until(),
    })
    assert.equal(status, 201, text)
    assert.equal(body.details.filter(({ transaction_id }: Row) => [listed, missing].includes(transaction_id)).length, 2)
    return () => shop.call('POST', `${PATH}/${body.id}/finalize`, { force_partial: true })
  }
  const check = await self()
  const sent = await sendFile(file, query)
  assert.equal(sent.status, 200, sent.text) // the same bytes, by the bank’s own key
  const refused = await check()
  await assertProblem(refused, 'invalid_state_transition')
  assert.match(refused.body.detail, new RegExp(`^2 of its .*${sent.body.reconciliation_id}`))
  const closed = await shop.call('POST', `${PATH}/${sent.body.reconciliation_id}/finalize`, { force_partial: true })
  assert.equal(closed.status, 200, closed.text)
  await assertProblem(await check(), 'invalid_state_transition') // one of them is settled
  assert.equal((await shop.read(missing)).settlement_date, null)
})
