/** The bank's commission against the terms: what is off is a row of its own, within the tolerance it is none. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { verifyTenantLedger } from '../../src/settlements/ledger/verify-settlement-ledger.ts'
import { startBank } from '../support/bank.ts'
import { orderOf } from '../support/bank-files.ts'
import { setByTwo } from '../support/settings.ts'
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

let number = 0
const send = async (rows: BankRow[]) => {
  const { file, query } = bankDay({ rows, at: shop.vezne.runtime.clock.ms(), number: ++number })
  const answer = await sendFile(file, query)
  assert.equal(answer.status, 201, answer.text)
  const { body } = await shop.call('GET', `/reconciliations/${answer.body.reconciliation_id}`)
  return { ...body, off: body.details.filter((each: Row) => each.kind === 'commission') }
}

test('too much or too little is listed with both amounts, once a part; right ones and unknown payments are not', async () => {
  const amount = { amount: 14_990, currency: 'TRY' }
  const whole = await shop.sell({ extra_properties, amount })
  const [right, off] = [1, 2].map(() => shop.sell({ extra_properties, amount, installment: 3 }))
  const [parts, wrong] = [await right!, await off!]
  const part = (id: string, n: number, gross: number, commission: number): BankRow => ({
    order: orderOf(id),
    id: 'T',
    gross,
    commission,
    basisPoints: 356,
    installment: `${n}/3`,
  })
  const {
    off: listed,
    id,
    amount_mismatch_count,
  } = await send([
    { order: orderOf(whole), id: 'T-1', gross: 14_990, commission: 535, basisPoints: 357 }, // 1 too much
    part(parts, 1, 4_998, 178),
    part(parts, 2, 4_996, 178),
    part(parts, 3, 4_996, 178),
    part(wrong, 1, 4_998, 188),
    part(wrong, 2, 4_996, 178),
    part(wrong, 3, 4_996, 170),
    { order: 'NOT-OURS', id: 'T-9', gross: 500, commission: 500, basisPoints: 10_000 },
  ])
  assert.deepEqual(
    listed.map((d: Row) => [d.transaction_id, d.discrepancy, d.db_amount, d.bank_amount, d.reason]),
    [
      [wrong, 'amount_mismatch', 178, 188, 'commission of installment 1/3, 4998'],
      [wrong, 'amount_mismatch', 178, 170, 'commission of installment 3/3, 4996'],
    ],
  )
  assert.equal(amount_mismatch_count, 2)
  // The payment itself matched, and is settled whatever becomes of the commission.
  for (const detail of listed) assert.equal((await resolve(id, detail.id, { action: 'accept_bank' })).status, 200)
  assert.equal((await shop.call('POST', `/reconciliations/${id}/finalize`, { force_partial: true })).status, 200)
  assert.notEqual((await shop.read(wrong)).settlement_date, null)
})

test('a refund brings its commission back; the tolerance is a setting', async () => {
  const id = await shop.sell({ extra_properties, amount: { amount: 20_000, currency: 'TRY' } })
  const rows = (commission: number): BankRow[] => [
    { order: orderOf(id), id: 'T-1', gross: 20_000, commission: 712, basisPoints: 356 },
    { order: orderOf(id), id: 'T-2', gross: -5_000, commission, basisPoints: 356, kind: 'REFUND' },
  ]
  assert.deepEqual((await send(rows(-178))).off, [])
  const kept = await send(rows(0))
  assert.deepEqual(
    kept.off.map((d: Row) => [d.db_amount, d.bank_amount]),
    [[-178, 0]],
  )
  await setByTwo(shop.vezne, 'reconciliation.commission_tolerance', '178')
  assert.deepEqual((await send(rows(0))).off, [])
})

test('a commission is compared wherever the form has one, with its tax; until a person takes it, the terms settle', async () => {
  const sell = (amount: number) => shop.sell({ extra_properties, amount: { amount, currency: 'TRY' } })
  const [unrated, taxed, taken, adjusted] = [
    await sell(250_000),
    await sell(260_000),
    await sell(10_000),
    await sell(20_000),
  ]
  const opposite = bankDay({
    rows: [
      { order: orderOf(unrated), id: 'T-A', gross: 250_000, commission: -250_000, basisPoints: null },
      { order: orderOf(taxed), id: 'T-B', gross: 260_000, commission: 9_256, tax: -200_000, basisPoints: 356 },
      { order: orderOf(taken), id: 'T-C', gross: 10_000, commission: 9_000, tax: 1_001, basisPoints: 356 },
      { order: orderOf(unrated), id: 'T-D', gross: -500, commission: 18, basisPoints: 356, kind: 'REFUND' },
    ],
    at: shop.vezne.runtime.clock.ms(),
    number: ++number,
  })
  const refused = await sendFile(opposite.file, opposite.query)
  assert.equal(refused.status, 422, refused.text)
  assert.deepEqual(
    refused.body.errors.map(({ field }: Row) => field),
    [2, 3, 4, 5].map((line) => `line ${line}`),
  )

  const { off, id } = await send([
    { order: orderOf(unrated), id: 'T-A', gross: 250_000, commission: 0, basisPoints: null },
    { order: orderOf(taxed), id: 'T-B', gross: 260_000, commission: 9_256, tax: 200_000, basisPoints: 356 },
    { order: orderOf(taken), id: 'T-C', gross: 10_000, commission: 600, tax: 100, basisPoints: 356 },
    { order: orderOf(adjusted), id: 'T-E', gross: 20_000, commission: 1_712, basisPoints: 356 },
  ])
  assert.deepEqual(
    off.map((d: Row) => [d.transaction_id, d.db_amount, d.bank_amount]),
    [
      [unrated, 8_900, 0],
      [taxed, 9_256, 209_256],
      [taken, 356, 700],
      [adjusted, 712, 1_712],
    ],
  )
  assert.equal((await resolve(id, off[2].id, { action: 'accept_bank' })).body.detail_status, 'resolved')
  const adjust = { action: 'adjust_amount', adjusted_amount: 1_000 }
  assert.equal((await resolve(id, off[3].id, adjust)).body.detail_status, 'resolved')
  assert.equal((await shop.call('POST', `/reconciliations/${id}/finalize`, { force_partial: true })).status, 200)
  await until('its settlement is made', async () => {
    const [run] = await shop.rows('select stage from settlement_runs where reconciliation_id = $1', [id])
    return run?.stage === 'done'
  })
  const lines = await shop.rows(
    'select tenant_id, payment_id, bank_commission, bank_tax from settlement_lines where reconciliation_id = $1',
    [id],
  )
  const of = new Map(lines.map((line: Row) => [line.payment_id, [line.bank_commission, line.bank_tax]]))
  assert.deepEqual(
    [unrated, taxed, taken, adjusted].map((payment) => of.get(payment)),
    [
      [8_900, 0],
      [9_256, 0],
      [600, 100],
      [1_000, 0],
    ],
  )
  assert.deepEqual(await verifyTenantLedger(shop.vezne.runtime.db, lines[0].tenant_id), [])
})
