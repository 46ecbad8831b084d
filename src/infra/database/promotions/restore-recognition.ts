/** The law by which a restored database is told from the one that the installation wrote to last. */
import type { ClosedReason } from '../database-errors.ts'

/** What the database says of itself: the row of `database_identity`, which every copy brings along. */
export interface DatabaseIdentity {
  readonly lineage: string
  readonly system: string
  readonly databaseOid: number
  readonly timeline: number
  readonly epoch: number
}

/** What the server says of it. */
export interface ServerIdentity {
  readonly system: string
  readonly databaseOid: number
  readonly timeline: number
  /** Commits wait for a standby, so a promoted one lacks nothing. */
  readonly isSynchronous: boolean
}

/** What a process, its data folder and the folder of its master keys remember. */
export interface Memory {
  /** The highest epoch seen of this lineage. */
  readonly epoch: number | undefined
  /** Log positions of an earlier timeline were compared. */
  readonly hasPositions: boolean
}

/** What is known of the promotion that began the server's timeline. */
export interface KnownPromotion {
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
  if (promotion.isVouched || remembers(memory)) return undefined
  return promotion.isOld ? 'unknown_timeline' : 'undecided'
}

export const remembers = ({ epoch, hasPositions }: Memory): boolean => epoch !== undefined || hasPositions
