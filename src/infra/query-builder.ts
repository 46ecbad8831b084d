/** Composes the filters of a list; it never runs a statement itself: {@link rowsOf} does, through the transaction. */

import type { Compilable } from 'kysely'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Tx } from './postgres.ts'

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
export const rowsOf = <Row>(tx: Tx, query: Compilable<Row>): Promise<Row[]> => {
  const { sql, parameters } = query.compile()
  return tx.query<Row>(sql, parameters)
}

/** Pattern of `ilike` for "contains this text". */
export const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
