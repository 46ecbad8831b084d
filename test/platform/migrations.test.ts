/** Migrations beside running programs: what the check refuses, and how a file runs while its table is in use. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { migrationFaults } from '../../scripts/migration-rules.ts'
import { runMigrations } from '../../src/infra/database/migrations/run-migrations.ts'
import { makeScratch } from '../support/scratch.ts'
import { discardFolder } from '../support/seen.ts'
import { makeDatabase } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const RELEASED = new Map([
  ['migrations/0001_base.sql', '-- Base.\ncreate table payments (id integer);\ncreate table plans (id integer);\n'],
  ['migrations/0002_more.sql', '-- More.\nalter table plans add column colour text;\n'],
])
const faultsOf = (text: string, name = '0003_new.sql'): string[] =>
  migrationFaults(new Map([...RELEASED, [`migrations/${name}`, `-- New.\n${text}\n`]]), RELEASED)

const FINE: string[] = [
  'create table boxes (tenant_id uuid not null, id uuid, primary key (tenant_id, id)); create unique index a on boxes (id); alter table boxes add unique (id);',
  'alter table payments add column a text, add column b boolean not null default false, add column c timestamptz not null default now();',
  'alter table payments alter column id drop not null;',
  `alter table payments drop constraint payments_kind, add constraint payments_kind check (kind in ('a', 'b', 'c')) not valid;`,
  'alter table payments validate constraint payments_kind;',
  'create index concurrently payments_a on payments (a);',
  'create index plans_a on plans (a);',
  `create or replace function guard() returns trigger language plpgsql as $$ begin drop table x; update payments set a = 1; end $$;`,
  `insert into plans (id) values ('drop table plans; it is a text');`,
  'create or replace trigger t after insert on payments for each row execute function guard();',
  '-- drop table payments;\ngrant select on plans to vezne_app;',
  'alter type payment_outcome add attribute colour text;',
  '-- contract of 0002_more\nalter table plans drop column old_colour;',
  'lock table only payments in access exclusive mode; drop trigger t on payments;',
  'drop trigger t on plans;',
]
for (const text of FINE)
  test(`fine: ${text.slice(0, 80)}`, () => {
    assert.deepEqual(faultsOf(text), [])
  })

test('an index may be replaced by another one on its table, unless it is a promise', () => {
  const released = new Map([
    ...RELEASED,
    [
      'migrations/0003_index.sql',
      'create index payments_old on payments (id);\ncreate unique index payments_key on payments (id);\n',
    ],
  ])
  const faults = (made: string, dropped: string): string[] => {
    const added: [string, string][] = [
      ['migrations/0004_new.sql', `-- New.\n${made}\n`],
      ['migrations/0005_old.sql', `${dropped}\n`],
    ]
    return migrationFaults(new Map([...released, ...added]), released)
  }
  const NEW = 'create index concurrently payments_new on payments (id, at);'
  const OLD = '-- replaced by 0004_new\ndrop index concurrently if exists payments_old;'
  assert.deepEqual(faults(NEW, OLD), [])
  for (const [made, dropped] of [
    ['create index plans_new on plans (id);', OLD], // of another table
    [NEW, OLD.replace('0004', '0006')],
    [NEW, OLD.replace('-- replaced', '-- Replaced')],
    [NEW, OLD.replace('payments_old', 'payments_key')],
    [NEW, OLD.replace('concurrently ', '')],
    [NEW, `${OLD} alter table plans add column a text;`],
  ] as const)
    assert.match(faults(made, dropped).join(), /still uses it/, `${made} ${dropped}`)
  // Of a table that no release has nobody relies on it.
  const table = 'create table papers (id uuid);\ncreate unique index papers_key on papers (id);'
  assert.deepEqual(faults(table, '-- Wider.\ndrop index papers_key;'), [])
})

test('a function that no release has may go', () => {
  const added: [string, string][] = [
    [
      'migrations/0004_new.sql',
      '-- New.\ncreate function begin_run() returns trigger language plpgsql as $$ begin end $$;\n',
    ],
    ['migrations/0005_gone.sql', '-- Gone.\ndrop trigger begin_run on plans;\ndrop function begin_run();\n'],
  ]
  assert.deepEqual(migrationFaults(new Map([...RELEASED, ...added]), RELEASED), [])
})

const REFUSED: [says: RegExp, text: string][] = [
  [/still uses it/, 'drop table plans;'],
  [/still uses it/, 'drop index payments_key;'],
  [/still uses it/, 'drop function guard();'],
  [/column or constraint/, 'alter table plans drop column colour;'],
  [/column or constraint/, 'alter table payments add column a text, drop b;'],
  [/column or constraint/, 'alter table payments drop constraint payments_kind;'],
  [/column or constraint/, 'alter table payments drop constraint payments_pkey, add primary key (id);'],
  [/key is built/, 'alter table payments drop constraint payments_pkey, add primary key (id);'],
  [/a name/, 'alter table plans rename column colour to color;'],
  [/a name/, 'alter table plans rename to plan;'],
  [/a name/, 'alter index payments_key rename to other;'],
  [/another column/, 'alter table plans alter column id type bigint;'],
  [/another column/, 'alter table plans alter id set data type bigint;'],
  [/another type/, 'alter type payment_outcome drop attribute colour;'],
  [/nullable or with a default/, 'alter table plans add column a text not null;'],
  [/nullable or with a default/, 'alter table plans add a numeric(5, 2) not null, add b text;'],
  [/rewrites the table/, 'alter table plans add column a text generated always as (lower(colour)) stored;'],
  [/rewrites the table/, 'alter table plans add column a uuid not null default gen_random_uuid();'],
  [/rewrites the table/, 'alter table plans add column a bigserial;'],
  [/a release later/, 'alter table plans alter column colour set not null;'],
  [/a release later/, 'alter table plans alter column colour drop default;'],
  [/key is built/, 'alter table plans add constraint one unique (colour);'],
  [/key is built/, 'alter table plans add column a text unique;'],
  [/reads the whole table/, 'alter table plans add constraint a check (id > 0);'],
  [/reads the whole table/, 'alter table plans add foreign key (id) references payments;'],
  [/reads the whole table/, "alter table payments add column a text check (a in ('b'));"],
  [/file of its own/, 'alter table plans validate constraint a; alter table plans add column b text;'],
  [/concurrently, in a file/, 'create index payments_a on payments (a);'],
  [/concurrently, in a file/, 'create unique index payments_a on payments (a);'],
  [
    /concurrently, in a file/,
    'create index concurrently a on payments (a); create index concurrently b on payments (b);',
  ],
  [/holds up everybody/, 'truncate plans;'],
  [/holds up everybody/, 'lock table plans;'],
  [/holds up everybody/, 'lock table only payments in access exclusive mode;'],
  [/locks the partitions before their table/, 'drop trigger t on payments;'],
  [
    /locks the partitions before their table/,
    'lock table only plans in access exclusive mode; drop trigger t on payments;',
  ],
  [/holds up everybody/, 'reindex table payments;'],
  [/in batches/, 'update payments set a = 1;'],
  [/in batches/, 'delete from payments where id = 1;'],
  [/PostgreSQL 15/, 'create view sums as select any_value(a) as a from payments;'],
  [/uses the right/, 'revoke update on plans from vezne_app;'],
  [/relies on it/, 'alter table plans disable trigger all;'],
  [/not in the previous release/, '-- contract of 0003_new\nalter table plans drop column colour;'],
]
for (const [says, text] of REFUSED)
  test(`refused: ${text.slice(0, 80).replaceAll('\n', ' ')}`, () => {
    assert.match(faultsOf(text).join('\n'), says)
  })

test('a released migration is neither changed nor removed, and none is inserted before it', () => {
  const [base, more] = [...RELEASED]
  assert.match(migrationFaults(new Map([base!]), RELEASED).join(), /0002_more.sql is released/)
  assert.match(
    migrationFaults(new Map([base!, [more![0], '-- Less.\n']]), RELEASED).join(),
    /0002_more.sql is released/,
  )
  assert.match(faultsOf('select 1;', '0001_late.sql').join(), /before files that are released/)
})

test('a table in use: the file waits at most a second, lets others pass, and runs when the table is free', async () => {
  const database = await makeDatabase('empty')
  const folder = makeScratch('vezne-migrations-')
  writeFileSync(join(folder, '0001_boxes.sql'), '-- Boxes.\ncreate table boxes (id integer);\n')
  const [owner, busy, reader] = await Promise.all(
    ['owner', 'busy', 'reader'].map(async (name) => {
      const client = new pg.Client({ connectionString: database.url, application_name: name })
      await client.connect()
      return client
    }),
  )
  const said: string[] = []
  const run = (attemptsMax?: number): Promise<string[]> =>
    runMigrations(owner!, (line) => void said.push(line), folder, attemptsMax)
  try {
    assert.deepEqual(await run(), ['0001_boxes'])
    writeFileSync(join(folder, '0002_colour.sql'), '-- Colour.\nalter table boxes add column colour text;\n')
    await busy!.query('begin')
    await busy!.query('insert into boxes values (1)')
    await assert.rejects(run(1), {
      message:
        /^The tables that migration 0002_colour changes were in use at each attempt\. Nothing of it was applied, .*now: process \d+ \(busy, since \d\d:\d\d:\d\d\)\. /,
    })
    const running = run()
    await until('the first attempt has given up', async () => said.length > 0)
    const asked = performance.now()
    await reader!.query('select * from boxes')
    assert.ok(performance.now() - asked < 20_000, 'a reader stands behind an attempt for its second alone')
    await busy!.query('commit')
    assert.deepEqual(await running, ['0002_colour'])
    assert.match(said.join(), /a table is in use/)

    // An interrupted attempt: its index exists, and is invalid.
    await owner!.query('insert into boxes values (1)')
    await assert.rejects(owner!.query('create unique index concurrently boxes_id on boxes (id)'), /could not create/)
    await owner!.query('delete from boxes')
    writeFileSync(join(folder, '0003_key.sql'), '-- Key.\ncreate unique index concurrently boxes_id on boxes (id);\n')
    assert.deepEqual(await run(), ['0003_key'])
    const { rows } = await owner!.query(`select indisvalid from pg_index where indexrelid = 'boxes_id'::regclass`)
    assert.deepEqual(rows, [{ indisvalid: true }])
    assert.deepEqual(await run(), [])
  } finally {
    await Promise.all([owner, busy, reader].map((client) => client!.end()))
    await database.drop()
    discardFolder(folder)
  }
})
