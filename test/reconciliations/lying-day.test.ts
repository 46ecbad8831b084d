/** A day of a bank that lies in every way: every discrepancy is on the list, and nothing else is. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, test } from 'node:test'
import { writeProfile } from '../../simulators/bank/settlement/profiles.ts'
import { startBank } from '../support/bank.ts'
import { orderOf, sendBankFile } from '../support/bank-files.ts'
import { wiredConnectors } from '../support/bank-rig.ts'
import { assertProblem } from '../support/problems.ts'
import { openShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const { demo } = wiredConnectors.find(({ family }) => family === 'nestpay')!
const MERCHANT = demo.storeId ?? ''
// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const shop = await openShop()
const bank = await startBank({ port: shop.vezne.config.ports.bank })
const configuration = await shop.configurationOf(demo.code)
const extra_properties = { connector_configuration_id: configuration }
after(async () => {
  await shop.vezne.stop()
  await bank.stop()
})

const sell = (change: object = {}) => shop.sell({ extra_properties, ...change })
const send = (file: Uint8Array, query: string) => sendBankFile(shop, file, query)
const dayFile = async (number: number, profile: string) => {
  const { files } = (await bank.control.call('GET', '/settlement')).body
  const { day } = files.at(-1)
  const answer = await fetch(`${bank.url}/control/settlement/${day}/${MERCHANT}?number=${number}&profile=${profile}`)
  return {
    status: answer.status,
    file: new Uint8Array(await answer.arrayBuffer()),
    sha256: answer.headers.get('x-sha256'),
  }
}
const arm = (kind: string, id?: string) =>
  bank.control.arm({ kind, ...(id === undefined ? {} : { match: { order_id: orderOf(id) } }) })

test('every lie is found, and nothing else', async () => {
  const same = [await sell(), await sell(), await sell({ installment: 3 })]
  const refunded = await sell()
  assert.equal((await shop.follow(refunded, 'refund', { amount: 1_000 })).status, 200)
  const voided = await sell()
  assert.equal((await shop.follow(voided, 'void')).status, 200)
  const [missing, twice, off] = [await sell(), await sell(), await sell()]
  await bank.control.arm({ kind: 'approved_then_reversed' })
  const reversed = await sell()
  await arm('missing_row', missing)
  await arm('double_row', twice)
  await arm('amount_off', off)
  await arm('unknown_row')
  await bank.control.endDay()
  const { file, sha256 } = await dayFile(1, 'csv')
  await assertProblem(await send(file, ''), 'validation_failed')
  await assertProblem(await send(file, `sha256=${'0'.repeat(64)}`), 'validation_failed')
  const broken = Uint8Array.from(file, (byte, at) => (at === 200 ? byte ^ 1 : byte))
  await assertProblem(await send(broken, `sha256=${sha256}`), 'validation_failed')
  assert.equal((await shop.rows('select 1 from bank_file_rows', [])).length, 0)

  const both = await Promise.all([1, 2].map(() => send(file, `sha256=${sha256}`)))
  const taken = both[0]!
  assert.ok(
    both.every(({ status, body }) => status < 300 && body.id === taken.body.id),
    both.map((one) => one.text).join(),
  )
  const again = await send(file, `sha256=${sha256}`)
  assert.deepEqual([again.status, again.body], [200, taken.body])
  const { body } = await shop.call('GET', `/reconciliations/${taken.body.reconciliation_id}`)
  assert.equal(body.overall_status, 'in_review')
  const found = body.details
    .filter(({ discrepancy }: Row) => discrepancy !== 'matched')
    .map((d: Row) => [d.transaction_id, d.discrepancy, d.bank_status])
  const expected = [
    [missing, 'orphan_db', null],
    [off, 'amount_mismatch', 'completed'],
    [reversed, 'status_mismatch', 'voided'],
    [null, 'orphan_bank', 'completed'],
    [null, 'orphan_bank', 'completed'],
  ]
  assert.deepEqual(found.map(String).toSorted(), expected.map(String).toSorted())
  const matched = body.details
    .filter(({ discrepancy }: Row) => discrepancy === 'matched')
    .map((d: Row) => d.transaction_id)
  for (const id of [...same, refunded, twice]) assert(matched.includes(id), id)
  assert.equal(matched.length, same.length + 3) // and the refund
  assert.equal((await bank.control.balances()).sum, 0)

  // Cancelled, it is compared again by itself: the bank's word about a day is not taken away by one person.
  assert.equal((await shop.call('POST', `/reconciliations/${body.id}/cancel`)).status, 200)
  const [anewByItself] = await shop.rows('select status, reconciliation_id from bank_files where id = $1', [
    taken.body.id,
  ])
  assert.deepEqual([anewByItself!.status, anewByItself!.reconciliation_id === body.id], ['taken', false])
  await until('it is compared', async () => {
    const { overall_status, matched_count } = (
      await shop.call('GET', `/reconciliations/${anewByItself!.reconciliation_id}`)
    ).body
    return overall_status === 'in_review' && matched_count === body.matched_count
  })
  const anew = await Promise.all([1, 2].map(() => send(file, `sha256=${sha256}`)))
  assert.deepEqual(
    anew.map(({ status }) => status),
    [200, 200],
  )
  assert.equal(anew[0]!.body.reconciliation_id, anew[1]!.body.reconciliation_id)
  const next = await shop.call('GET', `/reconciliations/${anew[0]!.body.reconciliation_id}`)
  assert.deepEqual([next.body.overall_status, next.body.matched_count], ['in_review', body.matched_count])
})

test('the next file begins where the last one ended, in another form; a capture of yesterday is found', async () => {
  const before = await shop.authorize({ extra_properties })
  await bank.control.endDay()
  const sold = await sell()
  assert.equal((await shop.follow(before, 'capture')).status, 200)
  await bank.control.endDay()
  const { file, sha256 } = await dayFile(2, 'mt940')
  const taken = await send(file, `sha256=${sha256}`)
  assert.equal(taken.status, 201, taken.text)
  const { body } = await shop.call('GET', `/reconciliations/${taken.body.reconciliation_id}`)
  assert.deepEqual(
    body.details.map((d: Row) => [d.transaction_id, d.discrepancy]).toSorted(),
    [before, sold].map((id) => [id, 'matched']).toSorted(),
  )
})

test('a capture of a payment that an earlier file left out because it was only authorized: missing in the next file, it is on the list', async () => {
  const held = await shop.authorize({ extra_properties })
  await sell()
  await bank.control.endDay()
  const first = await dayFile(3, 'csv')
  assert.equal((await send(first.file, `sha256=${first.sha256}`)).status, 201)
  await shop.vezne.moveClock(60_000)
  const sold = await sell()
  assert.equal((await shop.follow(held, 'capture', { amount: 900 })).status, 200)
  await arm('missing_row', held)
  await bank.control.endDay()
  const { file, sha256 } = await dayFile(4, 'fixed')
  const taken = await send(file, `sha256=${sha256}`)
  const { body } = await shop.call('GET', `/reconciliations/${taken.body.reconciliation_id}`)
  assert.deepEqual(
    body.details.map((d: Row) => [d.transaction_id, d.discrepancy, d.db_amount]),
    [
      [held, 'orphan_db', 900],
      [sold, 'matched', 15_000],
    ],
  )
})

test('a file that says it was written in years to come is refused: the next one would begin there, and nobody compare what is between', async () => {
  const head = ['H', '1', 'SIMBANK', MERCHANT, 'USD', '2099-01-05', 1, '2099-01-05T23:30:00+03:00']
  const file = writeProfile([head, ['T', 0, 0, 0, 0]], 'csv')
  const answer = await send(file, `sha256=${hash('sha256', file)}`)
  await assertProblem(answer, 'validation_failed')
  assert.match(answer.body.errors[0].message, /2099-01-05/)
  assert.equal((await shop.rows(`select 1 from bank_files where currency = 'USD'`, [])).length, 0)
})

test('the day of a file is one that ended when it was written, at most 31 days before; its rows are no later', async () => {
  const at = shop.vezne.runtime.clock.ms()
  const dayOf = (days: number): string => new Date(at + (3 + days * 24) * 3_600_000).toISOString().slice(0, 10)
  const take = (days: number, rowDays = days) => {
    const created = `${new Date(at + 3 * 3_600_000).toISOString().slice(0, 19)}+03:00`
    const head = ['H', '1', 'SIMBANK', MERCHANT, 'EUR', dayOf(days), 1, created]
    const card = ['403280******0015', 'VISA', 'CREDIT', 'N', '1/1']
    const row = [
      'D',
      1,
      'O-1',
      'T-1',
      'H1',
      '',
      'SALE',
      `${dayOf(rowDays)}T00:00:00+03:00`,
      ...card,
      500,
      0,
      0,
      0,
      500,
      0,
      dayOf(days),
    ]
    const file = writeProfile([head, row, ['T', 1, 500, 0, 500]], 'csv')
    return send(file, `sha256=${hash('sha256', file)}`)
  }
  for (const [days, rowDays, words] of [
    [1, 0, /written before/],
    [764, 764, /written before|after the file/],
    [-32, -32, /more than 31 days later/],
    [0, 1, /row 1 is of a day after/],
  ] as const) {
    const answer = await take(days, rowDays)
    await assertProblem(answer, 'validation_failed')
    assert.match(answer.body.errors[0].message, words)
  }
  for (const days of [-31, 0]) {
    const answer = await take(days)
    assert.equal(answer.status, 201, answer.text)
  }
})
