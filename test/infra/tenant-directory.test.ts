/** The map of tenants in memory is that of the first shard, also of one that was restored, and however many ask for it anew. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createGuard, type OpenedServer, openServer } from '../../src/app/shards/open-server.ts'
import { Database } from '../../src/infra/database/database.ts'
import { newClient } from '../../src/infra/database/server-connection.ts'
import { joinNotifications } from '../../src/infra/database/shards/notifications-of-shards.ts'
import { createTenantDirectory } from '../../src/infra/database/shards/tenant-directory.ts'
import { createLog } from '../../src/infra/process/log.ts'
import { registry } from '../../src/infra/process/metrics.ts'
import { type CutDatabase, openCutDatabase } from '../support/cut-database.ts'
import { makeScratch } from '../support/scratch.ts'
import { makeDatabase, type TestDatabase } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { testConfig } from '../support/vezne.ts'

const idOf = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`
const [MOVED, NEW, LATER, LOST, LAST] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)] as const
const closers: (() => unknown)[] = []
const directory = createTenantDirectory()
let databases: readonly [TestDatabase, TestDatabase]
let road: CutDatabase

const onShard = async (shard: 0 | 1, ...statements: string[]): Promise<void> => {
  const owner = newClient(databases[shard].url)
  await owner.connect()
  for (const statement of statements) await owner.query(statement)
  await owner.end()
}
const place = (id: string, version: number, shard = 1): string =>
  `insert into tenant_shards (id, slug, shard, version) values ('${id}', 'tenant-${id.at(-1)}', ${shard}, ${version})`
const restored = `insert into restores (reason, system, database_oid, timeline, lost_since, lost_until)
  values ('older_state', '1', 1, 1, now(), now())`

before(async () => {
  databases = [await makeDatabase(), await makeDatabase()]
  road = await openCutDatabase(databases[0].url)
  const config = await testConfig(databases[0].url, makeScratch('vezne-directory-'))
  const guard = createGuard(config, createLog('error', { write: () => undefined }), 0)
  const nothing = (): void => undefined
  const opening = { config, isStarting: () => false, onError: nothing, answered: nothing }
  const opened: readonly OpenedServer[] = [
    await openServer(opening, { appUrl: road.url }, guard, closers),
    await openServer(opening, { appUrl: databases[1].url }, undefined, closers),
  ]
  const db = Database.over(
    opened.map(({ server }) => server),
    directory,
  )
  const notifications = joinNotifications(
    opened.map((each) => each.notifications),
    db,
  )
  closers.push(await directory.follow(db, notifications, guard.restores))
})
after(async () => {
  for (const close of closers.reverse()) await close()
  await road.close()
  for (const database of databases) await database.drop()
})

test('a first shard that was restored: what it has lost is forgotten, and what it has again counts', async () => {
  const draining = `move_step = 'draining', other_shard = 0, step_since = now(), version = 3`
  await onShard(0, place(MOVED, 1), place(NEW, 2), `update tenant_shards set ${draining} where id = '${MOVED}'`)
  await until('all of it is known', () => directory.isMoving(MOVED) && directory.shardOf(NEW) === 1)
  await onShard(
    0,
    `delete from tenant_shards where id = '${NEW}'`,
    `update tenant_shards set move_step = null, other_shard = null, step_since = null, version = 1`,
    restored,
  )
  await until('the new tenant is not on the map', () => directory.shardOf(NEW) === 0)
  assert.equal(directory.shardOfSlug('tenant-2'), 0)
  assert.equal(directory.shardOf(MOVED), 1)
  assert.equal(directory.isMoving(), false)
})

test('a restored first shard that has as many changes again as were known before', async () => {
  await onShard(0, place(LATER, 3))
  await until('it is known', () => directory.shardOf(LATER) === 1)
  await onShard(
    0,
    'begin',
    `delete from tenant_shards where id = '${LATER}'`,
    place(NEW, 3),
    place(LAST, 4),
    `update restores set finished = now(), finished_by = 'Ayşe Yılmaz'`,
    'commit',
  )
  await until('it is not on the map', () => directory.shardOf(LATER) === 0)
  assert.equal(directory.shardOf(NEW), 1)
  assert.equal(directory.shardOf(LAST), 1)
})

test('what only another shard still has of the map counts as long as the first one is away', async () => {
  await onShard(1, place(MOVED, 1, 0), place(LOST, 9))
  road.cut()
  await directory.refresh()
  assert.equal(directory.shardOf(LOST), 1)
  assert.equal(directory.shardOf(NEW), 1, 'the first shard has it, and the other is behind')
  assert.equal(directory.shardOf(MOVED), 1)
  road.mend()
  await until('the first shard has answered', () =>
    directory.refresh().then(
      () => directory.shardOf(LOST) === 0,
      () => false,
    ),
  )
  assert.equal(directory.shardOf(NEW), 1)
})

test('however many ask at once: one read is under way, and one more for those who came meanwhile', async () => {
  const owner = newClient(databases[0].url)
  await owner.connect()
  await owner.query('begin')
  await owner.query('lock table tenant_shards in access exclusive mode')
  const before = await countTransactions()
  const first = directory.refresh()
  await until('the first read waits', async () => {
    const { rows } = await owner.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where relation = 'tenant_shards'::regclass and not granted`,
    )
    return rows[0]!.waiting > 0
  })
  const others = Array.from({ length: 300 }, () => directory.refresh())
  await owner.query(place(LATER, 10))
  await owner.query('commit')
  await owner.end()
  await Promise.all([first, ...others])
  assert.equal(directory.shardOf(LATER), 1, 'it was there before those who came meanwhile were answered')
  const reads = (await countTransactions()) - before
  assert.ok(reads <= 4, `${reads} reads`) // a refresh of the process itself may be among them
})

/** Nothing else in this process opens transactions. */
const countTransactions = async (): Promise<number> => {
  const text = await registry.getSingleMetricAsString('db_client_operation_duration_seconds')
  return Number(/_count\{db_operation_name="transaction"\} (\d+)/.exec(text)?.[1])
}
