/** The life of a card plan over HTTP, by the clock: charged on its dates, each installment once, with its events, until it ends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createPlan,
  moveClock,
  paymentsOfPlan,
  planBody,
  planEvents,
  planPayloads,
  readPlan,
  statesOf,
  untilStates,
} from '../support/card-plans.ts'
import { chargebacksOf } from '../support/chargebacks.ts'
import { CARDS } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const shop = useShop()

test('twelve months in seconds: every installment is an ordinary payment, and the plan is completed', async () => {
  const plan = await createPlan(shop, { installment_count: 12, external_id: 'ABO-1', buyer: { email: 'a@b.example' } })
  assert.deepEqual(
    [plan.status, plan.amount, plan.masked_card_number, plan.installments.length, plan.interval],
    ['active', 15_000, '454671******7894', 12, 1],
  )
  assert.deepEqual(statesOf(plan), ['completed', ...Array(11).fill('pending')])
  await moveClock(shop, 5 * 60)
  await untilStates(shop, plan.id, [...Array(6).fill('completed'), ...Array(6).fill('pending')])
  await moveClock(shop, 31 * 86_400)
  const done = await untilStates(shop, plan.id, Array(12).fill('completed'))
  assert.deepEqual([done.status, done.last_error_code], ['completed', null])
  const payments = await paymentsOfPlan(shop, plan.id)
  assert.equal(payments.length, 12)
  assert.deepEqual(
    payments.map(({ status, extra }) => [status, extra.recurring_sequence]),
    payments.map((_, at) => ['completed', at === 0 ? 'initial' : 'subsequent']),
  )
  assert.deepEqual(
    new Set(done.installments.map((each: { transaction_id: string }) => each.transaction_id)),
    new Set(payments.map(({ id }) => id)),
  )
  assert.deepEqual(await planEvents(shop, plan.id), [
    ...Array(12).fill('subscription.charged'),
    'subscription.completed',
  ])
  const payloads = await planPayloads(shop, plan.id)
  assert.deepEqual(
    payloads.map(({ sequence }) => sequence),
    payloads.map((_, at) => at + 1),
  )
  assert.deepEqual(await shop.events(payments[5].id), ['payment.completed'])
  const [row] = await shop.rows('select card_sealed, buyer_sealed from recurring_plans where id = $1', [plan.id])
  assert.deepEqual(row, { card_sealed: null, buyer_sealed: null })
})

test('the first payment is answered with its plan; repeats of the key are the same plan, another body is not', async () => {
  const { period, installment_count, ...rest } = planBody()
  const body = { ...rest, frequency: period, total_payment_count: installment_count }
  const key = { 'idempotency-key': 'plan-1' }
  const first = await shop.call('POST', '/payments/recurring', body, key)
  assert.deepEqual([first.status, first.body.status], [200, 'completed'], first.text)
  const again = await shop.call('POST', '/payments/recurring', body, key)
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true'])
  const other = { ...body, total_payment_count: 4 }
  assertProblem(await shop.call('POST', '/payments/recurring', other, key), 'idempotency_key_in_use')
  const planId = first.body.extra_properties.recurring_plan_id
  assert.equal((await paymentsOfPlan(shop, planId)).length, 1)
  const made = await shop.call('POST', '/recurring', planBody(), key)
  const repeated = await shop.call('POST', '/recurring', planBody(), key)
  assert.deepEqual([repeated.text, repeated.headers['idempotent-replayed']], [made.text, 'true'])
  assert.notEqual(made.body.plan.id, planId)
  const holders = await shop.call('GET', '/idempotency-keys?key=plan-1')
  assert.deepEqual(
    holders.body.map(({ operation, status_code }: Record<string, unknown>) => [operation, status_code]),
    [
      ['POST /api/v1/payments/recurring', first.status],
      ['POST /api/v1/recurring', made.status],
    ],
  )
})

test('refused first: 422, the plan has failed, and nothing else is charged', async () => {
  const body = planBody({ card: { number: CARDS.declined } })
  const refused = assertProblem(
    await shop.call('POST', '/recurring', body, { 'idempotency-key': 'refused' }),
    'bank_declined',
  )
  const repeat = await shop.call('POST', '/recurring', body, { 'idempotency-key': 'refused' })
  assert.deepEqual([repeat.status, repeat.headers['idempotent-replayed']], [422, 'true'])
  const [installment] = await shop.rows('select plan_id from recurring_installments where transaction_id = $1', [
    refused.transaction_id,
  ])
  const plan = await readPlan(shop, installment.plan_id)
  assert.deepEqual([plan.status, ...statesOf(plan)], ['failed', 'error', 'cancelled', 'cancelled'])
  assert.deepEqual([plan.last_error_code, plan.installments[0].proc_return_code], ['do_not_honor', '05'])
  assert.deepEqual(await planEvents(shop, plan.id), ['subscription.failed'])
})

test('amounts of the sandbox: the second installment fails once, or for good', async () => {
  const once = await createPlan(shop, { amount: { amount: 15_094, currency: 'TRY' } })
  const never = await createPlan(shop, { amount: { amount: 15_093, currency: 'TRY' } })
  const isTried = (id: string, times: number) =>
    until(
      `${times} tries`,
      async () => (await paymentsOfPlan(shop, id)).filter(({ status }) => status === 'failed').length === times,
    )
  await moveClock(shop, 121)
  await Promise.all([isTried(once.id, 1), isTried(never.id, 1)])
  await untilStates(shop, never.id, ['completed', 'pending', 'completed'])
  await moveClock(shop, 61)
  await untilStates(shop, once.id, ['completed', 'completed', 'completed'])
  assert.deepEqual((await readPlan(shop, once.id)).installments[1].try_count, 2)
  await isTried(never.id, 2)
  await moveClock(shop, 121)
  const failed = await untilStates(shop, never.id, ['completed', 'error', 'completed'])
  assert.deepEqual(
    [failed.status, failed.installments[1].try_count, failed.installments[1].proc_return_code],
    ['failed', 3, '51'],
  )
  assert.deepEqual((await planEvents(shop, never.id)).toSorted(), [
    'subscription.charged',
    'subscription.charged',
    'subscription.failed',
  ])
  assert.deepEqual((await paymentsOfPlan(shop, never.id)).filter(({ status }) => status === 'failed').length, 3)
})

test('a start ahead: the payment is stored, waits for its date and is sent on it; a card that will not last is told', async () => {
  const start = new Date(shop.vezne.runtime.clock.ms() + 10 * 86_400_000)
  const { period: _, installment_count: __, ...rest } = planBody({ start_date: start.toISOString() })
  const body = { ...rest, frequency: 'yearly', total_payment_count: 10 }
  const first = await shop.call('POST', '/payments/recurring', body)
  assert.deepEqual([first.status, first.body.status, first.body.is_success], [200, 'pending', true], first.text)
  const plan = await readPlan(shop, first.body.extra_properties.recurring_plan_id)
  const year = Number(start.toISOString().slice(0, 4))
  assert.deepEqual([plan.card_expires_before_end, plan.card_expires_before_installment], [true, 2031 - year + 1])
  assert.deepEqual(
    [plan.installments[0].transaction_id, plan.installments[0].try_count],
    [first.body.transaction_id, 0],
  )
  await moveClock(shop, 9 * 86_400)
  assert.deepEqual(await shop.states(first.body.transaction_id), ['created'])
  await moveClock(shop, 86_400 + 60)
  await untilStates(shop, plan.id, ['completed', ...Array(9).fill('pending')])
  assert.deepEqual(await shop.states(first.body.transaction_id), ['created', 'processing', 'completed'])
  await moveClock(shop, 366 * 86_400)
  await untilStates(shop, plan.id, ['completed', 'completed', ...Array(8).fill('pending')])
})

test('cancelled: open installments are withdrawn, a waiting payment is never sent, and the card is erased', async () => {
  const start_date = new Date(shop.vezne.runtime.clock.ms() + 10 * 86_400_000).toISOString()
  const waiting = await createPlan(shop, { start_date })
  const { transaction_id } = waiting.installments[0]
  const cancelled = await shop.call('POST', `/recurring/${waiting.id}/cancel`)
  assert.deepEqual(
    [cancelled.status, cancelled.body.status, ...statesOf(cancelled.body)],
    [200, 'cancelled', 'cancelled', 'cancelled', 'cancelled'],
  )
  assert.deepEqual(await shop.states(transaction_id), ['created', 'canceled'])
  assertProblem(await shop.call('POST', `/recurring/${waiting.id}/cancel`), 'recurring_plan_not_active')
  const [event] = await planPayloads(shop, waiting.id)
  assert.deepEqual(
    [event.plan_status, event.cancelled_by, event.transaction_id, event.amount],
    ['cancelled', 'cid_test_load_admin', null, 15_000],
  )

  const running = await createPlan(shop, {})
  const { transaction_id: paid } = running.installments[0]
  const one = await shop.call('POST', `/recurring/${running.id}/installments/3/cancel`)
  assert.deepEqual(statesOf(one.body), ['completed', 'pending', 'cancelled'], one.text)
  for (const [index, code] of [
    ['1', 'recurring_installment_not_pending'],
    ['3', 'recurring_installment_not_pending'],
    ['4', 'recurring_installment_not_found'],
    ['x', 'recurring_installment_not_found'],
  ] as const)
    assertProblem(await shop.call('POST', `/recurring/${running.id}/installments/${index}/cancel`), code)
  const through = await shop.call('POST', `/payments/${paid}/recurring/cancel`)
  assert.deepEqual(
    [through.status, through.body.status, through.body.extra_properties.recurring_plan_id],
    [200, 'completed', running.id],
    through.text,
  )
  await moveClock(shop, 600)
  assert.deepEqual(statesOf(await readPlan(shop, running.id)), ['completed', 'cancelled', 'cancelled'])
  const sale = await shop.sell()
  assertProblem(await shop.call('POST', `/payments/${sale}/recurring/cancel`), 'recurring_plan_not_found')

  const last = await createPlan(shop, { installment_count: 2 })
  const ended = await shop.call('POST', `/recurring/${last.id}/installments/2/cancel`)
  assert.deepEqual([ended.body.status, ...statesOf(ended.body)], ['completed', 'completed', 'cancelled'])
  assert.deepEqual(await planEvents(shop, last.id), ['subscription.charged', 'subscription.completed'])
})

test('force_sync: what the bank has undone by itself is recorded with payment, journal and events, once', async () => {
  const reversed = await createPlan(shop, { amount: { amount: 15_091, currency: 'TRY' } })
  const failed = await createPlan(shop, { amount: { amount: 15_092, currency: 'TRY' } })
  for (const [plan, states, types, status] of [
    [reversed, ['cancelled', 'pending', 'pending'], ['payment.completed', 'void.completed'], 'canceled'],
    [failed, ['error', 'pending', 'pending'], ['payment.completed', 'payment.failed'], 'failed'],
  ] as const) {
    const { transaction_id } = plan.installments[0]
    const synced = await readPlan(shop, plan.id, '?force_sync=true')
    assert.deepEqual(statesOf(synced), states)
    assert.notEqual(synced.last_synced_at, null)
    await readPlan(shop, plan.id, '?force_sync=true')
    assert.deepEqual(await shop.events(transaction_id), types)
    assert.deepEqual((await shop.states(transaction_id)).at(-1), status)
    const entries = await shop.rows('select kind, amount::int from journal where payment_id = $1 order by kind', [
      transaction_id,
    ])
    assert.deepEqual(
      entries.map(({ kind }) => kind),
      ['reversal', 'sale'],
    )
    const [, event] = await planPayloads(shop, plan.id)
    assert.deepEqual([event.status, event.transaction_id, event.installment_index], [status, transaction_id, 1])
  }
})

test('undone by the bank and charged back: booked once, whichever comes first', async () => {
  for (const first of ['reversal', 'loss'] as const) {
    const plan = await createPlan(shop, { amount: { amount: 15_091, currency: 'TRY' }, card: { expire_year: '2099' } })
    const { transaction_id } = plan.installments[0]
    const { open, put, booked } = chargebacksOf(() => shop)
    const chargeback = await open(transaction_id, { amount: 10_000 })
    const sync = () => readPlan(shop, plan.id, '?force_sync=true')
    const lose = async () => assert.equal((await put(chargeback.id, { action: 'lose' })).status, 204)
    for (const step of first === 'reversal' ? [sync, lose] : [lose, sync]) await step()
    const expected = first === 'reversal' ? ['reversal 15091'] : ['chargeback 10000', 'reversal 5091']
    assert.deepEqual(
      (await booked(transaction_id)).map((entry) => entry.replace('merchant to bank ', '')),
      ['sale bank to merchant 15091', ...expected],
    )
    assert.equal((await shop.read(transaction_id)).status, 'canceled')
  }
})

test('the key of a plan is free for another one after a day', async () => {
  const make = (more: object = {}) =>
    shop.call('POST', '/recurring', planBody(more), { 'idempotency-key': 'plan-for-a-day' })
  const first = await make()
  assert.equal(first.status, 200, first.text)
  assertProblem(await make({ installment_count: 4 }), 'idempotency_key_in_use', /was used with another request/)
  await moveClock(shop, 86_400)
  const next = await make({ installment_count: 4 })
  assert.equal(next.status, 200, next.text)
  assert.notEqual(next.body.plan.id, first.body.plan.id)
})
