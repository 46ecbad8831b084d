/** As the very role the program connects with, every tenant table is tried across tenants in every way a statement can. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type OpenRuntime, openRuntime } from '../../../src/app/open-runtime.ts'
import { loadConfig } from '../../../src/infra/process/config.ts'
import { makeDatabase, type TestDatabase, testServer } from '../../support/test-server.ts'
import { insertOf, putOneRowEach, rowOf, type TenantTable, tenantTables } from '../../support/walls/one-row-each.ts'

const OWN = '00000000-0000-4000-8000-0000000000c1'
const SECOND = '00000000-0000-4000-8000-0000000000c2'
const FOREIGN = '00000000-0000-4000-8000-0000000000c3'

let database: TestDatabase
let open: OpenRuntime
let owner: pg.Client
let app: pg.Client
let tables: TenantTable[]

before(async () => {
  database = await makeDatabase()
  open = await openRuntime(
    loadConfig({ DATABASE_URL: database.url, VEZNE_MASTER_KEYS: testServer().masterKeys, VEZNE_LOG_LEVEL: 'error' }),
    () => undefined,
  )
  owner = new pg.Client({ connectionString: database.url })
  app = new pg.Client({ connectionString: open.appUrl })
  await Promise.all([owner.connect(), app.connect()])
  tables = await tenantTables(owner)
  await putOneRowEach(owner, tables, [OWN, SECOND, FOREIGN])
})
after(async () => {
  // These rows were not appended by the program, so they form no chain.
  for (const table of ['audit_log', 'audit_heads', 'audit_cuts'])
    await owner.query(`delete from ${table} where tenant_id = any($1)`, [[OWN, SECOND, FOREIGN]])
  await Promise.all([owner.end(), app.end()])
  await open.close()
  await database.drop()
})

/** Tenant settings of a transaction; FOREIGN is in none of them. */
const CONTEXTS: [name: string, tenants: string | null][] = [
  ['no tenant was ever set', null],
  ['none is set', ''],
  ['another one is set', OWN],
  ['several others are set', `${OWN},${SECOND}`],
]

/** The SQLSTATE, or the number of rows. Rolled back. */
const attempt = async (tenants: string | null, text: string, values: unknown[] = []): Promise<string | number> => {
  await app.query('begin')
  try {
    if (tenants !== null) await app.query(`select set_config('app.tenant_ids', $1, true)`, [tenants])
    const { rowCount } = await app.query(text, values)
    return rowCount ?? 0
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await app.query('rollback')
  }
}

const DENIED = '42501' // a wall, or a right that was never granted

for (const [context, tenants] of CONTEXTS)
  test(`${context}: no row of a foreign tenant is read, made, changed, moved or deleted`, async (t) => {
    let tried = 0
    const is = async (expected: (string | number)[], name: string, text: string, values: unknown[] = []) => {
      tried++
      const got = await attempt(tenants, text, values)
      assert.ok(expected.includes(got), `${name} gives ${got}: ${text}`)
    }
    for (const table of tables) {
      const { name, key } = table
      const own = tenants === null || tenants === '' ? 0 : tenants.split(',').length
      const foreignRow = [JSON.stringify(await rowOf(owner, name, FOREIGN))]
      await is([own], name, `select 1 from ${name} where tenant_id in ('${OWN}', '${SECOND}', '${FOREIGN}')`)
      await is([0], name, `select 1 from ${name} where tenant_id = '${FOREIGN}'`)
      await is([0, DENIED], name, `select 1 from ${name} where tenant_id = '${FOREIGN}' for update`)
      await is([DENIED], name, insertOf(table), foreignRow)
      await is([DENIED], name, `${insertOf(table)} on conflict (${key.join(', ')}) do nothing`, foreignRow)
      await is([0, DENIED], name, `update ${name} set tenant_id = tenant_id where tenant_id = '${FOREIGN}'`)
      await is([0, DENIED], name, `update ${name} set tenant_id = '${OWN}' where tenant_id = '${FOREIGN}'`)
      await is(
        own === 0 ? [0, DENIED] : [DENIED],
        name,
        `update ${name} set tenant_id = '${FOREIGN}' where tenant_id = '${OWN}'`,
      )
      await is([0, DENIED], name, `delete from ${name} where tenant_id = '${FOREIGN}'`)
      await is([DENIED], name, `truncate ${name}`)
      await is(['0A000', DENIED], name, `copy ${name} from program 'true'`)
    }
    t.diagnostic(`${tables.length} tables, ${tried} statements, 0 rows across`)
  })

test('with its own tenant set, each table shows exactly the row of that tenant', async (t) => {
  for (const { name } of tables)
    for (const tenant of [OWN, SECOND, FOREIGN])
      assert.equal(
        await attempt(tenant, `select 1 from ${name} where tenant_id in ('${OWN}', '${SECOND}', '${FOREIGN}')`),
        1,
        name,
      )
  t.diagnostic(`${tables.length} tables`)
})

test('a setting that is no list of tenants opens nothing', async () => {
  for (const { name } of tables)
    for (const tenants of ['*', `${OWN}' or true`, '%', 'null'])
      assert.equal(await attempt(tenants, `select 1 from ${name}`), '22P02', `${name}: ${tenants}`)
})

const ESCAPES = [
  'set row_security = off; select 1 from payments',
  'alter table payments disable row level security',
  'alter table payments no force row level security',
  'drop policy tenant on payments',
  'create policy open on payments using (true)',
  'alter policy tenant on payments using (true)',
  'alter role vezne_app bypassrls',
  'set role OWNER',
  'set session authorization OWNER',
  'create function public.f() returns int language sql security definer as $$ select 1 $$',
  'create view public.v as select 1',
  'create schema mine',
  'create table public.t (id int)',
  'create extension dblink',
  "copy (select 1) to program 'true'",
  "select pg_read_file('PG_VERSION')",
  "select lo_import('/etc/passwd')",
  'select * from pg_authid',
  'insert into allowed_transitions select * from allowed_transitions',
]
test('the role cannot disable its own row security', async () => {
  const { rows } = await owner.query<{ name: string }>('select current_user as name')
  for (const text of ESCAPES) assert.equal(await attempt(OWN, text.replace('OWNER', rows[0]!.name)), DENIED, text)
})

test('after all of it the foreign rows are what they were', async () => {
  for (const { name } of tables) {
    const { rows } = await owner.query(
      `select tenant_id from ${name} where tenant_id in ('${OWN}', '${SECOND}', '${FOREIGN}')`,
    )
    assert.equal(rows.length, 3, name)
  }
})
