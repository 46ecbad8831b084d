/** Statements that travel together: one flush for several, and none of their promises is left unawaited. */
import type pg from 'pg'

/** Sends what is written in the same tick in one flush. */
export const gather = ({ connection }: pg.PoolClient): void => {
  const stream = connection?.stream
  if (stream === undefined || stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Waits for all, then throws the first failure. */
export const settle = async <T extends readonly Promise<pg.QueryResult>[]>(
  all: T,
): Promise<{ [K in keyof T]: pg.QueryResult }> => {
  const results = await Promise.allSettled(all)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return results.map((result) => (result as PromiseFulfilledResult<pg.QueryResult>).value) as {
    [K in keyof T]: pg.QueryResult
  }
}
