/** A first payment with 3-D Secure that no bank got: the plan has failed, and the caller hears that a new key makes another. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createPlan, planBody, readPlan, statesOf } from '../support/card-plans.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { CARDS_3D } from '../support/three-d.ts'
import { until } from '../support/until.ts'

const NEW_KEY = /try again later with a new Idempotency-Key|Start a new payment with a new Idempotency-Key/

const shop = useShop()

/** Three faults in a row: the breaker opens, so nothing is sent to the bank. */
const openBreaker = async (configuration: string): Promise<void> => {
  const extra_properties = { connector_configuration_id: configuration }
  const body = paymentBody({ card: { number: CARDS.trippingGateway }, extra_properties })
  for (let fault = 0; fault < 3; fault++) await shop.call('POST', '/payments', body)
}

/** Holds new plans back between the choice of their bank and the call to it. */
const holdPlans = async () => {
  const owner = new pg.Client({ connectionString: shop.vezne.ownerUrl })
  await owner.connect()
  await owner.query('begin')
  await owner.query('lock table recurring_plans in share row exclusive mode')
  const waiting = `select from pg_locks where relation = 'recurring_plans'::regclass and not granted`
  return {
    untilOneWaits: () => until('a plan waits', async () => (await owner.query(waiting)).rowCount === 1),
    letGo: () => owner.end(),
  }
}

test('the bank is cut off just before the start: neither the first answer nor a repeat sends the caller back to the key', async () => {
  const { id } = await createPlan(shop)
  const [{ configuration_id }] = await shop.rows('select configuration_id from recurring_plans where id = $1', [id])
  const body = planBody({
    card: { number: CARDS_3D.frictionless },
    secure_type: 'three_ds',
    return_url: 'https://shop.example/back',
    connector_config_id: configuration_id,
  })
  const start = () => shop.call('POST', '/recurring', body, { 'idempotency-key': 'unsent' })
  const hold = await holdPlans()
  const starting = start()
  await hold
    .untilOneWaits()
    .then(() => openBreaker(configuration_id))
    .finally(hold.letGo)
  const { transaction_id, detail } = assertProblem(await starting, 'three_ds_init_exception')
  assert.match(detail, NEW_KEY)
  assert.match(assertProblem(await start(), 'payment_failed').detail, NEW_KEY)
  const [{ plan_id }] = await shop.rows('select plan_id from recurring_installments where transaction_id = $1', [
    transaction_id,
  ])
  const plan = await readPlan(shop, plan_id)
  assert.deepEqual([plan.status, ...statesOf(plan)], ['failed', 'error', 'cancelled', 'cancelled'])
})
