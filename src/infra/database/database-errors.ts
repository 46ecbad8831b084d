/** Classifies database errors: whether the outcome is unknown, and which problem the caller receives. */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { StartupError } from '../process/startup-error.ts'

const SQLSTATE = /^[0-9A-Z]{5}$/
const OF_THE_NETWORK = /^E(?!RR_)[A-Z_]{3,}$/ // ECONNRESET, EPIPE; no SQLSTATE class begins with E
const FROM_THE_DRIVER = /node_modules[\\/]pg(?:-pool|-protocol)?[\\/]/

const READ_ONLY = '25006'
/**
 * 25P03 and 25P04: the server has ended a session whose transaction was idle, or lasted, for too long.
 * Classes 28 and 3D: a connection is refused, for example while the password is changed or the database is restored.
 * 58000: the answer of an engine before several servers where one is not there.
 */
const OF_THE_CONNECTION = /^(?:08|57P|28|3D|25006|25P0[34]|58000)/
/** While connecting: the database takes no connections (`allow_connections`), such as during a restore. A statement may fail with it, too. */
const NOT_READY = '55000'

/** The server is a standby or a demoted primary, or none of several hosts is a primary. */
export class ReadOnlyServerError extends Error {
  readonly code = READ_ONLY
  constructor() {
    super('the database server takes no writes')
  }
}

/** A replica that takes writes no longer follows the primary: its rows may differ. */
export class NoStandbyError extends Error {
  readonly code = '57P04'
  constructor() {
    super('the server is no standby')
  }
}

/**
 * A session that a pooler shares with other clients: it receives no notifications, and its locks remain when the
 * process dies.
 */
export class PooledConnectionError extends StartupError {
  constructor() {
    super(
      'The database is reached through a connection pooler, and notifications, the register of processes, jobs and migrations need sessions of their own. Name the server itself in DATABASE_DIRECT_URL, such as postgres://db1:5432/vezne',
    )
  }
}

/** A write that was refused before it was sent, so nothing was written; reads still work. */
export class RefusedWriteError extends Error {}

/** A commit would wait for a standby that does not answer. */
export class CommitsHangError extends RefusedWriteError {
  constructor() {
    super('commits wait for a synchronous standby that does not answer')
  }
}

/** `undecided`: a promotion whose loss, if any, is not known yet. All others wait for a person. */
export type ClosedReason = RestoreReason | 'undecided'
export type RestoreReason = 'other_database' | 'older_state' | 'unknown_timeline' | 'lost_promotion'

/** Meaning of each reason, for an operator. */
export const CLOSED_REASONS: Readonly<Record<ClosedReason, string>> = {
  other_database: 'the database is a copy of another one, such as a restored backup',
  older_state: 'the database was restored to an earlier state',
  unknown_timeline: 'the database was restored or promoted, and nobody remembers what it had before',
  lost_promotion: 'the database was promoted without its last writes',
  undecided: 'the database has just been promoted',
}

/** The database lacks, or may lack, what it had confirmed before. */
export class ClosedDatabaseError extends RefusedWriteError {
  readonly reason: ClosedReason
  constructor(reason: ClosedReason) {
    super(CLOSED_REASONS[reason])
    this.reason = reason
  }

  /** Closed until a person opens it. */
  get isClosed(): boolean {
    return this.reason !== 'undecided'
  }
}

/** The text of the migration's refuse_closed_tenant as well. */
const MOVES = 'moves to another shard'

/** Nothing new is begun for a tenant on its way to another shard. */
export class TenantMovesError extends Error {
  readonly code = '55P03'
  constructor(idOrSlug = '') {
    super(`tenant ${idOrSlug} ${MOVES}`)
  }
}

/** Returns whether a call was refused because its tenant is on its way, by a process or by the server. */
export const isOfMove = (error: unknown): boolean =>
  readCode(error) === '55P03' && (error as Error).message.includes(MOVES)

/**
 * The server stopped waiting for its standby. The commit may be lost together with this server, so no caller receives a
 * success.
 */
export class UnconfirmedCommitError extends Error {
  readonly code = '08007' // transaction resolution unknown
  constructor() {
    super('the commit was not confirmed by the synchronous standby')
  }
}

/**
 * Returns whether the connection is no longer usable: it is gone, its server is stopping or takes no writes, or one of
 * our deadlines expired. What the server did is unknown. The statement may be repeated on another connection, or later
 * if the server's commits hang. Errors of the program itself are excluded wherever they were thrown, because the server
 * then did what it was asked, or nothing.
 */
