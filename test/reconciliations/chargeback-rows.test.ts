/** Chargebacks in a bank's file open and end by themselves, once; what cannot stands on the list of the reconciliation. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startBank } from '../support/bank.ts'
import { orderOf } from '../support/bank-files.ts'
import { chargebacksOf } from '../support/chargebacks.ts'
import { assertProblem } from '../support/problems.ts'
import { until } from '../support/until.ts'
import { type BankRow, bankDay, DEMO_BANK } from './bank-day.ts'
import { openReconcilingShop } from './reconciling-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const { shop, sendFile, resolve } = await openReconcilingShop()
const bank = await startBank({ port: shop.vezne.config.ports.bank })
const extra_properties = { connector_configuration_id: await shop.configurationOf(DEMO_BANK.code) }
after(async () => {
  await shop.vezne.stop()
  await bank.stop()
})
const { open, put, eventsOf } = chargebacksOf(() => shop)
const sell = () => shop.sell({ extra_properties })
const amountOf = async (id: string): Promise<number> => (await shop.read(id)).amount
const ofPayment = async (id: string) =>
  (await shop.call('GET', `/chargebacks?transaction_id=${id}`)).body.items as {
    id: string
    status: string
    amount: number
  }[]

let number = 0
const send = async (rows: BankRow[]) => {
  const { file, query } = bankDay({ rows, at: shop.vezne.runtime.clock.ms(), number: ++number })
  const answer = await sendFile(file, query)
  assert.equal(answer.status, 201, answer.text)
  const { body } = await shop.call('GET', `/reconciliations/${answer.body.reconciliation_id}`)
  return { ...body, chargebacks: body.details.filter((each: Row) => each.kind === 'chargeback') }
}
const claim = (id: string, reference: string, gross: number): BankRow => ({
  order: orderOf(id),
  id: reference,
  gross: -gross,
  kind: 'CHARGEBACK',
})
const back = (id: string, reference: string, gross: number): BankRow => ({
  order: orderOf(id),
  id: reference,
  gross,
  kind: 'CHARGEBACK_REVERSAL',
})

test('opened once a reference, blocks refunds, and is won by its reversal', async () => {
  const [id, other, entered] = [await sell(), await sell(), await sell()]
  const amount = await amountOf(id)
  const byPerson = await open(entered, { amount: 500, bank_reference_no: 'CB-3' })
  const first = await send([
    claim(id, 'CB-1', amount),
    claim(id, 'CB-1', amount), // told twice in one file
    claim(other, 'CB-2', 700),
    back(other, 'CB-2R', 700),
    claim(entered, 'CB-3', 500),
  ])
  assert.deepEqual(first.chargebacks, [])
  assert.deepEqual(
    (await ofPayment(id)).map(({ status, amount: of }) => [status, of]),
    [['opened', amount]],
  )
  assert.deepEqual(
    (await ofPayment(other)).map(({ status }) => status),
    ['won'],
  )
  assert.deepEqual(
    (await ofPayment(entered)).map((each) => each.id),
    [byPerson.id],
  )
  await assertProblem(await shop.follow(id, 'refund'), 'refund_not_allowed')
  const chargeback = (await ofPayment(id))[0]!.id
  assert.deepEqual(
    (await eventsOf(chargeback)).map(({ type }) => type),
    ['chargeback.opened'],
  )

  const second = await send([claim(id, 'CB-1', amount), back(id, 'CB-1R', amount), back(id, 'CB-1R', amount)])
  assert.deepEqual(second.chargebacks, [])
  assert.deepEqual(
    (await ofPayment(id)).map(({ status }) => status),
    ['won'],
  )
  assert.deepEqual(
    (await eventsOf(chargeback)).map(({ type }) => type),
    ['chargeback.opened', 'chargeback.resolved'],
  )
})

test('what cannot be opened or ended stands on the list, with its reason', async () => {
  const [failed, busy, lost] = [await sell(), await sell(), await sell()]
  assert.equal((await shop.follow(failed, 'void')).status, 200)
  await open(busy, { amount: 100 })
  const { id: gone } = await open(lost, { amount: 100 })
  assert.equal((await put(gone, { action: 'lose' })).status, 204)
  const { chargebacks, id, orphan_bank_count } = await send([
    claim(failed, 'CB-10', 100),
    claim(busy, 'CB-11', 200),
    back(lost, 'CB-12', 100),
    back(busy, 'CB-13', 99),
    { order: 'NOT-OURS', id: 'CB-14', gross: -1_200, kind: 'CHARGEBACK' },
    claim(lost, 'CB-1', 100),
  ])
  const shown = chargebacks.map((d: Row) => [d.bank_transaction_id, d.transaction_id, d.bank_amount, d.bank_status])
  assert.deepEqual(shown, [
    ['CB-10', failed, 100, 'chargeback'],
    ['CB-11', busy, 200, 'chargeback'],
    ['CB-12', lost, 100, 'chargeback_reversal'],
    ['CB-13', busy, 99, 'chargeback_reversal'],
    ['CB-14', null, 1_200, 'chargeback'],
    ['CB-1', lost, 100, 'chargeback'],
  ])
  for (const [at, words] of [
    /canceled/,
    /open/,
    /was lost/,
    /is about 100/,
    /names no payment/,
    /another payment/,
  ].entries())
    assert.match(chargebacks[at].reason, words)
  assert.ok(chargebacks.every((d: Row) => d.discrepancy === 'orphan_bank' && d.detail_status === 'pending'))
  assert.equal(orphan_bank_count, 6)
  // Resolved like any other row, and it settles no payment.
  await assertProblem(await shop.call('POST', `/reconciliations/${id}/finalize`), 'invalid_state_transition')
  for (const detail of chargebacks)
    assert.equal((await resolve(id, detail.id, { action: 'mark_matched' })).body.detail_status, 'resolved')
  assert.equal((await shop.call('POST', `/reconciliations/${id}/finalize`, { force_partial: true })).status, 200)
  for (const payment of [failed, busy, lost]) assert.equal((await shop.read(payment)).settlement_date, null)
})

test('a bank says nothing of the payments of another one, and what it says again takes no money twice', async () => {
  const [mine, elsewhere] = [await sell(), await shop.sell()]
  const amount = await amountOf(mine)
  await open(elsewhere.toUpperCase(), { amount: 300 })
  const settle = async (reconciliation: string) => {
    assert.equal(
      (await shop.call('POST', `/reconciliations/${reconciliation}/finalize`, { force_partial: true })).status,
      200,
    )
    await until('its settlements are made', async () => {
      const [run] = await shop.rows('select stage from settlement_runs where reconciliation_id = $1', [reconciliation])
      return run?.stage === 'done'
    })
  }
  const sold = { order: orderOf(mine), id: 'T-M', gross: amount }
  const first = await send([
    sold,
    claim(mine, 'CB-M', 400),
    back(elsewhere, 'CB-ER', 300),
    claim(elsewhere, 'CB-E', 200),
  ])
  assert.deepEqual(
    first.chargebacks.map((row: Row) => row.reason),
    Array(2).fill('the payment is one of another bank'),
  )
  assert.deepEqual((await ofPayment(elsewhere))[0]!.status, 'opened')
  await settle(first.id)
  const taken = { order: orderOf(mine), id: 'T-MV', gross: -amount, kind: 'VOID_AFTER' as const }
  for (const rows of [
    [claim(mine, 'CB-M', 400), taken],
    [claim(mine, 'CB-M', 400), taken, claim(mine, 'CB-N', 50)],
  ]) {
    const sent = await send(rows)
    const accept = { action: 'accept_bank' } // by a person's word: the bank took back a sale that is settled, and opened a second chargeback
    for (const detail of sent.details.filter((each: Row) => each.transaction_id === mine && each.kind !== 'commission'))
      assert.equal((await resolve(sent.id, detail.id, accept)).body.detail_status, 'resolved')
    await settle(sent.id)
  }
  const lines = await shop.rows(
    `select payment_id, kind, gross from settlement_lines where payment_id = any($1) and kind <> 'sale' order by kind, gross`,
    [[mine, elsewhere]],
  )
  assert.deepEqual(lines, [
    { payment_id: mine, kind: 'chargeback', gross: -400 },
    { payment_id: mine, kind: 'chargeback', gross: -50 },
    { payment_id: mine, kind: 'void', gross: -amount },
  ])
})
