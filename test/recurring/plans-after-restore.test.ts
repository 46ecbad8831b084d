/**
 * Card plans after a restore: whatever a plan has charged since the backup is known again and not charged a second time, whether the
 * backup has the plan or its shop makes it again with its key; and the agreement with the cardholder goes on.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { startBank } from '../support/bank.ts'
import { planConnectors } from '../support/bank-rig.ts'
import {
  createPlan,
  moveClock,
  paymentsOfPlan,
  planBody,
  readPlan,
  statesOf,
  untilStates,
} from '../support/card-plans.ts'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const MINUTE_S = 61
const DAY_S = 86_400
const DAILY = { period: 'daily', start_date: '2020-01-01T00:00:00Z' }

const shop = useShop()
const bank = use(() => startBank({ port: shop.vezne.config.ports.bank }))

before(() =>
  shop.own(
    `insert into restores (reason, system, database_oid, timeline, lost_since, lost_until, finished, finished_by, asks_banks_until)
     select 'older_state', system, database_oid, timeline, now(), now(), now(), 'test', now() from database_identity`,
    [],
  ),
)

/** What was written since `since` is lost, and a person opens the platform now. */
const restore = async (since: Date): Promise<void> => {
  const { clock, restores } = shop.vezne.runtime
  const now = clock.now()
  await shop.own(
    `update restores set lost_since = $1, lost_until = $2, finished = $2, asks_banks_until = $2::timestamptz + interval '48 hours'`,
    [since, now],
  )
  await until('the banks are asked', () => restores.askBanksFrom('any')?.untilMs === now.getTime())
}

/** Plans of other tests go on: those of each have an amount of their own. */
let tests = 0
const newAmount = (): { amount: number; currency: string } => ({ amount: 20_000 + 100 * ++tests, currency: 'TRY' })
const chargesOf = async ({ amount: { amount } }: { amount: { amount: number } }): Promise<number> =>
  (await bank.control.journal()).filter((each) => each.operation === 'sale' && each.booked && each.amount === amount)
    .length

const losePayments = async (id: string, kept: readonly string[] = []): Promise<void> => {
  for (const { id: payment } of await paymentsOfPlan(shop, id))
    if (!kept.includes(payment))
      for (const [table, column] of [
        ['idempotency_claims', 'holder'],
        ['journal', 'payment_id'],
        ['events', 'resource_id'],
        ['payments', 'id'],
      ])
        await shop.own(`delete from ${table} where ${column} = $1`, [payment])
}

const PLAN_TABLES = [
  ['events', 'resource_id'],
  ['recurring_installments', 'plan_id'],
  ['recurring_plans', 'id'],
] as const

const losePlan = async (id: string): Promise<void> => {
  await losePayments(id)
  for (const [table, column] of PLAN_TABLES) await shop.own(`delete from ${table} where ${column} = $1`, [id])
}

/** Returns what brings the plan back to this moment, as a restored backup does. */
const backUp = async (id: string): Promise<() => Promise<void>> => {
  const kept = (await paymentsOfPlan(shop, id)).map((payment) => payment.id)
  for (const [table, column] of PLAN_TABLES)
    await shop.own(`create table kept_${table} as select * from ${table} where ${column} = '${id}'`, [])
  return async () => {
    await losePayments(id, kept)
    for (const [table, column] of PLAN_TABLES) await shop.own(`delete from ${table} where ${column} = $1`, [id])
    for (const [table] of PLAN_TABLES.toReversed()) {
      const [{ columns }] = await shop.rows(
        `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute where attrelid = $1::regclass and attnum > 0
          and not attisdropped and attgenerated = ''`,
        [table],
      )
      await shop.own(`insert into ${table} (${columns}) select ${columns} from kept_${table}`, [])
      await shop.own(`drop table kept_${table}`, [])
    }
  }
}

