/** Installments that a fraud review holds: charged once when a person releases them, however late; tried again and given up when a person refuses. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { planBody } from '../support/card-plans.ts'
import { heldId, openReviews, type Reviews } from '../support/reviews.ts'
import { startRuleRig } from '../support/rule-rig.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const MONTH_MS = 31 * 86_400_000
const HOUR_MS = 3_600_000
const TRIES = 2

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const rig = use(startRuleRig)
let reviews: Reviews
before(async () => {
  reviews = openReviews(rig.vezne)
})

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  rig.vezne.request('cards', method, `/api/v1${path}`, {
    token: await rig.vezne.token('admin'),
    headers: { 'x-external-merchant-id': 'M-1001', ...headers },
    ...(body === undefined ? {} : { body }),
  })
const makePlan = async (email: string): Promise<string> => {
  const body = planBody({ buyer: { email }, installment_count: 2, start_date: '2020-01-01T00:00:00Z' })
  const answer = await call('POST', '/recurring', body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.plan.id
}
const paymentsOf = (plan: string): Promise<{ id: string; status: string }[]> =>
  rig.vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query(
      `select id, status from payments where operation_type = 'recurring' and extra ->> 'recurring_plan_id' = $1
          and extra ->> 'recurring_installment' = '2' order by created, id`,
      [plan],
    ),
  )
/** The n-th payment of the second installment, which waits for a person. */
const held = async (plan: string, nth: number): Promise<string> => {
  await until('it is held', async () => {
    const payment = (await paymentsOf(plan))[nth]
    if (payment === undefined) await rig.vezne.moveClock(HOUR_MS / 4)
    return payment?.status === 'created'
  })
  return (await paymentsOf(plan))[nth]?.id as string
}
const ended = async (plan: string, status: string): Promise<Json> => {
  let read: Json
  await until(`the plan is ${status}`, async () => {
    read = (await call('GET', `/recurring/${plan}`)).body
    if (read.status === 'active') await rig.vezne.moveClock(61_000)
    return read.status === status
  })
  return read
}

test('released days later, refused, refused twice: the first two are charged once, the third is given up', async () => {
  const set = await call('POST', '/settings', { key: 'recurring.max_tries', value: String(TRIES) })
  assert.equal(set.status, 201, set.text)
  const plans = await Promise.all(['a', 'b', 'c'].map((name) => makePlan(`${name}@later.example`)))
  const [released, refusedOnce, refusedTwice] = plans as [string, string, string]
  const domain = '{"in":["@later.example",{"var":"customer.email"}]}'
  await rig.make('fraud', { type: 'custom', expression_json: domain, action: 'review' })
  await rig.vezne.moveClock(MONTH_MS)
  const first = await held(released, 0)
  const others = [await held(refusedOnce, 0), await held(refusedTwice, 0)]
  // It is looked at again and again meanwhile, and no second payment is made.
  for (let hours = 0; hours < 20; hours += 5) await rig.vezne.moveClock(5 * HOUR_MS)
  assert.deepEqual(await paymentsOf(released), [{ id: first, status: 'created' }])
  const answers = await reviews.decideTimes(first, 'approve', 3)
  assert.equal(answers.filter(({ status }) => status === 200).length >= 1, true)
  for (const id of others) assert.equal((await reviews.decide(id, 'reject')).status, 200)

  const done = await ended(released, 'completed')
  assert.deepEqual(await paymentsOf(released), [{ id: first, status: 'completed' }])
  assert.equal(done.installments[1].transaction_id, first)

  const again = await held(refusedOnce, 1)
  assert.equal((await reviews.decide(again, 'approve')).status, 200)
  const second = await ended(refusedOnce, 'completed')
  assert.deepEqual([second.installments[1].try_count, second.installments[1].transaction_id], [2, again])
  assert.deepEqual(
    (await paymentsOf(refusedOnce)).map(({ status }) => status),
    ['failed', 'completed'],
  )

  assert.equal((await reviews.decide(await held(refusedTwice, 1), 'reject')).status, 200)
  const failed = await ended(refusedTwice, 'failed')
  assert.deepEqual([failed.installments[1].payment_status, failed.installments[1].try_count], ['error', TRIES])
  assert.deepEqual(
    (await paymentsOf(refusedTwice)).map(({ status }) => status),
    ['failed', 'failed'],
  )
})

test('held although its date lies ahead: pending and no success, until a person has approved it', async () => {
  const start_date = new Date(rig.vezne.runtime.clock.ms() + 10 * 24 * HOUR_MS).toISOString()
  const plan = planBody({ buyer: { email: 'review@demo.example' }, installment_count: 2, start_date })
  const { period: frequency, installment_count: total_payment_count, ...rest } = plan
  const makeBoth = async () => [
    await call('POST', '/recurring', plan, { 'idempotency-key': 'held-ahead' }),
    await call(
      'POST',
      '/payments/recurring',
      { ...rest, frequency, total_payment_count },
      { 'idempotency-key': 'held' },
    ),
  ]
  const [made, payment] = (await makeBoth()) as [Json, Json]
  assert.deepEqual([made.status, made.body.is_success, made.headers['idempotent-replayed']], [202, false, undefined])
  assert.match(made.body.message, /review/)
  for (const id of [made.body.transaction_id, heldId(payment)])
    assert.equal((await reviews.decide(id, 'approve')).status, 200)
  for (const { status, body } of (await makeBoth()) as Json[])
    assert.deepEqual([status, body.is_success, /on its date/.test(body.message)], [200, true, true])
})
