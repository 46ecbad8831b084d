/** The types of the tables are those of the migrated database, and of what the driver returns for each of its types. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTexts } from '../../scripts/pages/read-texts.ts'
import { type Column, columnsOfTables, DRIVER_TYPES } from '../../scripts/table-types.ts'
import { rawSql, sql } from '../../src/infra/database/statements/sql.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, -1) as type,
    not a.attnotnull as is_nullable, a.atthasdef or a.attidentity <> '' as has_default
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p', 'c') and not c.relispartition and c.relname <> 'schema_migrations'
  order by c.relname, a.attnum`

type Known = Omit<Column, 'texts'>

test('each table has the columns that the migrations make', async () => {
  const expected = new Map<string, Known[]>()
  for (const { table, type, ...column } of await vezne.runtime.db.transaction({ of: [] }, (tx) =>
    tx.query<{ table: string; name: string; type: string; is_nullable: boolean; has_default: boolean }>(COLUMNS),
  )) {
    const known = {
      name: column.name,
      type: type.replace('timestamp with time zone', 'timestamptz'),
      isNullable: column.is_nullable,
      hasDefault: column.has_default,
    }
    expected.set(table, [...(expected.get(table) ?? []), known])
  }
  const parsed = new Map(
    [...columnsOfTables(readTexts('migrations/*.sql'))].map(([table, columns]) => [
      table,
      columns.map(({ texts: _, ...column }) => column),
    ]),
  )
  for (const [table, columns] of parsed) assert.deepEqual(columns, expected.get(table), table)
  assert.deepEqual(
    [...expected.keys()].filter((table) => !parsed.has(table)),
    [],
  )
})

const VALUES: Readonly<Record<string, string>> = {
  bigint: '1',
  boolean: 'true',
  bytea: "'\\x00'",
  date: "'2026-01-01'",
  'double precision': '1.5',
  inet: "'127.0.0.1'",
  integer: '1',
  jsonb: "'{}'",
  numeric: '1.5',
  oid: '1',
  pg_lsn: "'0/1'",
  smallint: '1',
  text: "'a'",
  timestamptz: "'2026-01-01T00:00:00Z'",
  uuid: "'00000000-0000-0000-0000-000000000001'",
  xid8: "'1'",
}

for (const [type, expected] of Object.entries(DRIVER_TYPES))
  test(`the driver returns ${type} as ${expected}, and a list of it so, too`, async () => {
    const value = rawSql(VALUES[type]!)
    const [row] = await vezne.runtime.db.transaction({ of: [] }, (tx) =>
      tx.query<{ one: unknown; list: unknown }>(
        sql`select ${value}::${rawSql(type)} as one, array[${value}]::${rawSql(type)}[] as list`,
      ),
    )
    if (expected === 'unknown') return
    assert.equal(nameOf(row!.one), expected)
    if (LISTED.includes(type))
      assert.equal(nameOf((row!.list as unknown[])[0]), type === 'bigint' ? 'string' : expected)
  })

/** Types that columns have lists of. */
const LISTED = [...columnsOfTables(readTexts('migrations/*.sql')).values()]
  .flat()
  .filter(({ type }) => type.endsWith('[]'))
  .map(({ type }) => type.slice(0, -2))

const nameOf = (value: unknown): string =>
  value instanceof Date ? 'Date' : Buffer.isBuffer(value) ? 'Buffer' : typeof value
