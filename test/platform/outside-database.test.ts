/** An external PostgreSQL: several concurrent starts, roles created by an administrator, missing privileges reported exactly. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { type OpenRuntime, openRuntime } from '../../src/app/open-runtime.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { databaseUrl, makeDatabase, onServer, testServer } from '../support/test-server.ts'

const openOn = (url: string, more: Record<string, string> = {}): Promise<OpenRuntime> =>
  openRuntime(
    loadConfig({ DATABASE_URL: url, VEZNE_MASTER_KEYS: testServer().masterKeys, VEZNE_LOG_LEVEL: 'error', ...more }),
    () => undefined,
  )

const asAdmin = async (url: string, ...statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const as = (url: string, user: string, password: string): string => {
  const other = new URL(url)
  other.username = user
  other.password = password
  return other.href
}

test('four concurrent starts on an empty database create one schema, and all of them work', async () => {
  const database = await makeDatabase('empty')
  const runtimes = await Promise.all([1, 2, 3, 4].map(() => openOn(database.url)))
  try {
    const fingerprints = runtimes.map(({ runtime }) => runtime.sealer.fingerprint('x', 'y').toString('hex'))
    assert.equal(new Set(fingerprints).size, 1)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query<{ name: string; times: number }>(
      'select name, count(*)::int as times from schema_migrations group by name',
    )
    await client.end()
    assert.ok(rows.length > 0 && rows.every(({ times }) => times === 1))
  } finally {
    for (const open of runtimes) await open.close()
    await database.drop()
  }
})

test('a user who may create neither schema nor tables gets the required statements', async () => {
  const database = await makeDatabase('empty')
  const user = `poor_${randomBytes(4).toString('hex')}`
  await asAdmin(database.url, `create role ${user} login password 'p'`)
  try {
    await assert.rejects(openOn(as(database.url, user, 'p')), (error: Error) => {
      assert.match(error.message, new RegExp(`grant create, usage on schema public to ${user};`))
      assert.match(error.message, new RegExp(`grant create on database ${database.name} to ${user};`))
      return true
    })
  } finally {
    await database.drop()
    await asAdmin(databaseUrl(testServer(), 'postgres'), `drop role ${user}`)
  }
})

test('a role created by an administrator: missing privileges are listed, then the program acts as it', async () => {
  const database = await makeDatabase('empty')
  const suffix = randomBytes(4).toString('hex')
  const [ownerRole, appRole] = [`owner_${suffix}`, `acts_${suffix}`]
  await asAdmin(
    database.url,
    `create role ${ownerRole} login password 'p'`,
    `create role ${appRole} login password 'p' bypassrls`,
    `grant create, usage on schema public to ${ownerRole}`,
    `grant create on database ${database.name} to ${ownerRole}`,
  )
  const settings = { DATABASE_APP_URL: as(database.url, appRole, 'p') }
  const ownerUrl = as(database.url, ownerRole, 'p')
  try {
    await assert.rejects(openOn(ownerUrl, settings), (error: Error) => {
      assert.match(error.message, new RegExp(`grant vezne_app to ${appRole};`))
      assert.match(error.message, new RegExp(`alter role ${appRole} nosuperuser nobypassrls;`))
      return true
    })
    await asAdmin(database.url, `grant vezne_app to ${appRole}`, `alter role ${appRole} nobypassrls`)
    const open = await openOn(ownerUrl, settings)
    try {
      const [row] = await open.runtime.db.transaction({ of: [] }, (tx) => tx.query('select current_user as who'))
      assert.deepEqual(row, { who: appRole })
      assert.deepEqual(
        await open.runtime.db.transaction({ as: 'platform' }, (tx) => tx.query('select current_user as who')),
        [{ who: 'vezne_platform' }],
      )
      const tenant = '00000000-0000-4000-8000-0000000000c1'
      await open.runtime.sealer.seal(tenant, { table: 't', rowId: 'r', column: 'c' }, 'x')
      assert.deepEqual(await open.runtime.db.transaction({ of: [] }, (tx) => tx.query('select 1 from data_keys')), [])
    } finally {
      await open.close()
    }
  } finally {
    await database.drop()
    await asAdmin(databaseUrl(testServer(), 'postgres'), `drop role ${appRole}`, `drop role ${ownerRole}`)
  }
})

test('a schema with another history is refused before anything in it is touched; what a later release added is not', async () => {
  const database = await makeDatabase()
  const noted = (): Promise<{ name: string }[]> =>
    onServer(testServer(), 'select name from schema_migrations order by name', database.name)
  const open = async (): Promise<void> => (await openOn(database.url)).close()
  try {
    await asAdmin(database.url, `insert into schema_migrations (name, run_on) values ('9000_later', now())`)
    await open()
    await asAdmin(database.url, `update schema_migrations set name = '0009_bank-operations' where name = '0010_fraud'`)
    const before = await noted()
    await assert.rejects(open(), /from before its first release \(0009_bank-operations\).*empty database/)
    assert.deepEqual(await noted(), before)
  } finally {
    await database.drop()
  }
})
