/** Statements on one database of a platform that has several. */
import pg from 'pg'
import type { Vezne } from './vezne.ts'

export type OnShard = <Row = Record<string, unknown>>(
  shard: number,
  ...statements: (string | pg.QueryConfig)[]
) => Promise<Row[]>

/** As the owner, in one session; returns the rows of the last statement. */
export const statementsOn =
  (vezne: Pick<Vezne, 'shardUrls'>): OnShard =>
  async <Row>(shard: number, ...statements: (string | pg.QueryConfig)[]) => {
    const client = new pg.Client({ connectionString: vezne.shardUrls[shard] as string })
    await client.connect()
    try {
      let rows: Row[] = []
      for (const statement of statements) rows = (await client.query(statement)).rows as Row[]
      return rows
    } finally {
      await client.end()
    }
  }
