/** The check of migrations and statements: what lacks its tenant is found, what names it passes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tenantFaults } from '../../scripts/tenant-tables.ts'

const LOCKED = `create table locked (
  tenant_id uuid not null references realms,
  id uuid not null,
  primary key (tenant_id, id)
);
call protect_tenant_table('locked', 'select');
create table plans (
  id uuid primary key
);
call share_table('plans');`
const faults = (migration: string, code = ''): string[] =>
  tenantFaults(new Map([['migrations/0001_x.sql', LOCKED + migration]]), new Map([['src/x/x-store.ts', code]]))

test('a table with a tenant and no row-level security is found, however it got the column', () => {
  assert.deepEqual(faults(''), [])
  assert.match(faults('\ncreate table open (\n  tenant_id uuid,\n  id uuid\n);').join(), /makes open with tenant_id/)
  assert.match(faults('\ncreate unlogged table open (\n  id uuid,\n  tenant_id uuid\n);').join(), /makes open/)
  assert.match(faults('\nalter table plans add column tenant_id uuid;').join(), /makes plans/)
  assert.deepEqual(
    faults("\nalter table plans add column tenant_id uuid;\ncall protect_tenant_table('plans', '');"),
    [],
  )
})

const STATEMENTS: [isFound: boolean, code: string][] = [
  [true, "'select id from locked where id = $1'"],
  [true, '`update locked set id = $1 where id = $2`'],
  [true, "'delete from locked where id = $1'"],
  [true, "'insert into locked (id) values ($1)'"],
  [true, '`select 1 from plans p join locked on locked.id = p.id`'],
  [true, 'const WHERE = `where id = $1`\n\nconst x = `select id from locked $\u007bWHERE}`'],
  [false, 'const WHERE = `where tenant_id = $1`\n\nconst x = `select id from locked $\u007bWHERE}`'],
  [
    true,
    'const isIn = (id: string) => sql`id = $\u007bid}`\n\nconst x = sql`select id from locked where $\u007bisIn(id)}`',
  ],
  [
    false,
    'const isIn = (of: string) => sql`tenant_id = $\u007bof}`\n\nconst x = sql`select id from locked where $\u007bisIn(id)}`',
  ],
  [false, "'select id from locked where tenant_id = $1'"],
  [false, "'select id from plans where id = $1'"],
  [false, "'insert into locked select * from jsonb_populate_recordset(null::locked, $1)'"],
  [false, "'Updates come from locked doors'"],
]
for (const [isFound, code] of STATEMENTS)
  test(`${isFound ? 'found' : 'fine'}: ${code.replaceAll('\n', ' ')}`, () => {
    assert.equal(faults('', code).length, isFound ? 1 : 0)
  })

const MACHINERY: [isFound: boolean, code: string][] = [
  [true, "const TABLES = [{ table: 'locked', key: 'id' }]"],
  [true, "'select id from locked where tenant_id = $1'"],
  [false, '/** Rows of locked tables. */\nconst isLocked = true'],
  [false, '`select id from $\u007btable} where tenant_id = $1`'],
]
for (const [isFound, code] of MACHINERY)
  for (const folder of ['infra', 'lists'])
    test(`${isFound ? 'found' : 'fine'} in src/${folder}: ${code.replaceAll('\n', ' ')}`, () => {
      const migrations = new Map([['migrations/0001_x.sql', LOCKED]])
      assert.equal(tenantFaults(migrations, new Map([[`src/${folder}/x.ts`, code]])).length, isFound ? 1 : 0)
    })
