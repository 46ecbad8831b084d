/** First payments that take longer: 3-D Secure, a fraud review, a silent bank; and what makes a later try fail without a payment. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createPlan,
  moveClock,
  paymentsOfPlan,
  planBody,
  planEvents,
  readPlan,
  statesOf,
  untilStates,
} from '../support/card-plans.ts'
import { CARDS } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { CARDS_3D } from '../support/three-d.ts'
import { until } from '../support/until.ts'

const shop = useShop()

const passChallenge = async (html: string): Promise<void> => {
  const page = /action="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') as string
  const form = await (await fetch(page)).text()
  const action = /action="([^"]+)"/.exec(form)?.[1]?.replaceAll('&amp;', '&') as string
  const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name, value]) => [name, value] as [string, string],
  )
  await fetch(action, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
}

test('three_ds: the shopper confirms the first payment; the others wait for it and need nobody', async () => {
  const body = planBody({
    card: { number: CARDS_3D.frictionless },
    secure_type: 'three_ds',
    return_url: 'https://shop.example/back',
  })
  const made = await shop.call('POST', '/recurring', body, { 'idempotency-key': '3d' })
  assert.deepEqual([made.status, made.body.requires_three_d_secure, made.body.is_success], [200, true, true], made.text)
  assert.ok(made.body.redirect_token.length > 10)
  const { plan } = made.body
  await moveClock(shop, 121)
  assert.deepEqual(statesOf(await readPlan(shop, plan.id)), ['pending', 'pending', 'pending'])
  assert.equal((await paymentsOfPlan(shop, plan.id)).length, 1)
  await passChallenge(made.body.html_content)
  await until('passed', async () => (await shop.states(made.body.transaction_id)).at(-1) === 'completed')
  await moveClock(shop, 61)
  await untilStates(shop, plan.id, ['completed', 'completed', 'completed'])
  assert.deepEqual((await paymentsOfPlan(shop, plan.id)).map(({ extra }) => extra.recurring_sequence).toSorted(), [
    'initial',
    'subsequent',
    'subsequent',
  ])
  const start_date = new Date(shop.vezne.runtime.clock.ms() + 86_400_000).toISOString()
  assertProblem(await shop.call('POST', '/recurring', { ...body, start_date }), 'bad_request')
})

test('a silent bank: 202, and the plan follows what the inquiry establishes', async () => {
  const made = await shop.call('POST', '/recurring', planBody({ card: { number: CARDS.timeout } }))
  assert.deepEqual(
    [made.status, made.body.is_success, ...statesOf(made.body.plan)],
    [202, false, 'pending', 'pending', 'pending'],
  )
  for (let round = 0; round < 3; round++) {
    await moveClock(shop, 100)
    await until('asked', async () => (await shop.states(made.body.transaction_id)).at(-1) === 'failed' || round < 2)
  }
  const { id } = made.body.plan
  await moveClock(shop, 61)
  await untilStates(shop, id, ['error', 'cancelled', 'cancelled'])
  assert.deepEqual([(await readPlan(shop, id)).status, await planEvents(shop, id)], ['failed', ['subscription.failed']])
})

test('a later try without a payment: the merchant is not active, the configuration is gone', async () => {
  const set = await shop.call('POST', '/settings', { key: 'recurring.max_tries', value: '1' })
  assert.equal(set.status, 201, set.text)
  assertProblem(
    await shop.call('POST', '/settings', { key: 'recurring.retry_minutes', value: '0' }),
    'validation_failed',
  )
  const plan = await createPlan(shop, { installment_count: 3 })
  const merchant = (await readPlan(shop, plan.id)).merchant_id
  const setActive = async (isActive: boolean) => {
    await shop.own('update merchants set is_active = $2 where id = $1', [merchant, isActive])
    shop.vezne.runtime.notifications.publish('realms', '')
  }
  await setActive(false)
  await moveClock(shop, 61)
  await until('an error', async () => {
    const [row] = await shop.rows(
      'select result_code from recurring_installments where plan_id = $1 and installment_index = 2',
      [plan.id],
    )
    return row.result_code === 'merchant_inactive'
  })
  await setActive(true)
  const [{ configuration_id }] = await shop.rows('select configuration_id from recurring_plans where id = $1', [
    plan.id,
  ])
  await shop.own('update connector_configurations set is_active = false where id = $1', [configuration_id])
  shop.vezne.runtime.notifications.publish('connectors', '')
  await moveClock(shop, 61)
  const failed = await untilStates(shop, plan.id, ['completed', 'error', 'error'])
  assert.deepEqual(
    failed.installments.map(({ result_code }: { result_code: string | null }) => result_code),
    [null, 'merchant_inactive', 'connector_not_found'],
  )
  assert.deepEqual([failed.status, (await paymentsOfPlan(shop, plan.id)).length], ['failed', 1])
  await shop.own('update connector_configurations set is_active = true where id = $1', [configuration_id])
  shop.vezne.runtime.notifications.publish('connectors', '')
})
