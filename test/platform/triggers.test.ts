/** What the database does by itself: a trigger function that decides something is found, and the page knows each one of the migrated schema. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import pg from 'pg'
import { MADE_BY_PROCEDURES, triggerFaults, triggerFunctions } from '../../scripts/triggers.ts'
import { makeDatabase } from '../support/test-server.ts'

const textOf = (name: string, body: string): string =>
  `create or replace function ${name}() returns trigger language plpgsql as $$\nbegin\n  ${body}\n  return new;\nend $$;
create trigger ${name} before update on payments for each row execute function ${name}();\n`
const faults = (...texts: string[]): string[] =>
  triggerFaults(new Map(texts.map((text, at) => [`migrations/000${at + 1}_x.sql`, text])))
const SAYS = "comment on function begin_run() is 'decides: a run begins with what it is of.';\n"
const BEGIN = textOf('begin_run', 'insert into runs values (new.id);')

const CASES: [found: RegExp | undefined, texts: string[]][] = [
  [undefined, [textOf('guard_payment', "if new.id <> old.id then raise exception 'update of payments'; end if;")]],
  [undefined, [textOf('tell_change', "perform pg_notify('vezne', 'x');")]],
  [undefined, [textOf('tell_console', 'insert into console_changes select new.id;')]],
  [/tell_change does more/, [textOf('tell_change', 'insert into runs values (new.id);')]],
  [/guard_payment does more/, [textOf('guard_payment', 'update runs r set id = new.id;')]],
  [/guard_payment does more/, [textOf('guard_payment', 'new.status := old.status;')]],
  [/0001_x.sql: begin_run does more/, [BEGIN]],
  [undefined, [BEGIN, SAYS]],
  [/begins with none of/, [BEGIN, SAYS.replace('decides: a', 'A')]],
  [undefined, [BEGIN, 'drop trigger begin_run on payments;\ndrop function begin_run();\n']],
  [/no trigger function is named so/, [SAYS]],
  // The latest definition counts.
  [/0002_x.sql: guard_payment/, [textOf('guard_payment', ''), textOf('guard_payment', 'delete from runs;')]],
  [undefined, [textOf('guard_payment', 'delete from runs;'), textOf('guard_payment', '')]],
]
for (const [found, texts] of CASES)
  test(`${found ? 'found' : 'fine'}: ${texts.join(' ').replace(/\s+/g, ' ').slice(0, 160)}`, () => {
    const said = faults(...texts)
    if (found === undefined) assert.deepEqual(said, [])
    else assert.match(said.join('\n'), found)
  })

test('a trigger that goes with a release is found once that release is there', () => {
  const goes = SAYS.replace('is of.', 'is of. It is written by hand, too; it goes once 0001_x is released.')
  const migrations = new Map([['migrations/0001_x.sql', BEGIN + goes]])
  assert.deepEqual(triggerFaults(migrations, new Map()), [])
  assert.match(triggerFaults(migrations, migrations).join(), /begin_run goes now/)
})

test('the page has each trigger function of the migrated schema, with its tables and its comment', async () => {
  const database = await makeDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; tables: string[]; comment: string | null }>(
      `select p.proname as name, obj_description(p.oid, 'pg_proc') as comment,
         array(select distinct c.relname::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
           where t.tgfoid = p.oid and not c.relispartition order by 1) as tables
       from pg_proc p where p.prorettype = 'trigger'::regtype and p.pronamespace = 'public'::regnamespace order by 1`,
    )
    const known = triggerFunctions(
      new Map(globSync('migrations/*.sql').map((path) => [path.replaceAll('\\', '/'), readFileSync(path, 'utf8')])),
    )
    const stored = rows.filter(({ name }) => !MADE_BY_PROCEDURES.some(({ pattern }) => pattern.test(name)))
    assert.deepEqual(
      stored.map(({ name, tables, comment }) => ({ name, tables, text: comment?.replace(/^\w+: /, '') ?? '' })),
      known.map(({ name, tables, text }) => ({ name, tables: [...tables], text })),
    )
    for (const { name, pattern } of MADE_BY_PROCEDURES)
      assert.ok(
        rows.some((row) => pattern.test(row.name)),
        `nothing is named ${name}`,
      )
  } finally {
    await client.end()
    await database.drop()
  }
})
