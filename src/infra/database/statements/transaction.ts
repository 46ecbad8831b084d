/** Types of transactions: the rows that one reaches, and the statements that it offers. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Sql } from './sql.ts'

/** Statements of a transaction. Only DatabaseServer creates one, so no statement runs without a tenant. */
export interface Tx {
  query<Row = Record<string, unknown>>(
    statement: Sql | string,
    values?: readonly unknown[],
    name?: string,
  ): Promise<Row[]>
  /** Runs a statement and returns how many rows it affected. */
  execute(statement: Sql | string, values?: readonly unknown[]): Promise<number>
}

/** A hot statement, prepared once per connection under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /**
   * Joins use only indexes, as planned at the first execution; for statements that join a large table on its whole key.
   */
  readonly joinsByIndex?: boolean
  /** The statement writes nothing, so it also runs while the server confirms no commits. */
  readonly onlyReads?: true
  /** As of {@link Reach}. */
  readonly whileClosed?: true
}

/** `read`, `replica` and `snapshot`: all statements see one snapshot. */
export type Mode =
  | 'write'
  | 'snapshot'
  | 'read'
  /** For long lists that decide nothing, on a replica if there is one. A caller finds everything it has written before. */
  | 'replica'

/**
 * The rows that a transaction sees: those of one tenant, of several, or with `[]` only rows that belong to no tenant
 * (plans, look-up data, the clock). `platform` reads across tenants, with the role that is allowed to. Use it only for
 * operations of the master realm, for finding tenants that have something due, and for the realm of a token whose
 * tenant is not known yet.
 */
export type Reach = {
  readonly mode?: Mode
  /**
   * Written also while a restored database keeps the platform closed: what processes say of themselves, what opens it
   * again, and what is found at banks meanwhile.
   */
  readonly whileClosed?: true
  /** Names the shard of rows that are not of named tenants, where tenants are spread over shards. */
  readonly on?: number
} & (
  | { readonly of: string }
  /** `planned once`: each statement joins by key and keeps its first plan. The default is by index. */
  | { readonly of: readonly string[]; readonly joins?: 'by index' | 'planned once' | 'any' }
  | { readonly as: 'platform' }
)

export const open = new AsyncLocalStorage<true>()
/** Called before anything is sent from the process: a transaction is never open during a network call. */
export const assertNoTransaction = (what = 'network call'): void =>
  assert(!open.getStore(), `${what} inside a transaction`)

let refusesSecond = false
/**
 * Lets a transaction fail that takes a connection while the same code keeps that of another: as soon as every connection
 * waits for one more like that, all of them do. For tests; in production the rare one that gets its connection may go on.
 */
export const refuseSecondConnections = (): void => {
  refusesSecond = true
}
export const assertFirstConnection = (): void => {
  if (refusesSecond) assertNoTransaction('a second connection')
}
