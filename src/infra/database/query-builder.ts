/**
 * Composes the filters of a list. It never runs a statement itself: {@link fetchRows} does, through the transaction.
 */

import type { Compilable, Expression, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type { Tx } from './database.ts'

/** A builder for tables described by `Tables` (table name to its columns). */
export const queryBuilder = <Tables>(): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

/** Runs a composed query inside a transaction. */
export const fetchRows = <Row>(tx: Tx, query: Compilable<Row>): Promise<Row[]> => {
  const { sql, parameters } = query.compile()
  return tx.query<Row>(sql, parameters)
}

const anything = queryBuilder<Record<never, never>>()

/** Returns the text and the values of a composed statement, or of a part of one. */
export const compileSql = (text: RawBuilder<unknown>): { sql: string; parameters: readonly unknown[] } =>
  text.compile(anything)

/** Runs a statement composed as SQL. */
export const fetchSql = <Row>(tx: Tx, text: RawBuilder<Row>): Promise<Row[]> => {
  const { sql, parameters } = compileSql(text)
  return tx.query<Row>(sql, parameters)
}

/** Joins conditions with "and"; without any, the result is true for every row. */
export const allOf = (conditions: readonly Expression<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : (sql.join(conditions, sql` and `) as RawBuilder<SqlBool>)

/** Returns one page of an ordered list, and how many rows the list has in total. */
export const countAndPage = async <Tables, From extends keyof Tables, Row>(
  tx: Tx,
  list: SelectQueryBuilder<Tables, From, Row>,
  page: { limit: number; offset: number },
): Promise<{ rows: Row[]; total: number }> => {
  const count = list.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('count'))
  const [counted] = await fetchRows(tx, count as Compilable<{ count: number }>)
  return { rows: await fetchRows(tx, list.limit(page.limit).offset(page.offset)), total: counted?.count ?? 0 }
}

/** Returns the `ilike` pattern for "contains this text". */
export const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
