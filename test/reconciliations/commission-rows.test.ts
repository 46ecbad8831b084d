/** The bank's commission against the terms: what is off is a row of its own, within the tolerance it is none. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startBank } from '../support/bank.ts'
import { orderOf } from '../support/bank-files.ts'
import { setByTwo } from '../support/settings-by-two.ts'
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
