/** The table of promotions, and what a server reports about its log. */
import type pg from 'pg'
import { findKeptPosition, type LogPosition, parsePosition, positionText } from './log-position.ts'

type Client = Pick<pg.ClientBase, 'query'>

export interface ServerState {
  readonly system: string
  readonly timeline: number
  readonly position: bigint
  /** Commits wait for a standby, so what is acknowledged is on two servers. */
  readonly isSynchronous: boolean
  readonly hasStandby: boolean
  /** The promotion of its timeline; undefined if no process has seen it yet. */
  readonly promotion: Promotion | undefined
}

export interface Promotion {
  readonly ageMs: number
  /** Log position when the first process met it. */
  readonly position: bigint
  /** Something acknowledged is missing, and no operator has accepted that. */
  readonly isOpen: boolean
  readonly keptTo: string | null
  readonly lostTo: string | null
}

const STATE = {
  name: 'promotion-state',
  text: `with server as materialized (
      select (select system_identifier::text from pg_control_system()) as system, pg_current_wal_flush_lsn()::text as position,
        ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline
       where not pg_is_in_recovery())
    select s.*, current_setting('synchronous_standby_names') <> '' and
        current_setting('synchronous_commit') not in ('off', 'local') as is_synchronous,
      exists (select from pg_stat_get_wal_senders()) as has_standby,
      extract(epoch from clock_timestamp() - p.seen) * 1000 as age_ms, p.position::text as first_position, p.kept_to::text, p.lost_to::text,
      p.lost_to is not null and p.accepted is null as is_open
    from server s left join promotions p on p.system = s.system and p.timeline = s.timeline`,
}

interface StateRow {
  system: string
  timeline: number
  position: string
  is_synchronous: boolean
  has_standby: boolean
  age_ms: string | null
  first_position: string | null
  kept_to: string | null
  lost_to: string | null
  is_open: boolean
}

/** Returns undefined if the server is a standby. */
export const serverState = async (client: Client): Promise<ServerState | undefined> => {
  const { rows } = await client.query<StateRow>(STATE)
  const row = rows[0]
  return (
    row && {
      system: row.system,
      timeline: row.timeline,
      position: parsePosition(row.position),
      isSynchronous: row.is_synchronous,
      hasStandby: row.has_standby,
      promotion:
        row.age_ms === null || row.first_position === null
          ? undefined
          : {
              ageMs: Number(row.age_ms),
              position: parsePosition(row.first_position),
              isOpen: row.is_open,
              keptTo: row.kept_to,
              lostTo: row.lost_to,
            },
    }
  )
}

/**
 * Returns how far this timeline contains an earlier one; undefined if the schema was created without the right to look
 * that up.
 */
export const keptPosition = async (client: Client, now: number, earlier: number): Promise<bigint | undefined> => {
  const { rows } = await client.query<{ history: string | null }>('select timeline_history($1) as history', [now])
  const history = rows[0]?.history
  return history == null ? undefined : findKeptPosition(history, earlier)
}

/** Returns whether an operator has accepted the loss of an earlier timeline's log up to this position. */
export const isAccepted = async (client: Client, { system, timeline, position }: LogPosition): Promise<boolean> => {
  const { rowCount } = await client.query(
    'select from promotions where system = $1 and timeline > $2 and accepted is not null and lost_to >= $3::pg_lsn',
    [system, timeline, positionText(position)],
  )
  return rowCount !== 0
}

/**
 * Records a promotion. `lost` says that it lacks what was acknowledged before. The write waits for no standby, because
 * there may be none yet.
 */
export const notePromotion = async (
  client: Client,
  { system, timeline, position }: Pick<ServerState, 'system' | 'timeline' | 'position'>,
  lost?: { keptTo: bigint; lostTo: bigint },
): Promise<void> => {
  await client.query('begin')
  try {
    await client.query('set local synchronous_commit = local')
    await client.query(
      `insert into promotions as known (system, timeline, position, kept_to, lost_to) values ($1, $2, $3, $4, $5)
       on conflict (system, timeline) do update set kept_to = excluded.kept_to, lost_to = excluded.lost_to,
         accepted = null, accepted_by = null, reconciled_until = null
       where excluded.lost_to > coalesce(known.lost_to, '0/0')`,
      [
        system,
        timeline,
        positionText(position),
        lost ? positionText(lost.keptTo) : null,
        lost ? positionText(lost.lostTo) : null,
      ],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