for (const { demo } of planConnectors) {
  const bodyOf = async (change: object = {}) => ({
    connector_config_id: await shop.configurationOf(demo.code),
    amount: newAmount(),
    ...change,
  })
  const start = async (body: object, key: Record<string, string>): Promise<Answer> =>
    shop.call('POST', '/recurring', planBody(body), key)
  const makeAgain = async (body: object, key: Record<string, string>): Promise<string> => {
    const again = await start(body, key)
    assert.equal(again.status, 200, again.text)
    assert.equal(statesOf(again.body.plan)[0], 'completed')
    return again.body.plan.id
  }

  for (const later of [false, true])
    test(`${demo.code}: a lost plan made again ${later ? 'the next day' : 'at once'}: its first payment is known again`, async () => {
      const key = { 'idempotency-key': randomUUID() }
      const body = await bodyOf({ installment_count: 2 })
      const since = shop.vezne.runtime.clock.now()
      const { id } = await createPlan(shop, body, key)
      const charges = await chargesOf(body)
      await losePlan(id)
      if (later) await moveClock(shop, 23 * 3_600)
      await restore(since)
      await makeAgain(body, key)
      assert.equal(await chargesOf(body), charges)
    })

  test(`${demo.code}: a lost plan made again, whose second installment was charged: it is known again, and the third follows the agreement`, async () => {
    const key = { 'idempotency-key': randomUUID() }
    const body = await bodyOf()
    const since = shop.vezne.runtime.clock.now()
    const lost = await createPlan(shop, body, key)
    await moveClock(shop, MINUTE_S)
    await untilStates(shop, lost.id, ['completed', 'completed', 'pending'])
    const charges = await chargesOf(body)
    await losePlan(lost.id)
    await restore(since)
    const id = await makeAgain(body, key)
    await moveClock(shop, MINUTE_S)
    await untilStates(shop, id, ['completed', 'completed', 'pending'])
    assert.equal(await chargesOf(body), charges)
    await moveClock(shop, MINUTE_S)
    await untilStates(shop, id, ['completed', 'completed', 'completed'])
    assert.equal(await chargesOf(body), charges + 1)
  })

  test(`${demo.code}: a daily plan made again on the third day, whose third installment is due after banks are no longer asked`, async () => {
    const key = { 'idempotency-key': randomUUID() }
    const body = await bodyOf({ ...DAILY, installment_count: 4 })
    const since = shop.vezne.runtime.clock.now()
    const lost = await createPlan(shop, body, key)
    for (const states of [
      ['completed', 'completed', 'pending', 'pending'],
      ['completed', 'completed', 'completed', 'pending'],
    ]) {
      await moveClock(shop, DAY_S)
      await untilStates(shop, lost.id, states)
    }
    const charges = await chargesOf(body)
    await losePlan(lost.id)
    await restore(since)
    const id = await makeAgain(body, key)
    await moveClock(shop, 2 * DAY_S + MINUTE_S)
    await until('banks are no longer asked', () => shop.vezne.runtime.restores.askBanksFrom('any') === null)
    await untilStates(shop, id, ['completed', 'completed', 'completed', 'pending'])
    assert.equal(await chargesOf(body), charges)
    await moveClock(shop, DAY_S)
    await untilStates(shop, id, ['completed', 'completed', 'completed', 'completed'])
    assert.equal(await chargesOf(body), charges + 1)
  })

  test(`${demo.code}: a plan of the backup, whose second installment was charged since: it is known again`, async () => {
    const body = await bodyOf()
    const { id } = await createPlan(shop, body, { 'idempotency-key': randomUUID() })
    const goBack = await backUp(id)
    const since = shop.vezne.runtime.clock.now()
    await moveClock(shop, MINUTE_S)
    await untilStates(shop, id, ['completed', 'completed', 'pending'])
    const charges = await chargesOf(body)
    await restore(since)
    await goBack()
    await untilStates(shop, id, ['completed', 'completed', 'pending'])
    assert.equal(await chargesOf(body), charges)
    await moveClock(shop, MINUTE_S)
    await untilStates(shop, id, ['completed', 'completed', 'completed'])
    assert.equal(await chargesOf(body), charges + 1)
  })

  test(`${demo.code}: a plan of the backup, whose second installment was charged by its second try since, and no bank heard of the first`, async () => {
    const body = await bodyOf()
    const { id } = await createPlan(shop, body, { 'idempotency-key': randomUUID() })
    const goBack = await backUp(id)
    const since = shop.vezne.runtime.clock.now()
    await shop.own('update recurring_installments set try_count = 1 where plan_id = $1 and installment_index = 2', [id])
    await moveClock(shop, MINUTE_S)
    await untilStates(shop, id, ['completed', 'completed', 'pending'])
    const charges = await chargesOf(body)
    await restore(since)
    await goBack()
    await untilStates(shop, id, ['completed', 'completed', 'pending'])
    assert.equal(await chargesOf(body), charges)
  })

  test(`${demo.code}: a lost plan made again while its bank does not say: nothing is charged, and later it is known`, async () => {
    const key = { 'idempotency-key': randomUUID() }
    const body = await bodyOf({ ...DAILY, installment_count: 2 })
    const since = shop.vezne.runtime.clock.now()
    const lost = await createPlan(shop, body, key)
    const charges = await chargesOf(body)
    await losePlan(lost.id)
    await restore(since)
    const silent = (operation: string) => ({ kind: 'reset', match: { operation }, times: null })
    await bank.control.arm(silent('status'), silent('history'))
    const { transaction_id } = assertProblem(await start(body, key), 'connector_unavailable')
    await bank.control.disarm()
    const [{ plan_id }] = await shop.rows('select plan_id from recurring_installments where payment_id = $1', [
      transaction_id,
    ])
    await until('it is known', async () => {
      await moveClock(shop, 5 * 60)
      return statesOf(await readPlan(shop, plan_id))[0] === 'completed'
    })
    assert.equal(await chargesOf(body), charges)
    assert.equal((await start(body, key)).body.plan.id, plan_id)
  })
}

test('a plan made again without a key, or with another one, is another plan', async () => {
  const connector_config_id = await shop.configurationOf(planConnectors[0]!.demo.code)
  const body = { connector_config_id, installment_count: 2, amount: newAmount() }
  const since = shop.vezne.runtime.clock.now()
  for (const again of [{}, { 'idempotency-key': randomUUID() }]) {
    const lost = await createPlan(shop, body)
    const charges = await chargesOf(body)
    await losePlan(lost.id)
    await restore(since)
    await createPlan(shop, body, again)
    assert.equal(await chargesOf(body), charges + 1)
  }
})