export const isConnectionError = (error: unknown): boolean => {
  if (error instanceof Problem || !(error instanceof Error)) return false
  if (error instanceof RefusedWriteError) return true
  const { code } = error as { code?: unknown }
  if (code === NOT_READY) return ofConnections.has(error)
  if (typeof code === 'string')
    return OF_THE_NETWORK.test(code) || (SQLSTATE.test(code) && OF_THE_CONNECTION.test(code))
  return error.constructor === Error && (isNamed(error.message) || FROM_THE_DRIVER.test(thrownAt(error)))
}

/** Errors of database connections. They are marked because by its code a refused connection could be to any service. */
const ofConnections = new WeakSet<Error>()
export const noteConnectionError = (error: unknown): void => {
  if (error instanceof Error) ofConnections.add(error)
}

/**
 * Returns whether the database is unavailable: it cannot be reached, takes no writes, or has no connection left. One that
 * waits for a person after a restore is there.
 */
export const isAbsence = (error: unknown): error is Error => {
  if (!(error instanceof Error)) return false
  if (readCode(error).startsWith('53')) return true
  if (error instanceof ClosedDatabaseError && error.isClosed) return false
  return isConnectionError(error) && (!isOfTheNetwork(error) || ofConnections.has(error))
}
const isOfTheNetwork = ({ code }: Error & { code?: unknown }): boolean =>
  typeof code === 'string' && OF_THE_NETWORK.test(code)

/** Recognizes the driver's messages for a dead connection; these errors have no code. */
const isNamed = (message: string): boolean =>
  /^(?:Connection terminated|Query read timeout|timeout e|Client (?:has encountered|was closed)|Cannot use a pool)/.test(
    message,
  )
const thrownAt = ({ stack = '' }: Error): string => /^ +at .*$/m.exec(stack)?.[0] ?? ''

/** The timeout of work whose statements together take longer than one statement may. */
export const statementTimeout = (): Error =>
  Object.assign(new Error('many statements took longer than one may'), { code: '57014' })

/** Returns whether the database is a standby, or being switched over. */
export const isReadOnly = (error: unknown): boolean => readCode(error) === READ_ONLY

/** Returns whether another row has the key; it may belong to a tenant this transaction cannot see. */
export const isUniqueViolation = (error: unknown): boolean => readCode(error) === '23505'

/**
 * Returns whether a statement of this connection was planned before a migration changed its table. The server refuses it there each time, and
 * takes it on a new connection.
 */
export const isStalePlan = (error: unknown): boolean =>
  readCode(error) === '0A000' && /^cached plan /.test((error as Error).message)

/** Returns whether an earlier statement of the transaction is what failed. */
export const isAborted = (error: unknown): boolean => readCode(error) === '25P02'

export const isStatementTimeout = (error: unknown): boolean => readCode(error) === '57014'

/** Returns the problem a caller receives if the database is the cause; undefined for every other error. */
export const toDatabaseProblem = (error: unknown): Problem | undefined => {
  const detail = detailOf(error)
  if (detail === undefined) return undefined
  return new Problem('connector_unavailable', { detail, dependency: 'database', headers: { 'retry-after': AGAIN_S } })
}

const AGAIN_S = '1' // a restart or a switch-over takes seconds
const AGAIN = phrase`Nothing is lost: repeat, a write with the same Idempotency-Key.`
const detailOf = (error: unknown): Phrase | undefined => {
  const code = readCode(error)
  if (code === '57P03') return phrase`The database is starting. ${AGAIN}`
  if (code === READ_ONLY)
    return phrase`The database takes no writes right now: it is a standby, or is being switched over. ${AGAIN}`
  if (code.startsWith('53')) return phrase`The database is overloaded: no connection, memory or disk is left. ${AGAIN}`
  if (code === '57014')
    return phrase`The database took longer over this than a request may; repeat later, or ask for less.`
  if (isOfMove(error)) return phrase`The data of this tenant moves to another server. ${AGAIN}`
  if (code === '55P03') return phrase`Another change holds what this one needs. ${AGAIN}`
  if (error instanceof CommitsHangError)
    return phrase`The database confirms no writes right now: it waits for its synchronous standby. ${AGAIN}`
  if (error instanceof ClosedDatabaseError) {
    if (!error.isClosed)
      return phrase`The database was replaced by another one a moment ago, which is compared with what was answered before. ${AGAIN}`
    return error.reason === 'lost_promotion'
      ? phrase`The database was replaced by one that lacks the last writes. Nothing is written until an operator has compared it with the banks; this request had no effect.`
      : phrase`The database was restored. Nothing is written or sent until an operator has compared it with the banks; this request had no effect.`
  }
  return isConnectionError(error) ? phrase`The database cannot be reached. ${AGAIN}` : undefined
}

const readCode = (error: unknown): string => {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  return typeof code === 'string' && SQLSTATE.test(code) ? code : ''
}
