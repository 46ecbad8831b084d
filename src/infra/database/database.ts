/** The only access to the database: every statement runs inside a transaction that names the tenants it acts for. It is in one piece because nothing else may hold a connection. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { histogram } from '../process/metrics.ts'
import { CommitWatch } from './commit-watch.ts'
import {
  type ConnectionPool,
  openConnectionPool,
  type PooledClient,
  type PoolOptions,
  SET_FOR_TRANSACTION,
} from './connection-pool.ts'
import { isConnectionError, RefusedWriteError } from './database-errors.ts'
import { LOG_POSITION, type LogPositionRow, type PromotionGuard } from './promotions/promotion-guard.ts'
import { gather, settle } from './query-pipeline.ts'
import type { Replica } from './replica.ts'
import { retryConflicts } from './retry-conflicts.ts'
import { type Sql, toQuery } from './statements/sql.ts'
import {
  ACT_ACROSS_TENANTS,
  ACT_BY_INDEX_FOR,
  ACT_FOR,
  ACT_PLANNED_ONCE_FOR,
  BEGIN_READING,
  BEGIN_SNAPSHOT,
  hasWritten,
  PLATFORM_ROLE,
  type Preamble,
  rolledBack,
} from './transaction-statements.ts'

/** Statements of a transaction. Only {@link Database} creates one, so no statement runs without a tenant. */
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
type Mode =
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
type Reach = {
  readonly mode?: Mode
  /**
   * Written also while a restored database keeps the platform closed: what processes say of themselves, what opens it
   * again, and what is found at banks meanwhile.
   */
  readonly whileClosed?: true
} & (
  | { readonly of: string }
  /** `planned once`: each statement joins by key and keeps its first plan. The default is by index. */
  | { readonly of: readonly string[]; readonly joins?: 'by index' | 'planned once' | 'any' }
  | { readonly as: 'platform' }
)

const BEGINNINGS = { write: 'begin', snapshot: BEGIN_SNAPSHOT, read: BEGIN_READING }

const preambleOf = (reach: Reach): Preamble => {
  if ('as' in reach) return ACT_ACROSS_TENANTS
  if (typeof reach.of === 'string') return ACT_FOR(reach.of)
  if (reach.of.length === 0) return ACT_FOR('')
  const actFor = { any: ACT_FOR, 'by index': ACT_BY_INDEX_FOR, 'planned once': ACT_PLANNED_ONCE_FOR }
  const { joins = 'by index' } = reach as { joins?: keyof typeof actFor }
  return actFor[joins]([...new Set(reach.of)].join(','))
}

const seconds = histogram('db_client_operation_duration_seconds')
const batchSeconds = seconds.labels({ db_operation_name: 'batch' })
const transactionSeconds = seconds.labels({ db_operation_name: 'transaction' })
type Timed = { observe(seconds: number): void }
/** Failures count as well: a time-out is what the figure is for. */
const timed = async <T>(by: Timed, work: () => Promise<T>): Promise<T> => {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    by.observe((performance.now() - startedAt) / 1_000)
  }
}

const open = new AsyncLocalStorage<true>()
/** Called before anything is sent from the process: a transaction is never open during a network call. */
export const assertNoTransaction = (what = 'network call'): void =>
  assert(!open.getStore(), `${what} inside a transaction`)

export class Database {
  readonly #pool: ConnectionPool
  readonly #commits: CommitWatch
  readonly #replica: Replica | undefined
  /** Statements that come before anything else in a transaction. */
  readonly #session: readonly Preamble[]

  /** `replica` serves long reads; it is closed together with this database. */
  constructor(url: string, options: PoolOptions & { guard?: PromotionGuard; replica?: Replica | undefined }) {
    const { guard } = options
    this.#session = options.isPooled ? [SET_FOR_TRANSACTION] : []
    this.#replica = options.replica
    this.#pool = openConnectionPool(url, guard ? { ...options, meet: (client) => guard.look(client) } : options)
    this.#commits = new CommitWatch(url, options.onError, guard)
  }

  /**
   * Runs `work` in one transaction that sees the rows of these tenants only; it is run again if another transaction was
   * in its way.
   */
  transaction<T>(reach: Reach, work: (tx: Tx) => Promise<T>): Promise<T> {
    const first = [preambleOf(reach)]
    const { mode = 'write', whileClosed = false } = reach
    return timed(transactionSeconds, () =>
      mode === 'replica' ? this.#list(first, work) : this.#transaction(first, work, BEGINNINGS[mode], whileClosed),
    )
  }

