/** How the other shards follow the tables of the platform. Any role may ask. */
import type pg from 'pg'
import { rawSql, type Sql } from '../statements/sql.ts'
import { subscriptionName } from './share-tables.ts'

type Session = Pick<pg.Client, 'query'>

export interface Following {
  readonly isMade: boolean
  readonly isEnabled: boolean
  /** Whether the first shard is sending to it. */
  readonly isActive: boolean
  /** How much of the first shard's log it has not confirmed; undefined where the first shard keeps no place for it. */
  readonly behindBytes: number | undefined
  /** `lost`: the first shard has thrown away log that it would need. */
  readonly slotState: string | null | undefined
}

export interface SlotRow {
  readonly name: string
  readonly active: boolean
  readonly behind: number | null
  readonly state: string | null
}

/** Places in the first shard's log, one a follower. */
export const SLOTS: Sql = rawSql(
  `select slot_name as name, active, wal_status as state, pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::float8 as behind
    from pg_replication_slots where database = current_database() and slot_name like 'vezne\\_shard\\_%'`,
)

/** Returns the number of the shard that a slot is for. */
export const shardOfSlot = ({ name }: Pick<SlotRow, 'name'>): number => Number(name.split('_')[2])

export const findFollowing = async (first: Session, follower: Session, shard: number): Promise<Following> => {
  const { rows } = await follower.query<{ enabled: boolean }>(
    `select subenabled as enabled from pg_subscription s join pg_database d on d.oid = s.subdbid
      where subname = $1 and d.datname = current_database()`,
    [subscriptionName(shard)],
  )
  const { rows: slots } = await first.query<SlotRow>(SLOTS.text)
  const slot = slots.find((each) => shardOfSlot(each) === shard)
  return {
    isMade: rows.length > 0,
    isEnabled: rows[0]?.enabled ?? false,
    isActive: slot?.active ?? false,
    behindBytes: slot?.behind ?? undefined,
    slotState: slot?.state,
  }
}

/** Columns that `stamp_arrival` sets when a row arrives. */
const STAMPED = `array['written_at', 'written_by']`

/** Returns a sum over the rows of each shared table: equal rows have equal sums, in whatever order they are. */
export const readSharedTables = async (session: Session): Promise<ReadonlyMap<string, string>> => {
  await session.query(`set timezone to 'UTC'`)
  const { rows: tables } = await session.query<{ name: string; stamped: boolean }>(
    'select quote_ident(name) as name, on_arrival is not null as stamped from shared_tables order by 1',
  )
  const sums = new Map<string, string>()
  for (const { name, stamped } of tables) {
    const row = stamped ? `(to_jsonb(t) - ${STAMPED})` : 'to_jsonb(t)'
    const { rows } = await session.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(${row}::text, 0)), 0) as sum from ${name} t`,
    )
    sums.set(name, rows[0]!.sum)
  }
  return sums
}
