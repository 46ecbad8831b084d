/** The database itself isolates tenants, whatever the statement. Read from the catalogue, so a new table is covered. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type OpenRuntime, openRuntime } from '../../../src/app/open-runtime.ts'
import { loadConfig } from '../../../src/infra/process/config.ts'
import { makeDatabase, type TestDatabase, testServer } from '../../support/test-server.ts'
import { OF_NO_TENANT } from './tables-of-no-tenant.ts'

const TENANT = '00000000-0000-4000-8000-0000000000b1'
const OTHER = '00000000-0000-4000-8000-0000000000b2'

let database: TestDatabase
let open: OpenRuntime
let owner: pg.Client

before(async () => {
  database = await makeDatabase()
  open = await openRuntime(
    loadConfig({ DATABASE_URL: database.url, VEZNE_MASTER_KEYS: testServer().masterKeys, VEZNE_LOG_LEVEL: 'error' }),
    () => undefined,
  )
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await open.close()
  await database.drop()
})

const rows = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => (await owner.query<Row>(text)).rows
const OURS = `pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'`

/** Written by the owner of the schema alone, who takes months out. */
const OWNERS = 'archived_sums'

test('every table with a tenant is locked, for its owner too, and has exactly the two policies', async () => {
  const tables = await rows<{ name: string; locked: boolean; forced: boolean; policies: string[] }>(
    `select c.relname as name, c.relrowsecurity as locked, c.relforcerowsecurity as forced,
       array(select p.polname || ' ' || array_to_string(array(select rolname from pg_roles where oid = any(p.polroles)), ',')
               || case when p.polqual is null or p.polwithcheck is null or p.polcmd <> '*' or not p.polpermissive then ' incomplete' else '' end
             from pg_policy p where p.polrelid = c.oid order by p.polname) as policies
     from ${OURS} join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  assert.ok(tables.length >= 10, 'the catalogue was read')
  for (const { name, locked, forced, policies } of tables) {
    const expected = [...(name === OWNERS ? ['keeper  incomplete'] : []), 'platform vezne_platform', 'tenant vezne_app']
    assert.deepEqual({ name, locked, forced, policies }, { name, locked: true, forced: true, policies: expected })
  }
})

test('the tenant policy is the same text everywhere: the tenants the transaction names', async () => {
  const texts = await rows<{ using: string; check: string }>(
    `select distinct pg_get_expr(polqual, polrelid) as using, pg_get_expr(polwithcheck, polrelid) as check from pg_policy where polname = 'tenant'`,
  )
  assert.equal(texts.length, 1)
  assert.equal(texts[0]!.using, texts[0]!.check)
  assert.match(texts[0]!.using, /app\.tenant_ids/)
})

test('keys of tenants begin with the tenant: the primary key of every such table', async () => {
  const wrong = await rows<{ name: string }>(
    `select c.relname as name from ${OURS} join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     left join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relkind in ('r', 'p') and i.indkey[0] is distinct from a.attnum`,
  )
  assert.deepEqual(wrong, [])
})

test('the roles of the program own nothing, create nothing, bypass no row security', async () => {
  const owned = await rows(
    `select objid, classid::regclass::text from pg_shdepend join pg_roles r on r.oid = refobjid
     where deptype = 'o' and rolname in ('vezne_app', 'vezne_platform')`,
  )
  assert.deepEqual(owned, [])
  const roles = await rows(
    `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolinherit,
       has_schema_privilege(rolname, 'public', 'create') as makes, has_database_privilege(rolname, current_database(), 'create') as makes_schemas
     from pg_roles where rolname in ('vezne_app', 'vezne_platform') order by 1`,
  )
  const nothing = {
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    rolinherit: false,
    makes: false,
    makes_schemas: false,
  }
  assert.deepEqual(roles, [
    { rolname: 'vezne_app', ...nothing },
    { rolname: 'vezne_platform', ...nothing },
  ])
})

test('views run as their caller, and no function as its definer but those that make, rewrite and drop partitions and days of claims, or tell of timelines', async () => {
  const views = await rows(
    `select c.relname from ${OURS} where c.relkind in ('v', 'm') and not coalesce(c.reloptions::text like '%security_invoker=true%', false)`,
  )
  assert.deepEqual(views, [])
  const functions = await rows(
    `select proname, array_to_string(array(select a.grantee::regrole::text from aclexplode(p.proacl) a
         where a.grantee <> p.proowner), ' ') as callers, proconfig[1] as path
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where nspname = 'public' and prosecdef order by 1`,
  )
  assert.deepEqual(
    functions.map(({ proname, callers }) => `${proname}: ${callers}`),
    [
      'attach_month: vezne_platform',
      'begin_claim_day: vezne_app', // nobody needs to see other tenants for it, and it begins once a day whoever asks
      'drop_claim_day: vezne_platform',
      'drop_oldest_partition: vezne_platform',
      'empty_others: vezne_platform',
      'exchange_part: vezne_platform',
      'make_next_partition: vezne_platform',
      'note_changed_key: ', // a trigger
      'rewrite_step: vezne_platform',
      'take_out_month: vezne_platform',
      'timeline_history: vezne_app', // of a file of the server, no row
    ],
  )
  assert.ok(functions.every(({ path }) => path === 'search_path=public, pg_temp'))
})

test('rows: without a tenant none, with one its own, writes of another refused, platform all', async () => {
  const { db, sealer } = open.runtime
  const place = { table: 't', rowId: 'r', column: 'c' }
  await sealer.seal(TENANT, place, 'x')
  await sealer.seal(OTHER, place, 'x')
  const seen = `select tenant_id from data_keys where tenant_id in ('${TENANT}', '${OTHER}') order by 1`
  assert.deepEqual(await db.transaction({ of: [] }, (tx) => tx.query(seen)), [])
  assert.deepEqual(await db.transaction({ of: TENANT }, (tx) => tx.query(seen)), [{ tenant_id: TENANT }])
  assert.deepEqual(await db.transaction({ as: 'platform' }, (tx) => tx.query(seen)), [
    { tenant_id: TENANT },
    { tenant_id: OTHER },
  ])
  assert.equal(
    await db.transaction({ of: TENANT }, (tx) =>
      tx.execute(`update data_keys set month = 'never' where tenant_id = $1`, [OTHER]),
    ),
    0,
  )
  const insert = `insert into data_keys (tenant_id, id, month, master_key_id, wrapped, created) values ('${OTHER}', gen_random_uuid(), 'x', 'x', '', now())`
  await assert.rejects(
    db.transaction({ of: TENANT }, (tx) => tx.query(insert)),
    /row-level security/,
  )
  await assert.rejects(
    db.transaction({ of: [] }, (tx) => tx.query(insert)),
    /row-level security/,
  )
})

test('after a cross-tenant or failed transaction, the connection has no tenant', async () => {
  const { db } = open.runtime
  await db.transaction({ as: 'platform' }, (tx) => tx.query('select 1'))
  await assert.rejects(db.transaction({ of: TENANT }, (tx) => tx.query('select 1 / 0')))
  for (let count = 0; count < 20; count++) {
    const [row] = await db.transaction({ of: [] }, (tx) =>
      tx.query<{ who: string; tenants: string }>(
        `select current_user as who, current_setting('app.tenant_ids', true) as tenants`,
      ),
    )
    assert.deepEqual(row, { who: 'vezne_app', tenants: '' })
  }
})

test('a reference from one tenant’s row reaches only rows of the same tenant', async () => {
  const wrong = await rows<{ name: string }>(
    `select k.conrelid::regclass || '.' || k.conname as name from pg_constraint k
       join pg_attribute f on f.attrelid = k.conrelid and f.attname = 'tenant_id'
       join pg_attribute t on t.attrelid = k.confrelid and t.attname = 'tenant_id'
     where k.contype = 'f' and (k.conkey[1], k.confkey[1]) is distinct from (f.attnum, t.attnum)`,
  )
  assert.deepEqual(wrong, [])
})

/** Unique across tenants, or with the tenant last, and why that discloses nothing. */
const UNIQUE_OTHERWISE: Record<string, string> = {
  realms_slug_key: 'the name in the addresses of a tenant: chosen by the platform, public by nature',
  identity_providers_issuer_audience:
    'across tenants, as the two lead to one: only who has proven the pair learns that somebody else has',
  payment_operations_one_capture: 'holds the tenant; the payment first',
  payment_operations_one_alone: 'holds the tenant; the payment first',
  cancellation_requests_one_open: 'holds the tenant; the payment first',
  chargebacks_one_open: 'holds the tenant; the payment first',
  chargebacks_notice: 'holds the tenant; the bank’s reference first',
  three_d_sessions_completion: 'holds the tenant; the key first',
  fraud_alerts_of_check: 'holds the tenant; the check first',
  bank_files_bytes_in_use: 'holds the tenant; the hash first',
  reconciliations_start: 'holds the tenant; the key first',
}

test('uniqueness is per tenant: a conflict discloses nothing of another tenant', async () => {
  const unique = await rows<{ name: string; first: boolean; holds: boolean }>(
    `select i.indexrelid::regclass::text as name, i.indkey[0] = a.attnum as first,
       a.attnum = any((i.indkey::int2[])[0:i.indnkeyatts - 1]) as holds
     from ${OURS} join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
       join pg_index i on i.indrelid = c.oid and i.indisunique where not c.relispartition order by 1`,
  )
  assert.ok(unique.length > 30)
  const otherwise = unique.filter(({ first }) => !first)
  assert.deepEqual(
    otherwise.map(({ name }) => name).filter((name) => !(name in UNIQUE_OTHERWISE)),
    [],
  )
  for (const { name, holds } of otherwise) assert.equal(holds, !/across|public/.test(UNIQUE_OTHERWISE[name]!), name)
})

test('no other role is granted anything: not public, not by default', async () => {
  const granted = await rows(
    `select c.relname, (aclexplode(c.relacl)).grantee::regrole::text as grantee from ${OURS} where c.relacl is not null`,
  )
  const grantees = new Set(granted.map(({ grantee }) => grantee))
  const [me] = await rows<{ name: string }>('select current_user as name')
  assert.deepEqual([...grantees].filter((name) => name !== me!.name).sort(), ['vezne_app', 'vezne_platform'])
  const onColumns = await rows(
    `select attrelid::regclass, attname from pg_attribute join ${OURS} on c.oid = attrelid where attacl is not null order by c.relname`,
  )
  // Of the rows of a bank's file only the payment is found later; of a check only its personal data is ever erased; a reference goes over to
  // the transfer that an operation recalled.
  assert.deepEqual(onColumns, [
    { attrelid: 'bank_file_rows', attname: 'payment_id' },
    { attrelid: 'fraud_checks', attname: 'variables' },
    { attrelid: 'transfer_references', attname: 'transfer_id' },
  ])
  assert.deepEqual(await rows(`select * from pg_default_acl`), [])
})
test('tables without a tenant are the platform’s own, and known', async () => {
  const open = await rows<{ name: string }>(
    `select c.relname as name from ${OURS} where c.relkind in ('r', 'p')
       and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
     order by 1`,
  )
  assert.deepEqual(
    open.map(({ name }) => name).filter((name) => !(name in OF_NO_TENANT)),
    [],
  )
})
