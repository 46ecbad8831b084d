/** SQL of the limits all processes share. Times are the database's own, so that processes need not agree on theirs. */
import type { Database, Statement, Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Window } from './limit-store.ts'

interface BucketCall {
  readonly key: string
  readonly ratePerSecond: number
  readonly burst: number
  readonly wanted: number
  /** Tokens taken before that are returned. */
  readonly returned: number
}

const REFILLED = `least(excluded.burst::float8, b.tokens
  + greatest(0, extract(epoch from excluded.filled_at - b.filled_at))::float8 * excluded.rate_per_second + excluded.returned)`

/** Returns per bucket how many of the wanted tokens it gave and how many are left. */
export const takeFromBuckets = (calls: readonly BucketCall[]): Statement => ({
  name: 'take-from-buckets',
  text: `insert into limit_buckets as b (key, tokens, filled_at, rate_per_second, burst, wanted, returned, granted)
    select key, burst - least(wanted, burst), clock_timestamp(), rate, burst, wanted, returned, least(wanted, burst)
    from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::int[]) as call (key, rate, burst, wanted, returned)
    order by key
    on conflict (key) do update set
      tokens = ${REFILLED} - least(excluded.wanted, floor(${REFILLED})),
      granted = least(excluded.wanted, floor(${REFILLED})),
      filled_at = greatest(b.filled_at, excluded.filled_at),
      rate_per_second = excluded.rate_per_second, burst = excluded.burst, wanted = excluded.wanted,
      returned = excluded.returned
    returning key, tokens, granted`,
  values: [
    calls.map((call) => call.key),
    calls.map((call) => call.ratePerSecond),
    calls.map((call) => call.burst),
    calls.map((call) => call.wanted),
    calls.map((call) => call.returned),
  ],
  whileClosed: true,
})

const WINDOW = `count, (extract(epoch from ends_at) * 1000)::float8 as "endsAt"`

export const countInWindow = async (tx: Tx, key: string, windowMs: number): Promise<Window> => {
  const [row] = await tx.query<Window>(
    `insert into limit_windows as w (key, count, ends_at)
     values ($1, 1, clock_timestamp() + $2 * interval '1 millisecond')
     on conflict (key) do update set
       count = case when w.ends_at > clock_timestamp() then w.count + 1 else 1 end,
       ends_at = case when w.ends_at > clock_timestamp() then w.ends_at else excluded.ends_at end
     returning ${WINDOW}`,
    [key, windowMs],
    'count-in-window',
  )
  return row as Window
}

/** Several at once; null where none is open. */
export const findWindows = async (db: Database, keys: readonly string[]): Promise<(Window | null)[]> => {
  const rows = await db.batch<Window & { key: string }>([], {
    name: 'windows',
    text: `select key, ${WINDOW} from limit_windows where key = any($1::text[]) and ends_at > clock_timestamp()`,
    values: [keys],
    onlyReads: true,
  })
  const byKey = new Map(rows.map(({ key, ...window }) => [key, window]))
  return keys.map((key) => byKey.get(key) ?? null)
}

export const forgetWindow = async (tx: Tx, key: string): Promise<void> => {
  await tx.execute(sql`delete from limit_windows where key = ${key}`)
}

export const deleteEndedWindows = (tx: Tx): Promise<number> =>
  tx.execute('delete from limit_windows where ends_at < clock_timestamp()')
