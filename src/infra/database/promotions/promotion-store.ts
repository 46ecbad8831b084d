/** The tables of promotions and restores, and what a server reports of itself, as every look at it reads them. */
import type pg from 'pg'
import type { RestoreReason } from '../database-errors.ts'
import { findKeptPosition, type LogPosition, parsePosition, positionText } from './log-position.ts'
import type { DatabaseIdentity, ServerIdentity } from './restore-recognition.ts'
import type { AskedLoss } from './restores.ts'

type Client = Pick<pg.ClientBase, 'query'>

export interface ServerState extends ServerIdentity {
  readonly position: bigint
  readonly hasStandby: boolean
  /** The promotion of its timeline; undefined if no process has seen it yet. */
  readonly promotion: Promotion | undefined
  /** Undefined if no process has met the database yet. */
  readonly identity: DatabaseIdentity | undefined
  /** Reason why a restore keeps the platform closed; null if none does. */
  readonly closedFor: RestoreReason | null
  /** Losses that banks are asked about, the latest first. */
  readonly losses: readonly AskedLoss[]
}

interface Promotion {
  readonly ageMs: number
  /** Log position when the first process met it. */
  readonly position: bigint
  /** Something acknowledged is missing, and no operator has accepted that. */
  readonly isOpen: boolean
  readonly isVouched: boolean
  readonly keptTo: string | null
  readonly lostTo: string | null
}

/** The platform's time, as the database has it. */
const PLATFORM_TIME = `(clock_timestamp() + (select offset_ms from platform_clock) * interval '1 millisecond')`

/** How long something may wait for people or for its date that was made while banks were asked, and be asked about still. */
const ASKED_ABOUT = `interval '31 days'`

/** Restores whose loss the program still acts on, as SQL over `restores`. */
export const IS_ACTED_ON = `(finished is null or asks_banks_until > ${PLATFORM_TIME} - ${ASKED_ABOUT})`

const toMs = (moment: string): string => `extract(epoch from ${moment})::float8 * 1000`

/** The server's own identity, as SQL; no row from a standby. */
export const SERVER = `select (select system_identifier::text from pg_control_system()) as system,
    (select oid::bigint from pg_database where datname = current_database()) as database_oid,
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline
  where not pg_is_in_recovery()`

export const STATE = {
  name: 'promotion-state',
  text: `with server as materialized (select s.*, pg_current_wal_flush_lsn()::text as position from (${SERVER}) s)
    select s.*, current_setting('synchronous_standby_names') <> '' and
        current_setting('synchronous_commit') not in ('off', 'local') as is_synchronous,
      exists (select from pg_stat_get_wal_senders()) as has_standby,
      extract(epoch from clock_timestamp() - p.seen)::float8 * 1000 as age_ms, p.position::text as first_position, p.is_vouched,
      p.kept_to::text, p.lost_to::text, p.lost_to is not null and p.accepted is null as is_open,
      i.lineage, i.system as own_system, i.database_oid as own_oid, i.timeline as own_timeline, i.epoch,
      r.closed_for, r.losses
    from server s
      left join promotions p on p.system = s.system and p.timeline = s.timeline
      left join database_identity i on true
      left join lateral (
        select max(reason) filter (where finished is null) as closed_for,
          jsonb_agg(jsonb_build_object('restoreId', id, 'sinceMs', ${toMs('lost_since')}, 'untilMs', ${toMs('lost_until')},
            'asksUntilMs', ${toMs('asks_banks_until')}, 'isAsking', finished is null or asks_banks_until > ${PLATFORM_TIME})
            order by finished desc nulls first) as losses
        from restores where ${IS_ACTED_ON}) r on true`,
}

export interface StateRow {
  system: string
  database_oid: number
  timeline: number
  position: string
  is_synchronous: boolean
  has_standby: boolean
  age_ms: number | null
  first_position: string | null
  is_vouched: boolean | null
  kept_to: string | null
  lost_to: string | null
  is_open: boolean
  lineage: string | null
  own_system: string
  own_oid: number
  own_timeline: number
  epoch: number
  closed_for: RestoreReason | null
  losses: AskedLoss[] | null
}

/** Returns undefined if the server is a standby. */
export const serverState = async (client: Client): Promise<ServerState | undefined> => {
  const { rows } = await client.query<StateRow>(STATE)
  return rows[0] && toServerState(rows[0])
}

export const toServerState = (row: StateRow): ServerState => ({
  system: row.system,
  databaseOid: Number(row.database_oid),
  timeline: row.timeline,
  position: parsePosition(row.position),
  isSynchronous: row.is_synchronous,
  hasStandby: row.has_standby,
  promotion:
    row.age_ms === null || row.first_position === null
      ? undefined
      : {
          ageMs: row.age_ms,
          position: parsePosition(row.first_position),
          isOpen: row.is_open,
          isVouched: row.is_vouched === true,
          keptTo: row.kept_to,
          lostTo: row.lost_to,
        },
  identity:
    row.lineage === null
      ? undefined
      : {
          lineage: row.lineage,
          system: row.own_system,
          databaseOid: Number(row.own_oid),
          timeline: row.own_timeline,
          epoch: Number(row.epoch),
        },
  closedFor: row.closed_for,
  losses: row.losses ?? [],
})

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

/** Records a promotion. `lost` says that it lacks what was acknowledged before. */
export const notePromotion = (
  client: Client,
  { system, timeline, position }: Pick<ServerState, 'system' | 'timeline' | 'position'>,
  lost?: { keptTo: bigint; lostTo: bigint },
): Promise<void> =>
  noteAtOnce(
    client,
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

/** Records that a process that remembers the timeline before misses nothing on this one. */
export const vouchForPromotion = (client: Client, { system, timeline }: ServerIdentity): Promise<void> =>
  noteAtOnce(client, 'update promotions set is_vouched = true where system = $1 and timeline = $2', [system, timeline])

/** Rows written after the last advance of the stored epoch may be missing; clocks of processes differ by less. */
export const MARGIN = `interval '1 minute'`

const FORWARD_CLOCK = 'update platform_clock set offset_ms = greatest(offset_ms, $5::bigint) returning offset_ms'

/**
 * Records a restore, from which on the platform is closed; does nothing if it is closed already. The clock of a sandbox went back
 * with the database, that of its banks did not: it goes on from where it was moved to, so that what was lost is not to come.
 */
export const noteRestore = (
  client: Client,
  reason: RestoreReason,
  server: ServerIdentity,
  /** Undefined where no process remembers it, or the clock is written on another server. */
  clockOffsetMs: number | undefined,
): Promise<void> =>
  noteAtOnce(
    client,
    `with clock as (${clockOffsetMs === undefined ? 'select offset_ms from platform_clock' : FORWARD_CLOCK}),
       now as (select clock_timestamp() + offset_ms * interval '1 millisecond' as at from clock)
     insert into restores (reason, system, database_oid, timeline, lost_since, lost_until)
       select $1, $2, $3, $4, least(coalesce((select seen from database_identity), now.at), now.at) - ${MARGIN}, now.at from now
       on conflict do nothing`,
    [
      reason,
      server.system,
      server.databaseOid,
      server.timeline,
      ...(clockOffsetMs === undefined ? [] : [clockOffsetMs]),
    ],
  )

/** The write waits for no standby, because there may be none yet. */
const noteAtOnce = async (client: Client, statement: string, values: unknown[]): Promise<void> => {
  await client.query('begin')
  try {
    await client.query('set local synchronous_commit = local')
    await client.query(statement, values)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
