/** Classifies a database error: whether the outcome is unknown, and what the caller is told. */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { StartupError } from '../process/startup-error.ts'

const SQLSTATE = /^[0-9A-Z]{5}$/
const OF_THE_NETWORK = /^E(?!RR_)[A-Z_]{3,}$/ // ECONNRESET, EPIPE; no class of SQLSTATE begins with E
const FROM_THE_DRIVER = /node_modules[\\/]pg(?:-pool|-protocol)?[\\/]/

const READ_ONLY = '25006'
/** Class 28 and 3D: a connection is refused, such as while its password is changed or its database is restored. */
const OF_THE_CONNECTION = /^(?:08|57P|28|3D|25006)/

/** A standby, a primary that was demoted, or none of several hosts a primary. */
export class ReadOnlyServerError extends Error {
  readonly code = READ_ONLY
  constructor() {
    super('the database server takes no writes')
  }
}

/** A replica that takes writes follows nobody: what it has may be its own. */
export class NoStandbyError extends Error {
  readonly code = '57P04'
  constructor() {
    super('the server is no standby')
  }
}

/** A session that is not this connection's alone: it hears nothing and its locks stay when the process dies. */
export class PooledConnectionError extends StartupError {
  constructor() {
    super(
      'The database is reached through a connection pooler, and notifications, the register of processes, jobs and migrations need sessions of their own. Name the server itself in DATABASE_DIRECT_URL, such as postgres://db1:5432/vezne',
    )
  }
}

/** A write that was not sent, so nothing was written; the server answers as ever. */
export class RefusedWriteError extends Error {}

/** A commit would wait for a standby that does not answer. */
export class CommitsHangError extends RefusedWriteError {
  constructor() {
    super('commits wait for a synchronous standby that does not answer')
  }
}

/** The server was promoted without what another one had confirmed, or nobody knows yet. */
export class UnreconciledPromotionError extends RefusedWriteError {
  readonly isLost: boolean
  constructor(isLost: boolean) {
    super(isLost ? 'the database was promoted without its last writes' : 'the database has just been promoted')
    this.isLost = isLost
  }
}

/** The server stopped waiting for its standby: what was committed may be lost with it, so nobody is told that it happened. */
export class UnconfirmedCommitError extends Error {
  readonly code = '08007' // transaction resolution unknown
  constructor() {
    super('the commit was not confirmed by the synchronous standby')
  }
}

/**
 * The connection is of no more use: it is gone, its server is stopping or takes no writes, or a deadline of ours expired. What
 * the server did is not known; from another one the same may be asked again, as it may be later of a server whose commits hang.
 * An error of the program itself does not count, wherever it was thrown: the server did what it was told, or nothing.
 */
export const isConnectionError = (error: unknown): boolean => {
  if (error instanceof Problem || !(error instanceof Error)) return false
  if (error instanceof RefusedWriteError) return true
  const { code } = error as { code?: unknown }
  if (typeof code === 'string')
    return OF_THE_NETWORK.test(code) || (SQLSTATE.test(code) && OF_THE_CONNECTION.test(code))
  return error.constructor === Error && (isNamed(error.message) || FROM_THE_DRIVER.test(thrownAt(error)))
}

/** Errors of connections to the database: by its code alone, a refused connection may be of any program. */
const ofConnections = new WeakSet<Error>()
export const noteConnectionError = (error: unknown): void => {
  if (error instanceof Error) ofConnections.add(error)
}

/** The database is away, for whoever asks: it cannot be reached, takes no writes, or has no room. */
export const isAbsence = (error: unknown): error is Error => {
  if (!(error instanceof Error)) return false
  if (codeOf(error).startsWith('53')) return true
  return isConnectionError(error) && (!isOfTheNetwork(error) || ofConnections.has(error))
}
const isOfTheNetwork = ({ code }: Error & { code?: unknown }): boolean =>
  typeof code === 'string' && OF_THE_NETWORK.test(code)

/** The driver's messages for a dead connection; its errors have no code. */
const isNamed = (message: string): boolean =>
  /^(?:Connection terminated|Query read timeout|timeout e|Client (?:has encountered|was closed)|Cannot use a pool)/.test(
    message,
  )
const thrownAt = ({ stack = '' }: Error): string => /^ +at .*$/m.exec(stack)?.[0] ?? ''

/** For work of many statements that together take longer than one may. */
export const statementTimeout = (): Error =>
  Object.assign(new Error('many statements took longer than one may'), { code: '57014' })

/** The database is a standby, or being switched over. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY

/** Another row has the key; it may be out of this tenant's sight. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505'

export const isStatementTimeout = (error: unknown): boolean => codeOf(error) === '57014'

/** The problem a caller receives when the database is the reason; undefined for every other error. */
export const toDatabaseProblem = (error: unknown): Problem | undefined => {
  const detail = detailOf(error)
  return detail === undefined ? undefined : new Problem('connector_unavailable', { detail, dependency: 'database' })
}

const AGAIN = phrase`Nothing is lost: repeat, a write with the same Idempotency-Key.`
const detailOf = (error: unknown): Phrase | undefined => {
  const code = codeOf(error)
  if (code === '57P03') return phrase`The database is starting. ${AGAIN}`
  if (code === READ_ONLY)
    return phrase`The database takes no writes right now: it is a standby, or is being switched over. ${AGAIN}`
  if (code.startsWith('53')) return phrase`The database is overloaded: no connection, memory or disk is left. ${AGAIN}`
  if (code === '57014')
    return phrase`The database took longer over this than a request may; repeat later, or ask for less.`
  if (code === '55P03') return phrase`Another change holds what this one needs. ${AGAIN}`
  if (error instanceof CommitsHangError)
    return phrase`The database confirms no writes right now: it waits for its synchronous standby. ${AGAIN}`
  if (error instanceof UnreconciledPromotionError)
    return error.isLost
      ? phrase`The database was replaced by one that lacks the last writes. Nothing is written until an operator has compared it with the banks; this request had no effect.`
      : phrase`The database was replaced by another one a moment ago, which is compared with what was answered before. ${AGAIN}`
  return isConnectionError(error) ? phrase`The database cannot be reached. ${AGAIN}` : undefined
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  return typeof code === 'string' && SQLSTATE.test(code) ? code : ''
}
