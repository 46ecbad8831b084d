/** Concurrent operations on one payment: one winner, one event, never more money than was paid. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()

const countOf = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const word = status === 200 ? '200' : `${status} ${body.code}`
    counts[word] = (counts[word] ?? 0) + 1
  }
  return counts
}
const many = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

const REFUSALS = {
  capture: /^422 (capture_not_allowed|payment_already_captured)$/,
  void: /^422 payment_(not_voidable|already_voided)$/,
}
for (const kind of ['capture', 'void'] as const)
  test(`twenty ${kind}s of one authorization: one wins, the bank receives one, one event`, async () => {
    for (let round = 0; round < 5; round++) {
      const id = await shop.authorize()
      const { 200: won, ...lost } = countOf(await many(20, () => shop.follow(id, kind)))
      assert.equal(won, 1)
      for (const word of Object.keys(lost)) assert.match(word, REFUSALS[kind])
      assert.deepEqual(await shop.events(id), ['payment.authorized', `${kind}.completed`])
      assert.equal((await shop.call('GET', `/api-request-logs?transaction_id=${id}`)).body.total_count, 2)
    }
  })

test('captures and voids of one authorization: never both of the authorization itself', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await shop.authorize()
    const answers = await many(20, (at) => shop.follow(id, (at + round) % 2 === 0 ? 'capture' : 'void'))
    const events = await shop.events(id)
    // What was captured may be voided the same day: by then it is another state.
    assert.ok(ENDS.includes(events.slice(1).join(' ')), events.join(' '))
    assert.equal(answers.filter(({ status }) => status === 200).length, events.length - 1)
  }
})
const ENDS = ['capture.completed', 'void.completed', 'capture.completed void.completed']

test('a concurrent void and refund of one sale: one of them succeeds', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await shop.sell()
    const answers = await many(2, (at) => shop.follow(id, at === 0 ? 'void' : 'refund'))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, JSON.stringify(countOf(answers)))
    const booked = await shop.rows('select kind from journal where payment_id = $1', [id])
    assert.equal(booked.length, 2)
  }
})

test('fifty refunds of a tenth each: exactly ten succeed, each once', async () => {
  const id = await shop.sell()
  const answers = await many(50, () => shop.follow(id, 'refund', { amount: 1_500 }))
  const counts = countOf(answers)
  assert.equal(counts['200'], 10, JSON.stringify(counts))
  const refused = (counts['422 refund_exceeds_original'] ?? 0) + (counts['422 payment_already_refunded'] ?? 0)
  assert.equal(refused, 40, JSON.stringify(counts))
  const [payment] = await shop.rows('select status, refunded, refunding, sequence from payments where id = $1', [id])
  assert.deepEqual(payment, { status: 'refunded', refunded: 15_000, refunding: 0, sequence: 11 })
  const sequences = await shop.rows('select sequence, type from events where resource_id = $1 order by sequence', [id])
  assert.deepEqual(
    sequences.map((row) => row.sequence),
    Array.from({ length: 11 }, (_, at) => at + 1),
  )
  const [booked] = await shop.rows(
    "select sum(amount)::int as sum, count(*)::int as count from journal where payment_id = $1 and kind = 'refund'",
    [id],
  )
  assert.deepEqual(booked, { sum: 15_000, count: 10 })
  const refundedAfter = await Promise.all(answers.filter(({ status }) => status === 200).map(({ body }) => body.status))
  assert.equal(refundedAfter.filter((status) => status === 'refunded').length, 1)
})

test('refunds that do not divide evenly: three of thirty fit into a hundred', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await shop.sell({ amount: { amount: 100, currency: 'TRY' } })
    const counts = countOf(await many(20, () => shop.follow(id, 'refund', { amount: 30 })))
    assert.equal(counts['200'], 3, JSON.stringify(counts))
    const [payment] = await shop.rows('select status, refunded from payments where id = $1', [id])
    assert.deepEqual(payment, { status: 'completed', refunded: 90 })
  }
})

test('one key, thirty concurrent callers: one operation, the same response for all', async () => {
  for (const kind of ['capture', 'void', 'refund'] as const) {
    const id = await (kind === 'capture' ? shop.authorize() : shop.sell())
    const answers = await many(30, () => shop.follow(id, kind, { reason: 'once' }, `together-${kind}`))
    assert.deepEqual(countOf(answers), { '200': 30 })
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length, 1)
    const [row] = await shop.rows('select count(*)::int as n from payment_operations where payment_id = $1', [id])
    assert.equal(row.n, 1)
  }
})

test('one key for two payments concurrently: one succeeds, the other call is 409', async () => {
  for (let round = 0; round < 10; round++) {
    const ids = await many(2, () => shop.sell())
    const answers = await Promise.all(ids.map((id) => shop.follow(id, 'refund', undefined, `both-${round}`)))
    assert.deepEqual(countOf(answers), { '200': 1, '409 idempotency_key_in_use': 1 })
  }
})

test('a key belongs to its body and its operation, for a day', async () => {
  const id = await shop.sell()
  const first = await shop.follow(id, 'refund', { amount: 100 }, 'key')
  assert.equal(first.status, 200)
  const bodies = [
    { amount: 101 },
    { amount: { amount: 100, currency: 'TRY' } },
    { amount: 100, reason: 'x' },
    undefined,
  ]
  for (const body of bodies)
    assert.equal((await shop.follow(id, 'refund', body, 'key')).body.code, 'idempotency_key_in_use')
  const replayed = await shop.follow(id, 'refund', '{ "amount" : 1e2 }', 'key')
  assert.equal(replayed.text, first.text, 'another spelling of the same')
  const short = await shop.call('POST', '/refund', { transaction_id: id, amount: 100 }, { 'idempotency-key': 'key' })
  assert.equal(short.text, first.text, 'both forms of the path are one operation')
  const refused = await shop.follow(id, 'capture', undefined, 'refused')
  assert.equal(refused.body.code, 'payment_not_pre_auth')
  assert.equal((await shop.follow(id, 'capture', { amount: 1 }, 'refused')).body.code, 'payment_not_pre_auth')

  await shop.vezne.moveClock(24 * 3_600_000 - 60_000)
  assert.equal((await shop.follow(id, 'refund', { amount: 100 }, 'key')).text, first.text)
  await shop.vezne.moveClock(60_000)
  const anew = await shop.follow(id, 'refund', { amount: 100 }, 'key')
  assert.equal(anew.body.extra_properties.refunded_amount, '200', anew.text)
})
