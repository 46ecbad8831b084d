/** Deliveries are kept by day: a day goes whole, what waits in it is taken along, and claims look only where something waits. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkPartitions } from '../../src/cli/doctor/partitions.ts'
import { Database } from '../../src/infra/database/database.ts'
import { buildClaimStatement, type ClaimedDelivery } from '../../src/webhooks/deliveries/claim-deliveries.ts'
import { findDueEndpoints } from '../../src/webhooks/deliveries/due-endpoints.ts'
import { buildFinishStatement, type FinishedAttempt } from '../../src/webhooks/deliveries/finish-attempts.ts'
import { createWaitingSpans } from '../../src/webhooks/deliveries/waiting-span.ts'
import { composeDeliveries } from '../../src/webhooks/dispatch/deliveries-module.ts'
import { explainEach, type Reads } from '../support/explained.ts'
import { keepPartitions, purgeDeliveries } from '../support/kept-partitions.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000
let shop: Shop
let target: Receiver
let subscription: string
before(async () => {
  shop = await openShop({ env: { VEZNE_ROLE: 'api' } }) // nobody sends but what is started here
  target = await startReceiver()
  const hook = { url: `${target.origin}/hook`, events: ['payment.completed'] }
  subscription = (await shop.call('POST', '/webhook-subscriptions', hook)).body.id
})
after(async () => {
  await shop.vezne.stop()
  await target.close()
})

const rows = () =>
  shop.rows(
    `select resource_id, id, state, tableoid::regclass::text as part from webhook_deliveries where subscription_id = $1 order by id`,
    [subscription],
  )
const sendAll = async (): Promise<void> => {
  const sending = composeDeliveries(shop.vezne.runtime).start()
  await until('nothing waits', async () => (await rows()).every(({ state }) => state !== 'waiting'))
  await sending.stop()
}
const pass = async (days: number): Promise<void> => {
  for (let day = 0; day < days; day++) {
    await shop.vezne.moveClock(DAY_MS)
    await keepPartitions(shop.vezne.runtime, {})
  }
}

test('days are made ahead and dropped whole after thirty; what waits is sent whenever somebody sends', async () => {
  const { runtime } = shop.vezne
  const sent = await shop.sell()
  await sendAll()
  const waits = await shop.sell()
  await pass(10)
  const later = await shop.sell()
  const [, , inItsDay] = await rows()
  assert.match(inItsDay.part, /^webhook_deliveries_\d{4}_\d{2}_\d{2}$/)
  await pass(20)
  await purgeDeliveries(runtime)
  assert.deepEqual(new Set((await rows()).map(({ resource_id }) => resource_id)), new Set([sent, waits, later]))
  await pass(9)
  await purgeDeliveries(runtime)
  const left = await rows()
  assert.deepEqual(
    left.map(({ resource_id, state }) => [resource_id, state]),
    [
      [later, 'waiting'],
      [waits, 'waiting'],
    ],
  )
  assert.equal(left[0].part, inItsDay.part)
  assert.deepEqual(
    (await checkPartitions({ runtime } as Parameters<typeof checkPartitions>[0])).map(({ state }) => state),
    ['ok'],
  )
  assert.equal(target.received.length, 1)
  await sendAll()
  assert.equal(target.received.length, 3)
})

const RESULT = { durationMs: 1, errorMessage: null, requestHeaders: null, responseHeaders: null, responseBody: null }
const delivered = (claimed: ClaimedDelivery): FinishedAttempt => ({
  ...RESULT,
  claimed,
  state: 'delivered',
  httpStatusCode: 200,
  next: null,
})

test('a claim and a result open three days, not forty, by a plan that is made once', async () => {
  const { runtime } = shop.vezne
  await shop.sell()
  const [{ count }] = await shop.rows(
    `select count(*)::int as count from partitions where table_name = 'webhook_deliveries'`,
    [],
  )
  assert.ok(count > 35, `${count} days`)
  const span = await createWaitingSpans(runtime).now()
  const now = runtime.clock.now()
  const [{ tenant_id: tenantId }] = await shop.rows('select tenant_id from webhook_subscriptions where id = $1', [
    subscription,
  ])
  const claim = () =>
    buildClaimStatement({
      tenantId,
      free: new Map(),
      freeByDefault: 10,
      limit: 10,
      now: runtime.clock.now(),
      leaseMs: 1_000,
      span,
    })
  const reads: Reads[] = []
  await runtime.db
    .transaction({ of: tenantId }, async (tx) => {
      const [claimed] = await explainEach(tx, reads).query<ClaimedDelivery>(claim().text, claim().values)
      const finish = buildFinishStatement([delivered(claimed!)])
      assert.equal((await explainEach(tx, reads).query(finish.text, finish.values)).length, 1)
      throw new Error('taken back')
    })
    .catch((error: Error) => assert.equal(error.message, 'taken back'))
  await runtime.db.transaction({ as: 'platform' }, (tx) => findDueEndpoints(explainEach(tx, reads), now, span))
  assert.equal(reads.length, 3)
  for (const { probes, opened, text } of reads) {
    assert.ok(probes <= 30, `${probes} searches: ${text}`)
    assert.ok(opened <= 30, `${opened} tables opened: ${text}`)
  }

  const one = Database.open(shop.vezne.ownerUrl, { connections: 1, onError: () => undefined })
  for (let times = 0; times < 8; times++) {
    const rows = await one.batch<ClaimedDelivery>([tenantId], claim())
    assert.equal((await one.batch([tenantId], buildFinishStatement(rows.map(delivered)))).length, rows.length)
    if (times < 7) await shop.sell()
  }
  const planned = await one.transaction({ of: [] }, (tx) =>
    tx.query(`select name, custom_plans from pg_prepared_statements where name like '%deliveries' order by name`),
  )
  await one.close()
  assert.deepEqual(planned, [
    { name: 'claim-due-deliveries', custom_plans: 0 },
    { name: 'finish-deliveries', custom_plans: 0 },
  ])
})

test('of several replays of an event at once one is queued', async () => {
  const last = (await rows()).at(-1)
  const path = `/webhook-subscriptions/deliveries/${last.id}/replay`
  const answers = await Promise.all(Array.from({ length: 6 }, () => shop.call('POST', path)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409])
  await sendAll()
  assert.equal((await rows()).filter(({ resource_id }) => resource_id === last.resource_id).length, 2)
})
