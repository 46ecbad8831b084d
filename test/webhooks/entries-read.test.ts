/**
 * How many index entries a delivery reads must not grow with the queue, whatever statistics the plans were made on. They are made
 * once per connection, usually while nothing waits.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openRig, TENANT } from '../support/delivery-rig.ts'
import { ok, startReceiver } from '../support/receiver.ts'
import { databaseUrl, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const DELIVERIES = 1_500
/** Claims walk past what is leased, and past versions that some snapshot may still see: 20 to 70, the more the slower the machine. A walk through the queue reads hundreds. */
const ENTRIES_MAX = 150

const rig = use(openRig)
const target = use(() => startReceiver(ok))
let owner: pg.Client
let expected = 0
before(async () => {
  const [{ name }] = (await rig.sql<{ name: string }>('select current_database() as name')) as [{ name: string }]
  owner = new pg.Client(databaseUrl(testServer(), name))
  await owner.connect()
})
after(async () => {
  await owner.end()
})

const entriesRead = async (): Promise<number> => {
  const { rows } = await owner.query<{ read: string }>(
    `select sum(idx_tup_read) as read from pg_stat_user_indexes where relname like 'webhook_deliveries%'`,
  )
  return Number(rows[0]?.read)
}

const waiting = async (id: string): Promise<number> =>
  (
    await rig.sql<{ n: number }>(
      `select count(*)::int as n from webhook_deliveries where tenant_id = '${TENANT}' and subscription_id = $1 and state = 'waiting'`,
      [id],
    )
  )[0]!.n

/** By a process of its own, whose sessions tell what they have read when they end. */
const deliver = async (count: number): Promise<number> => {
  const { id } = await rig.subscribe(target.origin)
  await rig.announce(Array.from({ length: count }, () => ({})))
  const before = await entriesRead()
  const another = await rig.anotherRuntime()
  // A budget that a busy machine keeps: a second attempt would be read here as a lost one.
  const sender = rig.send({}, another.runtime)
  expected += count
  await target.until(expected)
  // A sender that is stopped waits a moment for receivers; a busy machine takes longer to write the last results.
  await until('all are recorded', async () => (await waiting(id)) === 0)
  await sender.stop()
  await another.close()
  const read = (await entriesRead()) - before
  const rows = await rig.rows(id)
  assert.equal(rows.filter(({ state }) => state === 'delivered').length, count)
  await rig.sql('update webhook_subscriptions set is_active = false where id = $1', [id])
  return read / count
}

test('on the statistics of a queue that was empty', async () => {
  await deliver(10)
  await owner.query('vacuum analyze webhook_deliveries')
  const read = await deliver(DELIVERIES)
  assert.ok(read < ENTRIES_MAX, `${read.toFixed(0)} entries a delivery`)
})

test('without statistics, and with those of the grown table', async () => {
  await owner.query('truncate webhook_deliveries')
  for (let times = 0; times < 2; times++) {
    const read = await deliver(DELIVERIES)
    assert.ok(read < ENTRIES_MAX, `${read.toFixed(0)} entries a delivery`)
    await owner.query('vacuum analyze webhook_deliveries')
  }
})
