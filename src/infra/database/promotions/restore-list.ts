/** Restores as an operator sees and finishes them. */
import type { Tx } from '../database.ts'
import { PLATFORM_TIME } from '../database-clock.ts'
import type { RestoreReason } from '../database-errors.ts'
import { rawSql, sql } from '../statements/sql.ts'
import { adoptDatabase } from './identity-store.ts'
import { MARGIN, SERVER, type ServerState, STATE, type StateRow, toServerState } from './promotion-store.ts'

export interface RestoreRow {
  readonly id: string
  readonly reason: RestoreReason
  /** Real time. */
  readonly met: Date
  /** Platform clock, as all that follow. */
  readonly lostSince: Date
  readonly lostUntil: Date
  readonly finished: Date | null
  readonly finishedBy: string | null
  readonly asksBanksUntil: Date | null
}

/** How long a shop may repeat a key that it used before the loss: keys count for a day, and a shop may be late. */
const ASKS_BANKS = sql`interval '48 hours'`

const COLUMNS =
  rawSql(`id, reason, met, lost_since as "lostSince", lost_until as "lostUntil", finished, finished_by as "finishedBy",
  asks_banks_until as "asksBanksUntil"`)

/** Returns restores, latest first. */
export const findRestores = (tx: Tx): Promise<RestoreRow[]> =>
  tx.query<RestoreRow>(sql`select ${COLUMNS} from restores order by met desc`)

/** Returns the state that a look at the server would find; undefined from a standby. */
export const findServerState = async (tx: Tx): Promise<ServerState | undefined> => {
  const [row] = await tx.query<StateRow>(STATE.text)
  return row && toServerState(row)
}

/**
 * A copy that is opened before a process has met it lacks as much as one that was closed first; so does the backup of a
 * platform that was closed.
 */
const noteUnmet = (tx: Tx): Promise<number> =>
  tx.execute(
    sql`insert into restores as open (reason, system, database_oid, timeline, lost_since, lost_until)
      select 'other_database', s.system, s.database_oid, s.timeline, least(own.seen, now.at) - ${rawSql(MARGIN)}, now.at
      from (${rawSql(SERVER)}) s, database_identity own, (select ${PLATFORM_TIME} as at) now
      where (own.system, own.database_oid) <> (s.system, s.database_oid)
      on conflict ((true)) where finished is null do update set system = excluded.system, database_oid = excluded.database_oid,
        met = excluded.met, lost_since = least(open.lost_since, excluded.lost_since), lost_until = excluded.lost_until
      where (open.system, open.database_oid) <> (excluded.system, excluded.database_oid)`,
  )

/**
 * Returns until when an attempt may still be booked that left before the restored database was met, at banks that book so
 * late; undefined if none can be any longer.
 */
export const findLatestBooking = async (tx: Tx, latenessMs: number): Promise<Date | undefined> => {
  await noteUnmet(tx)
  const [row] = await tx.query<{ until: Date }>(
    sql`select until from (select lost_until + ${latenessMs} * interval '1 millisecond' as until from restores where finished is null) open
      where until > ${PLATFORM_TIME}`,
  )
  return row?.until
}

/**
 * Opens the platform again: the open restore is finished, promotions that lost something are accepted, and the present
 * database becomes the one that counts. `hasLost` is false for a database that was moved as a whole. What may be missing
 * reaches to this moment: the backup may be of a time when the platform was closed already, and that restore ended earlier.
 */
export const reopenPlatform = async (tx: Tx, by: string, hasLost: boolean): Promise<void> => {
  if (hasLost) await noteUnmet(tx)
  await tx.execute(
    sql`update restores set finished = ${PLATFORM_TIME}, finished_by = ${by}, lost_until = greatest(lost_until, ${PLATFORM_TIME}),
        asks_banks_until = case when ${hasLost} then ${PLATFORM_TIME} + ${ASKS_BANKS} end where finished is null`,
  )
  await tx.execute(
    sql`update promotions set accepted = clock_timestamp(), accepted_by = ${by}, reconciled_until = clock_timestamp()
      where system = (select system_identifier::text from pg_control_system()) and lost_to is not null and accepted is null`,
  )
  await adoptDatabase(tx)
}

/** Returns the restore if no process has recorded it in the audit log yet. */
export const noteAudited = async (tx: Tx, id: string): Promise<RestoreRow | undefined> => {
  const [row] = await tx.query<RestoreRow>(
    sql`update restores set audited = clock_timestamp() where id = ${id} and audited is null returning ${COLUMNS}`,
  )
  return row
}

/** Returns the restore if no process has marked it yet. */
export const findUnaudited = async (tx: Tx, id: string): Promise<RestoreRow | undefined> => {
  const [row] = await tx.query<RestoreRow>(sql`select ${COLUMNS} from restores where id = ${id} and audited is null`)
  return row
}
