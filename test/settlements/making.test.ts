/** Settlements make themselves of the bank's days: commission, installments and value dates, what goes back, what is carried over, and late files. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeSettlements } from '../../src/settlements/making/make-settlements.ts'
import { assertProblem } from '../support/problems.ts'
import { BANK_MERCHANT, openBankDays } from './bank-day.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const days = await openBankDays()
const { shop, bank, sell, send, finalize, resolve, linesOf, settle, balance, merchant, configuration, orderOf } = days
after(() => days.stop())

const accounts = async () => ({
  merchant: await balance(`merchant:${merchant}`),
  bank: await balance(`bank:${configuration}`),
})
const eventsOf = async (id: string) =>
  (await shop.rows('select type from events where resource_id = $1 order by sequence', [id])).map(({ type }) => type)

let first: Row
test('a day of sales in parts, a refund and a void: one settlement, as the bank counts', async () => {
  const single = await sell(10_000)
  await sell(14_990, { installment: 3 })
  const refunded = await sell(20_000)
  assert.equal((await shop.follow(refunded, 'refund', { amount: 5_000 })).status, 200)
  const voided = await sell(7_000)
  assert.equal((await shop.follow(voided, 'void')).status, 200)
  await bank.control.endDay()
  const reconciliation = await send()
  const made = await finalize(reconciliation)
  assert.equal(made.length, 1)
  ;[first] = made
  const lines = await linesOf(first.id)
  assert.deepEqual(
    lines.map((line) => [line.kind, line.installment, line.gross, line.net]).toSorted((a, b) => b[2] - a[2]),
    [
      ['sale', 1, 20_000, 19_288],
      ['sale', 1, 10_000, 9_644],
      ['sale', 1, 4_998, 4_820],
      ['sale', 2, 4_996, 4_818],
      ['sale', 3, 4_996, 4_818],
      ['refund', 1, -5_000, -4_822],
    ],
  )
  assert.deepEqual(
    [first.gross_amount, first.refund_amount, first.bank_commission, first.platform_commission, first.net_amount],
    [44_990, 5_000, 356 + 534 + 712 - 178, 0, 44_990 - 5_000 - 1_424],
  )
  assert.deepEqual([first.transaction_count, first.refund_count, first.payout_amount], [3, 1, first.net_amount])
  assert.deepEqual([first.connector_config_id, first.status, first.is_correction], [configuration, 'pending', false])
  assert.equal(first.value_dates.length, 3)
  assert.equal(
    first.value_dates.reduce((sum: number, { amount }: Row) => sum + amount, 0),
    first.net_amount,
  )
  assert.deepEqual(await eventsOf(first.id), ['settlement.created'])
  assert.equal((await shop.read(single)).settlement_date !== null, true)
  // What the bank owes is what the merchant is owed, and as much as the bank's own books have.
  assert.deepEqual(await accounts(), { merchant: -first.net_amount, bank: first.net_amount })
  const { balances } = await bank.control.balances()
  assert.equal(balances[`${BANK_MERCHANT}/TRY/blocked_receivable`], first.net_amount)
})

test('paid: the books are even, and nothing of it can be written again', async () => {
  await settle(first.id, { bank_reference: 'EFT-1' })
  assert.deepEqual(await accounts(), { merchant: 0, bank: 0 })
  assert.equal(await balance(`payout:${configuration}`), 0)
  const change = (sql: string) =>
    shop.vezne.runtime.db.transaction({ as: 'platform' }, (tx) => tx.execute(sql, [first.id]))
  await assert.rejects(change('update settlement_entries set amount = 1 where settlement_id = $1'), /permission denied/)
  await assert.rejects(change('delete from settlement_lines where reconciliation_id = $1'), /permission denied/)
})

test('a day below zero is carried to the next one; a chargeback takes the gross amount and leaves the commission', async () => {
  const sold = await sell(30_000)
  await bank.control.endDay()
  const [before] = await finalize(await send())
  assert.equal((await shop.follow(sold, 'refund')).status, 200)
  await bank.control.endDay()
  const [below] = await finalize(await send())
  assert.ok(before.is_correction && below.is_correction, 'files of a day that is settled correct it')
  assert.deepEqual([below.gross_amount, below.refund_amount, below.bank_commission], [0, 30_000, -1_068])
  assert.deepEqual([below.net_amount, below.payout_amount, below.carried_out], [-28_932, 0, -28_932])
  const disputed = await sell(50_000)
  await bank.control.call('POST', '/disputes', { merchant: BANK_MERCHANT, order_id: orderOf(disputed), amount: 4_000 })
  await bank.control.endDay()
  const reconciliation = await send()
  const [next] = await finalize(reconciliation, { force_partial: true })
  assert.deepEqual([next.chargeback_amount, next.refund_amount, next.bank_commission], [4_000, 4_000, 1_780])
  assert.deepEqual(
    [next.net_amount, next.carried_in, next.payout_amount, next.carried_out],
    [44_220, -28_932, 15_288, 0],
  )
  for (const { id } of [before, below, next]) await settle(id)
  // What is disputed is withheld until it is decided.
  assert.deepEqual(await accounts(), { merchant: -4_000, bank: 4_000 })
  assert.equal(await balance(`payout:${configuration}`), 0)
})

test('lies that a person resolved: the amount of the bank, ours, or nothing; doubled rows count once', async () => {
  const [off, ours, twice] = [await sell(1_000), await sell(2_000), await sell(3_000, { installment: 2 })]
  const kinds = [
    ['amount_off', off],
    ['amount_off', ours],
    ['double_row', twice],
  ] as const
  for (const [kind, id] of kinds) await bank.control.arm({ kind, match: { order_id: orderOf(id) } })
  await bank.control.endDay()
  const reconciliation = await send()
  const { details } = (await shop.call('GET', `/reconciliations/${reconciliation}`)).body
  const offBy = details.find((row: Row) => row.transaction_id === off).bank_amount - 1_000
  assert.notEqual(offBy, 0)
  await resolve(reconciliation, (row) => row.transaction_id === off, { action: 'accept_bank' })
  await resolve(reconciliation, (row) => row.transaction_id === ours, { action: 'accept_db' })
  await resolve(reconciliation, (row) => row.discrepancy === 'orphan_bank', { action: 'ignore' })
  const [made] = await finalize(reconciliation)
  assert.deepEqual([made.gross_amount, made.transaction_count, made.adjustment_amount], [6_000 + offBy, 3, offBy])
  const lines = await linesOf(made.id)
  assert.deepEqual(
    lines.filter(({ transaction_id }) => transaction_id === twice).map(({ gross }) => gross),
    [1_500, 1_500],
  )
  // Ours was taken at the terms' commission: the bank's row says another amount.
  assert.deepEqual(
    lines.filter(({ transaction_id }) => transaction_id === ours).map((line) => [line.bank_line, line.bank_commission]),
    [[null, 71]],
  )
})

test('however many make them at once, there is one', async () => {
  await sell(1_234)
  await bank.control.endDay()
  const reconciliation = await send()
  assert.equal((await shop.call('POST', `/reconciliations/${reconciliation}/finalize`)).status, 200)
  const { db, clock } = shop.vezne.runtime
  const making = { db, nowMs: () => clock.ms(), wakeDeliveries: () => undefined }
  await Promise.all(Array.from({ length: 4 }, () => makeSettlements(making, days.tenantId, reconciliation)))
  const made = await days.settlementsOf(reconciliation)
  assert.deepEqual(
    made.map(({ gross_amount }) => gross_amount),
    [1_234],
  )
  assert.deepEqual(await eventsOf(made[0].id), ['settlement.created'])
})

test('terms are not written backwards over settled days, nor confirmed over days that were settled meanwhile', async () => {
  const terms = (effective_from: string) => ({
    merchant_id: merchant,
    effective_from,
    rates: [{ basis_points: 1 }],
    value_date_plan: 'next_day',
  })
  const settled = async () => {
    const [row] = await shop.rows(
      'select max(period_day)::text as day, sum(net)::bigint as net from settlement_lines',
      [],
    )
    return row as { day: string; net: number }
  }
  const before = await settled()
  const later = (days: number) => Temporal.PlainDate.from(before.day).add({ days }).toString()
  const key = { key: 'settlements.terms_four_eyes', value: 'true' }
  assert.equal((await shop.call('POST', '/settings', key)).status, 201)
  const waiting = (await shop.call('POST', '/settlements/terms', terms(later(1)))).body
  assert.equal(waiting.status, 'pending')
  for (const day of ['2020-01-01', later(-1), before.day])
    await assertProblem(await shop.call('POST', '/settlements/terms', terms(day)), 'conflict')
  await shop.vezne.moveClock(24 * 3_600_000)
  await sell(4_321)
  await bank.control.endDay()
  assert.equal((await finalize(await send())).length, 1)
  assert.equal((await settled()).day > before.day, true)
  await shop.own('alter table merchant_terms disable trigger guard_merchant_terms', [])
  await shop.own(`update merchant_terms set created_people = '{somebody}' where id = $1`, [waiting.id])
  await shop.own('alter table merchant_terms enable trigger guard_merchant_terms', [])
  await assertProblem(await shop.call('POST', `/settlements/terms/${waiting.id}/confirm`), 'conflict')
})
