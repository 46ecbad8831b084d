/** What only the bank knows of a payment, chargebacks and voids after the fact: it settles once the platform took it or a person said so, and no more than there was. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type BankRow, bankDay } from '../reconciliations/bank-day.ts'
import { sendBankFile } from '../support/bank-files.ts'
import { assertProblem } from '../support/problems.ts'
import { openSecondPerson } from '../support/second-person.ts'
import { openBankDays } from './bank-day.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const days = await openBankDays()
const { shop, orderOf, settlementsOf } = days
const second = await openSecondPerson(shop)
after(() => days.stop())

const GROSS = 250_000
const COMMISSION = 8_900
const sell = () => days.sell(GROSS)
let number = 0
const sendRows = (rows: readonly BankRow[]) => {
  const { file, query } = bankDay({ rows, at: shop.vezne.runtime.clock.ms(), number: ++number })
  return sendBankFile(shop, file, query)
}
const take = async (rows: readonly BankRow[]): Promise<Row> => {
  const answer = await sendRows(rows)
  assert.equal(answer.status, 201, answer.text)
  return (await shop.call('GET', `/reconciliations/${answer.body.reconciliation_id}`)).body
}
const rowOf = (payment: string, kind: NonNullable<BankRow['kind']>, gross: number, id: string = kind): BankRow => ({
  order: orderOf(payment),
  id: `${id}-${payment.slice(-6)}`,
  gross,
  kind,
  ...(kind === 'SALE' || kind === 'REFUND' || kind === 'VOID_AFTER'
    ? { basisPoints: 356, commission: Math.sign(gross) * Math.round(Math.abs(gross) * 0.0356) }
    : {}),
})
const finalize = async (id: string): Promise<Row[]> => {
  const answer = await shop.call('POST', `/reconciliations/${id}/finalize`, { force_partial: true })
  assert.equal(answer.status, 200, answer.text)
  return settlementsOf(id)
}
const settled = async (): Promise<string> => {
  const payment = await sell()
  const [made] = await finalize((await take([rowOf(payment, 'SALE', GROSS)])).id)
  assert.deepEqual([made.gross_amount, made.net_amount], [GROSS, GROSS - COMMISSION])
  return payment
}
/** Two people, the second one after the first. */
const resolveByTwo = async (reconciliation: string, detail: string, body: object): Promise<void> => {
  const path = `/reconciliations/${reconciliation}/details/${detail}/resolve`
  const first = await shop.call('POST', path, body)
  assert.equal(first.status, 200, first.text)
  if (first.body.detail_status !== 'pending') return
  const other = await second.call('POST', path, body)
  assert.notEqual(other.body.detail_status, 'pending', other.text)
}

test('an amount on the wrong side of its kind is refused while the file is read', async () => {
  const payment = await sell()
  const wrong: BankRow[] = [
    rowOf(payment, 'SALE', -500),
    rowOf(payment, 'REFUND', 500),
    rowOf(payment, 'VOID_AFTER', 500),
    rowOf(payment, 'CHARGEBACK', 500),
    rowOf(payment, 'CHARGEBACK_REVERSAL', -500),
  ]
  const answer = await sendRows(wrong)
  await assertProblem(answer, 'validation_failed')
  assert.deepEqual(
    answer.body.errors.map(({ field }: Row) => field),
    [2, 3, 4, 5, 6].map((line) => `line ${line}`),
  )
  for (const { message } of answer.body.errors)
    assert.match(message, /gross of (SALE|REFUND|VOID_AFTER|CHARGEBACK\w*) /)
})

test('what the platform refused settles nothing, pending or ignored by two people', async () => {
  const payment = await settled()
  const reversals = [GROSS, GROSS, 900_000].map((gross, n) => rowOf(payment, 'CHARGEBACK_REVERSAL', gross, `R${n}`))
  const refused = await take(reversals)
  assert.equal(refused.details.filter((each: Row) => each.kind === 'chargeback').length, 3)
  assert.deepEqual(await finalize(refused.id), [])

  const ignored = await take([rowOf(payment, 'CHARGEBACK_REVERSAL', 777_700, 'RI')])
  await resolveByTwo(ignored.id, ignored.details.find((each: Row) => each.kind === 'chargeback').id, {
    action: 'ignore',
  })
  assert.deepEqual(await finalize(ignored.id), [])

  const voided = await take([rowOf(payment, 'VOID_AFTER', -GROSS)])
  assert.deepEqual(
    voided.details.map((each: Row) => [each.detail_status, each.reason]).filter(([, reason]: Row) => reason !== null),
    [['pending', 'settled before']],
  )
  assert.deepEqual(await finalize(voided.id), [])
})

