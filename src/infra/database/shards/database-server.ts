/** One database server: every statement runs inside a transaction that names the tenants it acts for. It is in one piece because nothing else may hold a connection. */
import assert from 'node:assert/strict'
import type pg from 'pg'
import { histogram } from '../../process/metrics.ts'
import { CommitWatch } from '../commit-watch.ts'
import {
  type ConnectionPool,
  openConnectionPool,
  type PooledClient,
  type PoolOptions,
  SET_FOR_TRANSACTION,
} from '../connection-pool.ts'
import { isAborted, isConnectionError, isStalePlan, RefusedWriteError } from '../database-errors.ts'
import { LOG_POSITION, type LogPositionRow, type PromotionGuard } from '../promotions/promotion-guard.ts'
import { gather, settle } from '../query-pipeline.ts'
import type { Replica } from '../replica.ts'
import { retryConflicts } from '../retry-conflicts.ts'
import { type Sql, toQuery } from '../statements/sql.ts'
import { open, type Reach, type Statement, type Tx } from '../statements/transaction.ts'
import {
  ACT_ACROSS_TENANTS,
  ACT_BY_INDEX_FOR,
  ACT_FOR,
  ACT_PLANNED_ONCE_FOR,
  BEGIN_READING,
  BEGIN_SNAPSHOT,
  hasWritten,
  type Preamble,
  rolledBack,
} from '../transaction-statements.ts'
import { onlyOn } from './require-shard.ts'

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

export interface ServerOptions extends PoolOptions {
  guard?: PromotionGuard | undefined
  /** Serves long reads; it is closed together with the server. */
  replica?: Replica | undefined
  engine?: Engine | undefined
}

/** A program between this one and several servers: the address of the pool is then not that of the server itself. */
interface Engine {
  /** The number of this server. */
  readonly shard: number
  /** The statement that names it; each transaction begins with it. */
  readonly nameShard: string
  /** The server itself. */
  readonly directUrl: string
}

export class DatabaseServer {
  readonly #pool: ConnectionPool
  readonly #commits: CommitWatch
  readonly #replica: Replica | undefined
  /** Statements that come before anything else in a transaction. */
  readonly #session: readonly (Preamble | string)[]
  /** Behind an engine, a transaction that comes to another server has no reach there. */
  readonly #here: (reach: Preamble) => Preamble

  constructor(url: string, options: ServerOptions) {
    const { guard, engine } = options
    this.#session = [...(engine ? [engine.nameShard] : []), ...(options.isPooled ? [SET_FOR_TRANSACTION] : [])]
    this.#here = engine ? (reach) => onlyOn(engine.shard, reach) : (reach) => reach
    this.#replica = options.replica
    // A connection to an engine is no server's, so only the server's own connections are looked at.
    const isMet = guard !== undefined && engine === undefined
    this.#pool = openConnectionPool(url, isMet ? { ...options, meet: (client) => guard.look(client) } : options)
    this.#commits = new CommitWatch(engine?.directUrl ?? url, { ...options, within: engine?.nameShard })
  }

  /**
   * Runs `work` in one transaction that sees the rows of these tenants only; it is run again if another transaction was
   * in its way.
   */
  transaction<T>(reach: Reach, work: (tx: Tx) => Promise<T>): Promise<T> {
    const first = [this.#here(preambleOf(reach))]
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
      await Promise.all([this.#commits.confirm(client), position])
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
        client.query(this.#here(actFor([...new Set(tenantIds)].join(',')))),
        client.query({ name, text, values: values as unknown[] }),
        client.query('commit'),
      ]
      const position = this.#commits.askPosition(client)
      stream?.uncork()
      const results = await settle(sent)
      const [result, commit] = results.slice(-2) as [pg.QueryResult, pg.QueryResult]
      // A failed statement turns the commit into a rollback; settle() has thrown its error by then.
      assert.equal(commit.command, 'COMMIT')
      await Promise.all([this.#commits.confirm(client), position])
      this.#pool.checkIn(client)
      return result.rows as Row[]
    } catch (error) {
      this.#pool.checkInAfterFailure(client, error, error instanceof RefusedWriteError || !isUnusable(error))
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
      const isLost = isUnusable(error) && !(error instanceof RefusedWriteError)
      this.#pool.checkInAfterFailure(client, error, !isLost && (await rolledBack(client)))
      throw error
    }
  }

  async #inside<T>(
    client: PooledClient,
    begin: string,
    first: readonly (Preamble | string)[],
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    gather(client)
    // These statements are pipelined with the first statement of `work`; if one fails, its error is that of the
    // transaction.
    const opened = settle([begin, ...first].map((statement) => client.query(statement)))
    opened.catch(() => undefined)
    try {
      const result = await open.run(true, () => work(asTx(client)))
      await opened
      return result
    } catch (error) {
      if (isAborted(error)) await opened
      throw error
    }
  }
}

const isUnusable = (error: unknown): boolean => isConnectionError(error) || isStalePlan(error)

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
