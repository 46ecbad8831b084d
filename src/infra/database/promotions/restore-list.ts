/** Restores as an operator sees and finishes them. */
import type { Tx } from '../database.ts'
import { PLATFORM_TIME } from '../database-clock.ts'
import type { RestoreReason } from '../database-errors.ts'
import { rawSql, sql } from '../statements/sql.ts'
import { adoptDatabase } from './identity-store.ts'
import { type ServerState, STATE, type StateRow, toServerState } from './promotion-store.ts'

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

/** What a look at the server would see; undefined from a standby. */
export const findServerState = async (tx: Tx): Promise<ServerState | undefined> => {
  const [row] = await tx.query<StateRow>(STATE.text)
  return row && toServerState(row)
}

/**
 * Opens the platform again: the open restore is finished, promotions that lost something are accepted, and the database as
 * it is becomes the one that counts. `hasLost` is false for a database that was moved as a whole.
 */
export const openAgain = async (tx: Tx, by: string, hasLost: boolean): Promise<void> => {
  await tx.execute(
    sql`update restores set finished = ${PLATFORM_TIME}, finished_by = ${by},
        asks_banks_until = case when ${hasLost} then ${PLATFORM_TIME} + ${ASKS_BANKS} end where finished is null`,
  )
  await tx.execute(
    sql`update promotions set accepted = clock_timestamp(), accepted_by = ${by}, reconciled_until = clock_timestamp()
      where system = (select system_identifier::text from pg_control_system()) and lost_to is not null and accepted is null`,
  )
  await adoptDatabase(tx)
}

/** Returns the restore if no process has said so in the audit log yet. */
export const noteAudited = async (tx: Tx, id: string): Promise<RestoreRow | undefined> => {
  const [row] = await tx.query<RestoreRow>(
    sql`update restores set audited = clock_timestamp() where id = ${id} and audited is null returning ${COLUMNS}`,
  )
  return row
}
