/** The law by which a restored database is distinguished from the one that the installation wrote to last. */
import type { ClosedReason } from '../database-errors.ts'

/** The row of `database_identity`, which every copy of the database brings along. */
export interface DatabaseIdentity {
  readonly lineage: string
  readonly system: string
  readonly databaseOid: number
  readonly timeline: number
  readonly epoch: number
}

/** The same as the server itself reports it. */
export interface ServerIdentity {
  readonly system: string
  readonly databaseOid: number
  readonly timeline: number
  /** Commits wait for a standby, so a promoted one lacks nothing. */
  readonly isSynchronous: boolean
}

/** Knowledge of a process, its data folder and the folder of its master keys. */
export interface Memory {
  /** The highest epoch seen of this lineage. */
  readonly epoch: number | undefined
  /** How far the platform's clock was moved then. */
  readonly clockOffsetMs?: number | undefined
  /**
   * True if a loss of a new timeline would be known: log positions of an earlier one were compared, or the process itself
   * has advanced the epoch. An epoch from a file says nothing about the last seconds.
   */
  readonly knowsEarlier: boolean
}

/** State of the promotion that began the server's timeline. */
interface KnownPromotion {
  /** A process that remembers the timeline before found nothing missing. */
  readonly isVouched: boolean
  /** Others who may still report have had the time to. */
  readonly isOld: boolean
}

/** Returns why the database has to stay closed; undefined if it is the known one, or one that no process has met yet. */
export const recognizeRestore = (
  identity: DatabaseIdentity | undefined,
  server: ServerIdentity,
  memory: Memory,
  promotion: KnownPromotion,
): ClosedReason | undefined => {
  if (identity === undefined) return undefined
  if (identity.system !== server.system || identity.databaseOid !== server.databaseOid) return 'other_database'
  if (memory.epoch !== undefined && memory.epoch > identity.epoch) return 'older_state'
  if (identity.timeline === server.timeline || server.isSynchronous) return undefined
  if (promotion.isVouched || memory.knowsEarlier) return undefined
  return promotion.isOld ? 'unknown_timeline' : 'undecided'
}
