/** An engine that sends a transaction to another server than the one it names: the server refuses it, and the caller repeats. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { findAppUrl } from '../../src/app/open-database-for-cli.ts'
import { openMasterKeys } from '../../src/cli/attach-runtime.ts'
import { isConnectionError, toDatabaseProblem } from '../../src/infra/database/database-errors.ts'
import { checkSchema } from '../../src/infra/database/migrations/check-schema.ts'
import { newClient } from '../../src/infra/database/server-connection.ts'
import { DatabaseServer } from '../../src/infra/database/shards/database-server.ts'
import { numberShard } from '../../src/infra/database/shards/require-shard.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { makeDatabase, type TestDatabase, testServer } from '../support/test-server.ts'

const OWN = 1
let database: TestDatabase
let named: (shard: number) => DatabaseServer
const opened: DatabaseServer[] = []

before(async () => {
  database = await makeDatabase()
  const owner = newClient(database.url)
  await owner.connect()
  await numberShard(owner, OWN)
  await numberShard(owner, OWN)
  await owner.end()
  named = (shard) => {
    const nameShard = `set "pgdog.shard" to ${shard}` // a server takes it for a setting of nobody's
    const engine = { shard, nameShard, directUrl: database.url }
    const server = new DatabaseServer(database.url, {
      connections: 2,
      onError: () => undefined,
      isPooled: true,
      engine,
    })
    opened.push(server)
    return server
  }
})
after(async () => {
  for (const server of opened) await server.close()
  await database.drop()
})

const WAYS: Readonly<Record<string, (server: DatabaseServer) => Promise<unknown>>> = {
  'a tenant': (server) => server.transaction({ of: randomUUID() }, (tx) => tx.query('select 1')),
  'several tenants': (server) => server.transaction({ of: [randomUUID(), randomUUID()] }, (tx) => tx.query('select 1')),
  nobody: (server) => server.transaction({ of: [] }, (tx) => tx.query('select 1')),
  'the platform': (server) => server.transaction({ as: 'platform' }, (tx) => tx.query('select 1')),
  'a batch': (server) => server.batch([randomUUID()], { name: 'one', text: 'select 1', values: [] }),
  'a batch joined by index': (server) =>
    server.batch([randomUUID()], { name: 'two', text: 'select 2', values: [], joinsByIndex: true }),
}
for (const [what, run] of Object.entries(WAYS))
  test(`${what}: done where the shard is the one that was named, else refused as by a server that is away`, async () => {
    await run(named(OWN))
    await assert.rejects(run(named(0)), (error) => isConnectionError(error) && toDatabaseProblem(error)?.status === 503)
  })

test('the platform acts across tenants behind an engine', async () => {
  const [row] = await named(OWN).transaction({ as: 'platform' }, (tx) =>
    tx.query<{ role: string }>('select current_user as role'),
  )
  assert.equal(row?.role, 'vezne_platform')
})

test('a process does not start behind an engine before the shard knows its number', async () => {
  const config = loadConfig({ DATABASE_URL: database.url, VEZNE_MASTER_KEYS: testServer().masterKeys })
  const appUrl = await findAppUrl(config, database.url, openMasterKeys(config))
  await checkSchema(appUrl, {}, OWN)
  await assert.rejects(checkSchema(appUrl, {}, 0), /Shard 0 does not know its number; run .* VEZNE_ROLE=migrate/)
})
