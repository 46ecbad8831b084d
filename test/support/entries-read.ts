/** How many index entries and rows the statements of a program read: a plan that walks a table shows here, however quick it is. */
import pg from 'pg'
import type { Vezne } from './vezne.ts'

export interface EntriesRead {
  /** As the owner of the schema; again when it met a job of the program in a deadlock. */
  query(text: string): Promise<void>
  /** Highest numbers per request of the `requests` that `work` makes: more than `max`, by index or table. */
  above(max: number, requests: number, work: () => Promise<unknown>): Promise<Record<string, number>>
  close(): Promise<void>
}

const CONNECTIONS = 8 // of the program in a test
const DEADLOCK = '40P01'
/** Of what is due: the sweeps come by as time passes, and walk past what was due until no snapshot sees it any more. */
const IS_DUE = /_due(?:_by_tenant)?$/
const TRIES_MAX = 5

export const openEntriesRead = async ({ runtime, ownerUrl }: Vezne): Promise<EntriesRead> => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const read = async (): Promise<Map<string, number>> => {
    await flushCounts(runtime.db)
    const { rows } = await owner.query<{ name: string; entries: string }>(
      `select relname || '.' || indexrelname as name, idx_tup_read as entries from pg_stat_user_indexes
       union all select relname, seq_tup_read from pg_stat_user_tables`,
    )
    return new Map(rows.map(({ name, entries }) => [name, Number(entries)]))
  }
  return {
    async query(text) {
      for (let tries = 1; ; tries++)
        try {
          return void (await owner.query(text))
        } catch (error) {
          if ((error as { code?: string }).code !== DEADLOCK || tries === TRIES_MAX) throw error
        }
    },
    async above(max, requests, work) {
      const earlier = await read()
      await work()
      const perRequest = [...(await read())].map(
        ([name, entries]) => [name, (entries - (earlier.get(name) ?? 0)) / requests] as const,
      )
      if (!perRequest.some(([, entries]) => entries >= 1)) throw new Error('nothing was counted')
      return Object.fromEntries(perRequest.filter(([name, entries]) => entries > max && !IS_DUE.test(name)))
    },
    close: () => owner.end(),
  }
}

/** A session adds its counts to those of the server now and then, or at the end of a transaction that says so: all at once. */
const flushCounts = async (db: Vezne['runtime']['db']): Promise<void> => {
  const { promise: all, resolve: go } = Promise.withResolvers<void>()
  let waiting = CONNECTIONS
  const flush = () =>
    db.transaction({ of: [] }, async (tx) => {
      await tx.query('select pg_stat_force_next_flush()')
      if (--waiting === 0) go()
      await all
    })
  await Promise.all(Array.from({ length: CONNECTIONS }, flush))
}
