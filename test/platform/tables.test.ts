/** The check of tables' owners: a foreign write and a read that runs up are found in each way of writing a statement, what may be passes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tableUses } from '../../scripts/sql-tables.ts'
import { type Declared, tableFaults, tableOwners } from '../../scripts/tables.ts'

const MIGRATIONS = new Map([
  [
    'migrations/0001_x.sql',
    `create table payments (id uuid);\ncreate table fraud_alerts (id uuid);\ncreate unlogged table settlements (id uuid);
     create table payments_2 partition of payments default;`,
  ],
])
const OWN = new Map([
  ['src/payments/payment-store.ts', "'insert into payments (id) values ($1)'"],
  ['src/fraud/alert-store.ts', "'update fraud_alerts set id = $1'"],
  ['src/settlements/settlement-store.ts', "'delete from settlements'"],
])
const NOTHING: Declared = { writtenByName: {}, readsUp: [] }
const faults = (path: string, code: string, declared = NOTHING): string[] =>
  tableFaults(MIGRATIONS, new Map([...OWN, [path, code]]), declared)

const IN_PAYMENTS: [found: RegExp | undefined, code: string][] = [
  [/:1 writes fraud_alerts, a table of fraud/, "'update fraud_alerts set id = $1'"],
  [/:2 writes fraud_alerts/, '// select\n`insert into fraud_alerts (id) values ($1)`'],
  [/writes fraud_alerts/, '`with gone as (delete from only fraud_alerts returning id) select * from gone`'],
  [/writes fraud_alerts/, "'merge into fraud_alerts a using payments p on a.id = p.id'"],
  [/writes fraud_alerts/, "'truncate fraud_alerts'"],
  [/writes fraud_alerts/, "db.updateTable('fraud_alerts').set({ id })"],
  [/writes fraud_alerts/, 'sql`update fraud_alerts set id = $\u007bid}`'],
  [/writes fraud_alerts/, "buildDocumentInsert('fraud_alerts', rows)"],
  [/writes fraud_alerts/, "'select id from fraud_alerts where id = $1 for update'"],
  [
    /writes fraud_alerts/,
    "`select id from fraud_alerts a where status = 'open' and id = any($1) for no key update skip locked`",
  ],
  [/writes fraud_alerts/, "'select p.id from payments p join fraud_alerts a on a.id = p.id for update of a'"],
  [undefined, "'select p.id from payments p join fraud_alerts a on a.id = p.id for update of p'"],
  [undefined, '`select p.id from payments p where exists (select from fraud_alerts a where a.id = p.id) for update`'],
  [undefined, "'select id from fraud_alerts where id = $1 for share'"],
  [/reads settlements of settlements/, "'select id from settlements'"],
  [/reads settlements/, '`select p.id from payments p, settlements s where s.id = p.id`'],
  [/reads settlements/, '`update payments p set id = s.id from settlements s where s.id = p.id`'],
  [/writes fraud_alerts/, "insertInto('fraud_alerts', { id })"],
  [/writes fraud_alerts/, "updateTable('fraud_alerts', { id }, { state })"],
  [
    /reads settlements/,
    'sql`select p.id from payments p left join settlements s on s.id = p.id and $\u007ballOf(asked)}`',
  ],
  [/writes fraud_alerts/, "const TABLES = ['payments', 'fraud_alerts']\n`update $\u007btable} set id = $1`"],
  [/reads settlements/, "const used = (table: 'payments' | 'settlements') => `select id from $\u007btable}`"],
  [undefined, "const used = (table: 'payments' | 'fraud_alerts') => `select id from $\u007btable}`"],
  [undefined, "'select id from fraud_alerts'"],
  [undefined, '/** Rows from settlements. */ // update settlements'],
  [undefined, "'select id from settlements_of_today'"],
]
for (const [found, code] of IN_PAYMENTS)
  test(`${found ? 'found' : 'fine'} in src/payments/: ${code.replaceAll('\n', ' ')}`, () => {
    const said = faults('src/payments/x-store.ts', code)
    if (found === undefined) assert.deepEqual(said, [])
    else {
      assert.equal(said.length, 1, said.join('\n'))
      assert.match(said[0] as string, found)
    }
  })

test('the composition may read every table, and write none', () => {
  assert.deepEqual(faults('src/app/x.ts', "'select id from settlements, payments'"), [])
  assert.match(faults('src/app/x.ts', "'update settlements set id = $1'").join(), /src\/app\/x.ts:1 writes settlements/)
})

test('a table that no statement names as written has a declared noun, and only such a table', () => {
  const made = new Map([...MIGRATIONS, ['migrations/0002_y.sql', 'create table partitions (id uuid);']])
  const check = (writtenByName: Record<string, string>): string[] =>
    tableFaults(made, OWN, { writtenByName, readsUp: [] })
  assert.match(check({}).join(), /no statement in src\/ writes partitions/)
  assert.deepEqual(check({ partitions: 'infra' }), [])
  assert.match(check({ partitions: 'infra', payments: 'payments' }).join(), /payments needs no entry/)
  assert.match(check({ partitions: 'infra', gone: 'infra' }).join(), /gone needs no entry/)
})

test('a read that runs up passes where it is declared; a declaration that nothing needs is found', () => {
  const declared: Declared = {
    writtenByName: {},
    readsUp: [{ reader: 'payments', tables: ['settlements'], why: 'a test' }],
  }
  assert.deepEqual(faults('src/payments/x.ts', "'select id from settlements'", declared), [])
  assert.match(faults('src/payments/x.ts', '', declared).join(), /payments reads settlements no longer/)
})

test('the page lists a table with its noun and those that read it', () => {
  const code = new Map([...OWN, ['src/settlements/x.ts', "'select id from payments join fraud_alerts using (id)'"]])
  assert.deepEqual(tableOwners(MIGRATIONS, code, NOTHING), [
    { table: 'fraud_alerts', owner: 'fraud', readers: ['settlements'] },
    { table: 'payments', owner: 'payments', readers: ['settlements'] },
    { table: 'settlements', owner: 'settlements', readers: [] },
  ])
})

test('an address in a text begins no comment', () => {
  const uses = tableUses("const at = 'http://x/*'\nconst q = 'select id from payments'", new Set(['payments']))
  assert.deepEqual(uses, [{ table: 'payments', isWrite: false, line: 2 }])
})
