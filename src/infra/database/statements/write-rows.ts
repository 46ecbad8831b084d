/** Inserts and updates whose columns are named once, and checked by the types of the table. */
import assert from 'node:assert/strict'
import type { Defaulted, Tables } from '../generated/tables.ts'
import { joinSql, rawSql, type Sql, sql } from './sql.ts'

type Table = keyof Tables

/** Columns of a table as the driver returns them: all of them, or the named ones. */
export type Row<Name extends Table, Columns extends keyof Tables[Name] = keyof Tables[Name]> = Pick<
  Tables[Name],
  Columns
>

type ColumnOf<Name extends Table> = keyof Tables[Name] & string

/** A moment may be written as text, and any value as SQL. */
type Written<Value> = Value | Sql | (Date extends Value ? string : never)
type WrittenRow<Name extends Table, Columns extends ColumnOf<Name>> = {
  readonly [Column in Columns]: Written<Tables[Name][Column]>
}

type OptionalOf<Name extends Table> =
  | Defaulted[Name]
  | { [Column in ColumnOf<Name>]: null extends Tables[Name][Column] ? Column : never }[ColumnOf<Name>]
export type NewRow<Name extends Table> = WrittenRow<Name, Exclude<ColumnOf<Name>, OptionalOf<Name>>> &
  Partial<WrittenRow<Name, OptionalOf<Name> & ColumnOf<Name>>>

/** Columns that identify the rows: the tenant is always among them, where the table has one. */
type Key<Name extends Table> = Partial<WrittenRow<Name, ColumnOf<Name>>> &
  ('tenant_id' extends ColumnOf<Name> ? { readonly tenant_id: unknown } : unknown)

/** Refuses members that are no columns, which a type lets through when the row comes from a variable. */
type OnlyColumns<Name extends Table, Given> = { readonly [Other in Exclude<keyof Given, ColumnOf<Name>>]: never }

/** Returns `insert into table (...) values (...)`, followed by `rest`. A column that is undefined keeps its default. */
export const insertInto = <Name extends Table, Given extends NewRow<Name>>(
  table: Name,
  row: Given & OnlyColumns<Name, Given>,
  rest = sql``,
): Sql => {
  const columns = given(row)
  const names = rawSql(columns.map(([name]) => name).join(', '))
  return sql`insert into ${rawSql(table)} (${names}) values (${joinSql(columns.map(([, value]) => value))}) ${rest}`
}

/** Returns an update of the rows whose columns equal `key`, followed by `rest`. A column that is undefined stays. */
export const updateTable = <
  Name extends Table,
  By extends Key<Name>,
  Given extends Partial<WrittenRow<Name, ColumnOf<Name>>>,
>(
  table: Name,
  key: By & OnlyColumns<Name, By>,
  columns: Given & OnlyColumns<Name, Given>,
  rest = sql``,
): Sql =>
  sql`update ${rawSql(table)} set ${joinSql(given(columns).map(toEquation))} where ${joinSql(known(key).map(toEquation), ' and ')} ${rest}`

const given = (row: object): [name: string, value: unknown][] =>
  Object.entries(row).filter(([, value]) => value !== undefined)

/** A key without one of its values would name more rows. */
const known = (key: object): [name: string, value: unknown][] =>
  Object.entries(key).map(([name, value]) => {
    assert(value !== undefined, `the key has no ${name}`)
    return [name, value]
  })

const toEquation = ([name, value]: [name: string, value: unknown]): Sql => sql`${rawSql(name)} = ${value}`

/** Returns an insert that replaces the row with the same `key`; its `kept` columns stay unchanged. */
export const replaceIn = <Name extends Table, Given extends NewRow<Name>>(
  table: Name,
  row: Given & OnlyColumns<Name, Given>,
  { key, kept = [] }: { key: readonly ColumnOf<Name>[]; kept?: readonly ColumnOf<Name>[] },
): Sql => {
  const fixed: readonly string[] = [...key, ...kept]
  const replaced = given(row).filter(([name]) => !fixed.includes(name))
  const assignments = replaced.map(([name]) => `${name} = excluded.${name}`)
  return insertInto(table, row, rawSql(`on conflict (${key.join(', ')}) do update set ${assignments.join(', ')}`))
}

/** Returns these columns of a row that may have more. */
export const pick = <From extends object, Name extends keyof From>(
  row: From,
  names: readonly Name[],
): Pick<From, Name> => Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<From, Name>