test('what was refused settles once two people say that the bank is right, and never more than there was', async () => {
  const payment = await settled()
  const many = await take([
    rowOf(payment, 'CHARGEBACK', -GROSS - 1, 'A'), // more than was paid
    rowOf(payment, 'CHARGEBACK', -200_000, 'B'), // taken by itself
    rowOf(payment, 'CHARGEBACK', -60_000, 'C'), // while one is open
    rowOf(payment, 'CHARGEBACK', -40_000, 'D'),
  ])
  const refused = many.details.filter((each: Row) => each.kind === 'chargeback')
  assert.equal(refused.length, 3)
  const adjusted = { action: 'adjust_amount', adjusted_amount: 5 }
  const path = `/reconciliations/${many.id}/details/${refused[0].id}/resolve`
  await assertProblem(await shop.call('POST', path, adjusted), 'validation_failed')
  for (const { id } of refused) await resolveByTwo(many.id, id, { action: 'accept_bank' })
  const [made] = await finalize(many.id)
  assert.deepEqual([made.chargeback_amount, made.bank_commission], [240_000, 0])

  // Of what came back the second one is more than what went.
  const won = await take([
    rowOf(payment, 'CHARGEBACK_REVERSAL', 200_000, 'E'),
    rowOf(payment, 'CHARGEBACK_REVERSAL', 200_000, 'F'), // told again under another reference
    rowOf(payment, 'CHARGEBACK_REVERSAL', 900_000, 'G'), // of a chargeback that is won
  ])
  assert.deepEqual(
    won.details.filter((each: Row) => each.kind === 'chargeback').map((each: Row) => each.bank_amount),
    [900_000],
  )
  const [back] = await finalize(won.id)
  assert.deepEqual([back.gross_amount, back.refund_amount], [200_000, 0])
})

test('a chargeback that is known is known with its amount', async () => {
  const payment = await settled()
  const opened = await shop.call('POST', '/chargebacks', {
    transaction_id: payment,
    amount: 500,
    bank_reference_no: `K-${payment.slice(-6)}`,
  })
  assert.equal(opened.status, 201, opened.text)
  const told = await take([rowOf(payment, 'CHARGEBACK', -90_000, 'K')])
  const [row] = told.details.filter((each: Row) => each.kind === 'chargeback')
  assert.match(row.reason, /is about 500/)
  assert.deepEqual(await finalize(told.id), [])
})

test('a void of what was settled settles once a person says that the bank is right', async () => {
  const payment = await settled()
  const voided = await take([rowOf(payment, 'VOID_AFTER', -GROSS)])
  const [row] = voided.details.filter((each: Row) => each.reason === 'settled before')
  await resolveByTwo(voided.id, row.id, { action: 'accept_bank' })
  const [made] = await finalize(voided.id)
  assert.deepEqual([made.refund_amount, made.bank_commission], [GROSS, -COMMISSION])
})

test('the database refuses lines on the wrong side, and more than there was', async () => {
  const payment = await settled()
  const insert = (kind: string, gross: number) =>
    shop.vezne.runtime.db.transaction({ of: days.tenantId }, (tx) =>
      tx.execute(
        `insert into settlement_lines select l.tenant_id, l.reconciliation_id, l.merchant_id, l.configuration_id, l.currency, l.period_day,
           uuidv7(), 1, 1, l.payment_id, $2, l.day, $3, 0, 0, 0, 0, $3, 0, l.value_date, null
         from settlement_lines l where l.payment_id = $1 and l.kind = 'sale'`,
        [payment, kind, gross],
      ),
    )
  for (const [kind, gross] of [
    ['sale', -1],
    ['refund', 1],
    ['void', 1],
    ['chargeback', 1],
    ['chargeback_reversal', -1],
    ['chargeback_reversal', 1],
    ['void', -GROSS - 1],
    ['chargeback', -GROSS - 1],
  ] as const)
    await assert.rejects(insert(kind, gross), /settlement_lines|payment/, `${kind} ${gross}`)
})
