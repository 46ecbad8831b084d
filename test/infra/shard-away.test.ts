/** A shard that is not there is a fault for its own tenants, and for what asks every shard; all else goes on. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Database } from '../../src/infra/database/database.ts'
import { isConnectionError, toDatabaseProblem } from '../../src/infra/database/database-errors.ts'
import { newClient } from '../../src/infra/database/server-connection.ts'
import { findOnShards, onAnyShard, pageAcrossShards } from '../../src/infra/database/shards/across-shards.ts'
import { DatabaseServer } from '../../src/infra/database/shards/database-server.ts'
import { numberShard } from '../../src/infra/database/shards/require-shard.ts'
import { makeDatabase, type TestDatabase } from '../support/test-server.ts'

const [HERE, GONE] = ['00000000-0000-4000-8000-0000000000a0', '00000000-0000-4000-8000-0000000000a1']
const options = { connections: 2, onError: () => undefined }
let database: TestDatabase
let db: Database

before(async () => {
  database = await makeDatabase()
  const servers = [
    new DatabaseServer('postgres://nobody@127.0.0.1:1/none', options),
    new DatabaseServer(database.url, options),
  ]
  const shardOf = (tenantId: string): number => (tenantId === GONE ? 0 : 1)
  db = Database.over(servers, { shardOf, shardOfSlug: () => 0, isMoving: () => false, refresh: async () => undefined })
})
after(async () => {
  await db.close()
  await database.drop()
})

test('its tenants are told to come again, and the others are served', async () => {
  const [row] = await db.transaction({ of: HERE }, (tx) => tx.query<{ one: number }>('select 1 as one'))
  assert.equal(row?.one, 1)
  await assert.rejects(
    db.transaction({ of: GONE }, (tx) => tx.query('select 1')),
    (error) => isConnectionError(error) && toDatabaseProblem(error)?.status === 503,
  )
})

test('what every shard has is read from another one', async () => {
  const plans = await onAnyShard(db, (shard) =>
    shard.transaction({ of: [] }, (tx) => tx.query('select code from plans')),
  )
  assert.ok(plans.length > 0)
})

test('what is found is found; what is not found may be on the shard that is away', async () => {
  assert.equal(await findOnShards(db, 'read', async () => 'found'), 'found')
  await assert.rejects(
    findOnShards(db, 'read', async () => undefined),
    (error) => isConnectionError(error),
  )
})

test('pages over all shards put their rows into one order, and end', async () => {
  const both = Database.over([new DatabaseServer(database.url, options), new DatabaseServer(database.url, options)], {
    shardOf: () => 0,
    shardOfSlug: () => 0,
    isMoving: () => false,
    refresh: async () => undefined,
  })
  const read = async (_tx: unknown, { page = 1, page_size = 25 }: { page?: number; page_size?: number }) => {
    assert.equal(page, 1)
    return { rows: [9, 7, 5, 3, 1].slice(0, page_size), total: 5 }
  }
  const isBefore = (one: number, other: number): boolean => one > other
  assert.deepEqual(await pageAcrossShards(both, { page: 2, page_size: 3 }, isBefore, read), {
    rows: [7, 5, 5],
    total: 10,
  })
  await assert.rejects(pageAcrossShards(both, { page: 101, page_size: 100 }, isBefore, read), /10000/)
  await both.close()
})

test('every transaction and batch begins with the statement that names the shard to an engine; without one nothing is sent', async () => {
  const text = `select current_setting('pgdog.shard', true) as shard, count(*)::int as read from plans`
  const ask = async (server: DatabaseServer) => {
    const inTransaction = await server.transaction({ of: [] }, (tx) => tx.query<{ shard: string | null }>(text))
    const inBatch = await server.batch<{ shard: string | null }>([], {
      name: 'shard',
      text,
      values: [],
      onlyReads: true,
    })
    await server.close()
    return [...inTransaction, ...inBatch].map(({ shard }) => shard)
  }
  const owner = newClient(database.url)
  await owner.connect()
  await numberShard(owner, 7)
  await owner.end()
  const engine = { shard: 7, nameShard: 'set "pgdog.shard" to 7', directUrl: database.url }
  const named = new DatabaseServer(database.url, { ...options, isPooled: true, engine })
  assert.deepEqual(await ask(named), ['7', '7'])
  assert.deepEqual(await ask(new DatabaseServer(database.url, options)), [null, null])
})
