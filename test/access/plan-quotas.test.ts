/** Limits of a plan and of a key: exactly as many payments and transfers as they allow, across three processes, by Istanbul days. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { compareCounts } from '../../src/access/limits/quota-jobs.ts'
import { COUNTED_TABLES } from '../../src/app/handed-reads.ts'
import { RECEIVERS, startLoadTeam } from '../support/load-team.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import type { VezneProcess } from '../support/process.ts'
import { CARDS_AT, callBeside, IDENTITY_AT, startBeside } from '../support/second-process.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import type { Vezne } from '../support/vezne.ts'

const LIMIT = 20
const CROWD = 200
const DAY_MS = 86_400_000

const team = use(startLoadTeam)
let vezne: Vezne
let others: VezneProcess[]
let token: string
before(async () => {
  vezne = team.vezne
  others = await Promise.all([startBeside(vezne), startBeside(vezne)])
  token = await vezne.token('admin', 'tenant-load')
})
after(async () => {
  for (const other of others) other.kill('SIGTERM')
  await Promise.all(others.map(({ exit }) => exit))
})

const limit = async (daily: number, monthly = 0): Promise<void> => {
  await vezne.runtime.db.transaction({ of: [] }, (tx) =>
    tx.execute(
      `update plans set daily_transaction_limit = $1, monthly_transaction_limit = $2 where code = 'unlimited'`,
      [daily, monthly],
    ),
  )
  await until('every process knows', async () => {
    const here = (await vezne.request('identity', 'GET', '/api/v1/me/plan', { token })).body
    const there = await Promise.all(others.map((other) => callBeside(other, IDENTITY_AT, 'GET', '/me/plan', { token })))
    const isKnown = (plan: Record<string, number>): boolean =>
      plan.daily_transaction_limit === daily && plan.monthly_transaction_limit === monthly
    return [here, ...there.map(({ body }) => body)].every(isKnown)
  })
}
const used = async (): Promise<[daily: number, monthly: number]> => {
  const { daily_used, monthly_used } = (await vezne.request('identity', 'GET', '/api/v1/me/plan', { token })).body
  return [daily_used, monthly_used]
}
const pay = (key?: string) =>
  vezne.request('cards', 'POST', '/api/v1/payments', {
    token,
    body: paymentBody(),
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })
const payAt = (nth: number) => {
  const other = others[nth % 3]
  return other ? callBeside(other, CARDS_AT, 'POST', '/payments', { token, body: paymentBody() }) : pay()
}
const differences = (): Promise<unknown[]> =>
  vezne.runtime.db.transaction({ as: 'platform' }, (tx) => tx.query('select * from quota_differences'))
const nextDay = (): Promise<void> => vezne.moveClock(DAY_MS)

test('200 at once in three processes against a limit of 20 a day: 20 pass, and the counters equal the stored rows', async () => {
  const [daily] = await used()
  await limit(daily + LIMIT)
  const answers = await Promise.all(Array.from({ length: CROWD }, (_, nth) => payAt(nth)))
  assert.equal(answers.filter(({ status }) => status === 200).length, LIMIT)
  const refused = answers.filter(({ status }) => status !== 200)
  assert.ok(refused.every(({ status, body }) => status === 422 && body.code === 'daily_limit_exceeded'))
  assert.equal((await used())[0], daily + LIMIT)
  assert.deepEqual(await differences(), [])
})

test('an exhausted limit refuses the next payment and replays the last one', async () => {
  await nextDay()
  await limit(1)
  const paid = await pay('last-of-the-day')
  assert.equal(paid.status, 200, paid.text)
  assertProblem(await pay(), 'daily_limit_exceeded', /The plan allows 1 payments and transfers a day/)
  const again = await pay('last-of-the-day')
  assert.deepEqual([again.status, again.text], [200, paid.text])
  await limit(2)
  assert.equal((await pay()).status, 200, 'a higher limit counts at once')
})

test('the day ends at midnight in Istanbul, and the month with its last day', async () => {
  await limit(0)
  const at = vezne.runtime.clock.ms()
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('Europe/Istanbul')
  const lastDay = local.with({ day: local.daysInMonth }).startOfDay()
  await vezne.moveClock(lastDay.add({ hours: 24 }).subtract({ seconds: 90 }).epochMilliseconds - at)
  const [, monthly] = await used()
  await limit(1, monthly + 2)
  assert.equal((await pay()).status, 200)
  assertProblem(await pay(), 'daily_limit_exceeded')
  await limit(0, monthly + 1)
  assertProblem(await pay(), 'monthly_limit_exceeded', /a month/)
  await vezne.moveClock(120_000)
  assert.deepEqual(await used(), [0, 0])
  assert.equal((await pay()).status, 200)
  assert.deepEqual(await used(), [1, 1])
})

test('transfers and payments share a limit; of two calls that exceed it together, one passes', async () => {
  await nextDay()
  await limit(0)
  await limit(50)
  const items = (count: number) => ({ items: Array.from({ length: count }, () => team.item(RECEIVERS.completes)) })
  const bulks = await Promise.all([team.bulk('maker', 'create', items(30)), team.bulk('maker', 'create', items(30))])
  assert.deepEqual(bulks.map(({ status }) => status).sort(), [201, 422])
  assert.deepEqual((await used())[0], 30)
  await limit(31)
  assert.equal((await pay()).status, 200)
  assertProblem(await pay(), 'daily_limit_exceeded')
  assert.deepEqual(await differences(), [])
})

test('counters that differ from the stored rows are reported and fixed', async () => {
  const tenant = vezne.demo.tenants.find(({ slug }) => slug === 'tenant-load')!.tenant_id
  const before = await used()
  await vezne.runtime.db.transaction({ of: tenant }, (tx) =>
    tx.execute('update quota_counts set count = count + 5 where tenant_id = $1', [tenant]),
  )
  assert.notDeepEqual(await used(), before)
  assert.ok((await differences()).length > 0)
  await compareCounts(vezne.runtime, COUNTED_TABLES)
  assert.deepEqual(await differences(), [])
  assert.deepEqual(await used(), before)
})