  /**
   * Runs one set-wise statement as one transaction, sent in one flush; it is run again as {@link transaction} is. The
   * rows may belong to several tenants.
   */
  batch<Row>(tenantIds: readonly string[], statement: Statement): Promise<Row[]> {
    return timed(batchSeconds, () => retryConflicts(() => this.#batchOnce<Row>(tenantIds, statement)))
  }

  async close(): Promise<void> {
    this.#commits.close()
    await Promise.all([this.#pool.close(), this.#replica?.close()])
  }

  async #list<T>(first: readonly Preamble[], work: (tx: Tx) => Promise<T>): Promise<T> {
    const read = await this.#replica?.read(
      async () => (await this.batch<LogPositionRow>([], { ...LOG_POSITION, values: [], onlyReads: true }))[0]!,
      async (client) => {
        const value = await this.#inside(client, BEGIN_READING, first, work)
        return client.query('commit').then(() => value)
      },
    )
    return read ? read.value : this.#transaction(first, work, BEGIN_READING)
  }

  async #commit(client: PooledClient, whileClosed: boolean): Promise<void> {
    const refusal = this.#commits.refusal(whileClosed)
    if (refusal && (await hasWritten(client))) throw refusal
    const answered = this.#commits.sent()
    try {
      gather(client)
      const committing = client.query('commit')
      const position = this.#commits.askPosition(client)
      const commit = await committing
      assert.equal(commit.command, 'COMMIT', 'a transaction whose statement failed must not look committed')
      await Promise.all([client.confirmCommit(), position])
    } finally {
      answered()
    }
  }

  #transaction<T>(
    first: readonly Preamble[],
    work: (tx: Tx) => Promise<T>,
    begin: string,
    whileClosed = false,
  ): Promise<T> {
    return retryConflicts(() => this.#once(begin, first, work, whileClosed))
  }

  async #batchOnce<Row>(tenantIds: readonly string[], statement: Statement): Promise<Row[]> {
    const actFor = statement.joinsByIndex ? ACT_PLANNED_ONCE_FOR : ACT_FOR
    const { name, text, values } = statement
    // A write would only wait for rows that the hanging commits hold.
    if (!statement.onlyReads) this.#commits.requireOpen(statement.whileClosed)
    const client = await this.#pool.checkOut()
    const answered = this.#commits.sent()
    try {
      if (!statement.onlyReads) this.#commits.requireOpen(statement.whileClosed)
      const stream = client.connection?.stream
      stream?.cork()
      const sent = [
        client.query('begin'),
        ...this.#session.map((setting) => client.query(setting)),
        client.query(actFor([...new Set(tenantIds)].join(','))),
        client.query({ name, text, values: values as unknown[] }),
        client.query('commit'),
      ]
      const position = this.#commits.askPosition(client)
      stream?.uncork()
      const results = await settle(sent)
      const [result, commit] = results.slice(-2) as [pg.QueryResult, pg.QueryResult]
      // A failed statement turns the commit into a rollback; settle() has thrown its error by then.
      assert.equal(commit.command, 'COMMIT')
      await Promise.all([client.confirmCommit(), position])
      this.#pool.checkIn(client)
      return result.rows as Row[]
    } catch (error) {
      this.#pool.checkInAfterFailure(client, error, error instanceof RefusedWriteError || !isConnectionError(error))
      throw error
    } finally {
      answered()
    }
  }

  async #once<T>(
    begin: string,
    first: readonly Preamble[],
    work: (tx: Tx) => Promise<T>,
    whileClosed: boolean,
  ): Promise<T> {
    const client = await this.#pool.checkOut()
    try {
      const result = await this.#inside(client, begin, [...this.#session, ...first], work)
      await this.#commit(client, whileClosed)
      this.#pool.checkIn(client)
      return result
    } catch (error) {
      const isLost = isConnectionError(error) && !(error instanceof RefusedWriteError)
      this.#pool.checkInAfterFailure(client, error, !isLost && (await rolledBack(client)))
      throw error
    }
  }

  async #inside<T>(
    client: PooledClient,
    begin: string,
    first: readonly Preamble[],
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    gather(client)
    // These statements are pipelined with the first statement of `work`; if one fails, the error surfaces there or at
    // the commit.
    const opened = settle([begin, ...first].map((statement) => client.query(statement)))
    opened.catch(() => undefined)
    const result = await open.run(true, () => work(asTx(client)))
    await opened
    return result
  }
}

/**
 * Runs `work` with the right to write rows that only the platform's role may write; call it inside a transaction of the
 * realm `master`.
 */
export const asPlatform = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await tx.execute(`set local role ${PLATFORM_ROLE}`)
  const result = await work()
  await tx.execute('reset role') // after a failure there is nothing left to write
  return result
}

const asTx = (client: pg.PoolClient): Tx => ({
  async query<Row>(statement: Sql | string, values?: readonly unknown[], name?: string) {
    gather(client)
    const result = await client.query({ ...toQuery(statement, values), ...(name === undefined ? {} : { name }) })
    return result.rows as Row[]
  },
  async execute(statement, values) {
    const result = await client.query(toQuery(statement, values))
    return result.rowCount ?? 0
  },
})
