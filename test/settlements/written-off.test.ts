/** What is paid after a person resolved what differed: each way of resolving, to the kurus, in the settlement that follows. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bankDay, DEMO_BANK } from '../reconciliations/bank-day.ts'
import { openReconcilingShop } from '../reconciliations/reconciling-shop.ts'
import { startBank } from '../support/bank.ts'
import { orderOf } from '../support/bank-files.ts'
import { openSecondPerson } from '../support/second-person.ts'
import { until as eventually } from '../support/until.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const { shop, sell, referenceOf, apart, period, until, start, sendFile } = await openReconcilingShop()
const second = await openSecondPerson(shop)
const bank = await startBank({ port: shop.vezne.config.ports.bank })
after(async () => {
  await shop.vezne.stop()
  await bank.stop()
})

/** Resolved by one person, finalized by another one. */
const settle = async (id: string, resolutions: readonly [is: (row: Row) => boolean, body: object][]): Promise<Row> => {
  const path = `/reconciliations/${id}`
  const { details } = (await shop.call('GET', path)).body
  for (const [is, body] of resolutions) {
    const answer = await shop.call('POST', `${path}/details/${details.find(is).id}/resolve`, body)
    assert.ok(['resolved', 'ignored'].includes(answer.body.detail_status), answer.text)
  }
  const closed = await second.call('POST', `${path}/finalize`)
  assert.equal(closed.status, 200, closed.text)
  await eventually('its settlement is made', async () => {
    const [run] = await shop.rows('select stage from settlement_runs where reconciliation_id = $1', [id])
    return run?.stage === 'done'
  })
  const [made] = await shop.rows('select id from settlements where reconciliation_id = $1', [id])
  return (await shop.call('GET', `/settlements/${made.id}`)).body
}
const linesOf = async ({ id }: Row) => {
  const { items } = (await shop.call('GET', `/settlements/${id}/lines?page_size=100`)).body
  return Object.fromEntries(
    Object.entries(Object.groupBy(items as Row[], ({ transaction_id }) => transaction_id)).map(([payment, lines]) => [
      payment,
      (lines as Row[]).map(({ kind, gross, bank_commission, net }) => [kind, gross, bank_commission, net]),
    ]),
  )
}
const ofPayment = (id: string | undefined) => (row: Row) => row.transaction_id === id && row.kind === 'movement'

test('rows that a caller sent: the bank’s amount or none, ours, an agreed one, a pair; what is ignored is not paid', async () => {
  await apart()
  const begun = period()
  const amounts = [50_000, 40_000, 60_000, 70_000, 30_000, 20_000, 10_000]
  const ids: string[] = []
  for (const amount of amounts) ids.push(await sell(amount))
  const [declined, ours, theirs, agreed, pair, alone, same] = ids as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const named = async (id: string, amount: number, status = 'approved') => ({
    bank_transaction_id: await referenceOf(id),
    amount,
    status,
  })
  const { auth_code } = await shop.read(pair)
  const bank_transactions = [
    await named(declined, 50_000, 'declined'),
    await named(ours, 40_000, 'declined'),
    await named(theirs, 59_990),
    await named(agreed, 69_000),
    { auth_code, amount: 29_000, status: 'approved', transaction_date: begun.period_start },
    await named(same, 10_000),
    { bank_transaction_id: 'UNKNOWN', amount: 500, status: 'approved' },
  ]
  const { body } = await start({ ...begun, ...until(), bank_transactions })
  const made = await settle(body.id, [
    [ofPayment(declined), { action: 'accept_bank' }],
    [ofPayment(ours), { action: 'accept_db' }],
    [ofPayment(theirs), { action: 'accept_bank' }],
    [ofPayment(agreed), { action: 'adjust_amount', adjusted_amount: 69_500 }],
    [ofPayment(pair), { action: 'mark_matched' }],
    [ofPayment(alone), { action: 'ignore' }],
    [(row) => row.bank_transaction_id === 'UNKNOWN', { action: 'ignore' }],
  ])
  assert.deepEqual(await linesOf(made), {
    [declined]: [['sale', 0, 0, 0]],
    [ours]: [['sale', 40_000, 1_424, 38_576]],
    [theirs]: [['sale', 59_990, 2_136, 57_854]],
    [agreed]: [['sale', 69_500, 2_474, 67_026]],
    [pair]: [['sale', 30_000, 1_068, 28_932]],
    [same]: [['sale', 10_000, 356, 9_644]],
  })
  assert.deepEqual(
    [made.gross_amount, made.adjustment_amount, made.bank_commission, made.net_amount, made.payout_amount],
    [209_490, -50_510, 7_458, 202_032, 202_032],
  )
  assert.equal((await shop.read(alone)).settlement_date, null)
  assert.deepEqual([made.awaits, made.transaction_count], [null, 6])
})

test('rows of a bank’s file: its amount with its commission, ours and an agreed one by the terms, and what it took back', async () => {
  await apart()
  const extra_properties = { connector_configuration_id: await shop.configurationOf(DEMO_BANK.code) }
  const ids: string[] = []
  for (const amount of [300_000, 200_000, 100_000, 50_000])
    ids.push(await shop.sell({ amount: { amount, currency: 'TRY' }, extra_properties }))
  const [theirs, ours, agreed, back] = ids as [string, string, string, string]
  const named = (payment: string, gross: number, commission: number) => ({
    order: orderOf(payment),
    id: `W-${gross}`,
    gross,
    basisPoints: 356,
    commission,
  })
  const rows = [
    named(theirs, 299_990, 10_680),
    named(ours, 199_990, 7_120),
    named(agreed, 99_000, 3_524),
    named(back, 50_000, 1_780),
    { ...named(back, -50_000, -1_780), kind: 'VOID_AFTER' as const },
  ]
  const { file, query } = bankDay({ rows, at: shop.vezne.runtime.clock.ms(), number: 1 })
  const sent = await sendFile(file, query)
  const made = await settle(sent.body.reconciliation_id, [
    [ofPayment(theirs), { action: 'accept_bank' }],
    [ofPayment(ours), { action: 'accept_db' }],
    [ofPayment(agreed), { action: 'adjust_amount', adjusted_amount: 99_500 }],
    [ofPayment(back), { action: 'accept_bank' }],
  ])
  assert.deepEqual(await linesOf(made), {
    [theirs]: [['sale', 299_990, 10_680, 289_310]],
    [ours]: [['sale', 200_000, 7_120, 192_880]],
    [agreed]: [['sale', 99_500, 3_542, 95_958]],
    [back]: [
      ['sale', 50_000, 1_780, 48_220],
      ['void', -50_000, -1_780, -48_220],
    ],
  })
  assert.deepEqual(
    [made.gross_amount, made.refund_amount, made.adjustment_amount, made.bank_commission, made.net_amount],
    [649_490, 50_000, -50_510, 21_342, 578_148],
  )
})
