/** The only access to the database: every statement runs inside a transaction that names the tenants it acts for. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { type CommitGate, openCommitGate } from './commit-gate.ts'
import {
  type ConnectionPool,
  openConnectionPool,
  type PooledClient,
  type PoolOptions,
  SET_FOR_TRANSACTION,
} from './connection-pool.ts'
import { CommitsHangError, isConnectionError } from './database-errors.ts'
import { gather, settle } from './pipeline.ts'

/** What a transaction can do. Only {@link Database} creates one, so no statement runs without a tenant. */
export interface Tx {
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>
  /** Runs a statement and returns how many rows it affected. */
  execute(text: string, values?: readonly unknown[]): Promise<number>
}

/** A hot statement, prepared once per connection under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /** Rows are reached only through indexes: for statements that join a large table on its whole key. */
  readonly joinsByIndex?: boolean
  /** Writes nothing: answered also while the server confirms no commits. */
  readonly onlyReads?: true
}

const RETRIES_MAX = 5 // serialization failure and deadlock have no outside effect
const RETRYABLE = new Set(['40001', '40P01'])
const PLATFORM_ROLE = 'vezne_platform'

const open = new AsyncLocalStorage<true>()
/** Called before anything is sent from the process: a transaction is never open during a network call. */
export const assertNoTransaction = (what = 'network call'): void =>
  assert(!open.getStore(), `${what} inside a transaction`)

export class Database {
  readonly #pool: ConnectionPool
  readonly #gate: CommitGate
  /** Before anything else in a transaction. */
  readonly #session: readonly Preamble[]

  constructor(url: string, options: PoolOptions) {
    this.#session = options.isPooled ? [SET_FOR_TRANSACTION] : []
    this.#pool = openConnectionPool(url, options)
    this.#gate = openCommitGate(url, options.onError)
  }

  /** Runs `work` in one transaction that sees one tenant's rows. */
  inTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transaction([ACT_FOR(tenantId)], work)
  }

  /** The same for rows of several tenants that are written together; by default joins use only indexes. */
  inTenants<T>(
    tenantIds: readonly string[],
    work: (tx: Tx) => Promise<T>,
    { joinsByIndex = true }: { joinsByIndex?: boolean } = {},
  ): Promise<T> {
    const tenants = [...new Set(tenantIds)].join(',')
    return this.#transaction([joinsByIndex ? ACT_BY_INDEX_FOR(tenants) : ACT_FOR(tenants)], work)
  }

  /** The same, read-only: however many statements `work` sends, they all see one snapshot. */
  readTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transaction([ACT_FOR(tenantId)], work, BEGIN_READING)
  }

  /** The same for reading and writing: what another has changed meanwhile makes `work` begin anew. */
  inTenantSnapshot<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transaction([ACT_FOR(tenantId)], work, BEGIN_SNAPSHOT)
  }

  /** Rows of no tenant (plans, look-up data, the clock): sees no tenant's rows at all. */
  inNoTenant<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transaction([ACT_FOR('')], work)
  }

  /**
   * Reads across tenants, as the role that may. Only for operations of the master realm, for finding out which tenants
   * have something due, and for a token's realm before its tenant is known.
   */
  acrossTenants<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transaction([{ text: `set local role ${PLATFORM_ROLE}`, values: [] }], work)
  }

  /** The same, read-only: all statements of `work` see one snapshot. */
  readAcrossTenants<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transaction([{ text: `set local role ${PLATFORM_ROLE}`, values: [] }], work, BEGIN_READING)
  }

  /** One set-wise statement as a transaction of its own, sent in one flush. The rows may belong to several tenants. */
  async batch<Row>(tenantIds: readonly string[], statement: Statement): Promise<Row[]> {
    const tenants = [...new Set(tenantIds)].join(',')
    const actFor = statement.joinsByIndex ? ACT_BY_INDEX_FOR(tenants) : ACT_FOR(tenants)
    const { name, text, values } = statement
    // What writes would only wait for rows that the hanging commits hold.
    if (!statement.onlyReads && !this.#gate.isOpen()) throw new CommitsHangError()
    const client = await this.#pool.checkOut()
    const answered = this.#gate.sent()
    try {
      const stream = client.connection?.stream
      stream?.cork()
      const sent = [
        client.query('begin'),
        ...this.#session.map((setting) => client.query(setting)),
        client.query(actFor),
        client.query({ name, text, values: values as unknown[] }),
        client.query('commit'),
      ]
      stream?.uncork()
      const results = await settle(sent)
      const [result, commit] = results.slice(-2) as [pg.QueryResult, pg.QueryResult]
      // A statement that failed turns the commit into a rollback; settle() has thrown its error by then.
      assert.equal(commit.command, 'COMMIT')
      await client.confirmCommit()
      client.release()
      return result.rows as Row[]
    } catch (error) {
      this.#pool.giveUp(client, error, !isConnectionError(error))
      throw error
    } finally {
      answered()
    }
  }

  async close(): Promise<void> {
    this.#gate.close()
    await this.#pool.close()
  }

  async #commit(client: PooledClient): Promise<void> {
    if (!this.#gate.isOpen() && (await hasWritten(client))) throw new CommitsHangError()
    const answered = this.#gate.sent()
    try {
      const commit = await client.query('commit')
      assert.equal(commit.command, 'COMMIT', 'a transaction whose statement failed must not look committed')
      await client.confirmCommit()
    } finally {
      answered()
    }
  }

  async #transaction<T>(first: readonly Preamble[], work: (tx: Tx) => Promise<T>, begin = 'begin'): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(begin, first, work)
      } catch (error) {
        if (attempt >= RETRIES_MAX || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt))
      }
    }
  }

  async #once<T>(begin: string, first: readonly Preamble[], work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.#pool.checkOut()
    try {
      gather(client)
      // Pipelined: these travel with the first statement of `work`; a failure of theirs surfaces there or at commit.
      const opened = settle([begin, ...this.#session, ...first].map((statement) => client.query(statement)))
      opened.catch(() => undefined)
      const result = await open.run(true, () => work(asTx(client)))
      await opened
      await this.#commit(client)
      client.release()
      return result
    } catch (error) {
      const isLost = isConnectionError(error) && !(error instanceof CommitsHangError)
      this.#pool.giveUp(client, error, !isLost && (await rolledBack(client)))
      throw error
    }
  }
}

/** Inside a transaction of the realm `master`: rows that only the platform's role may write. */
export const asPlatform = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await tx.execute(`set local role ${PLATFORM_ROLE}`)
  const result = await work()
  await tx.execute('reset role') // after a failure there is nothing left to write
  return result
}

const BEGIN_SNAPSHOT = 'begin isolation level repeatable read'
const BEGIN_READING = 'begin isolation level repeatable read, read only'
type Preamble = { text: string; values: unknown[] }
const ACT_FOR = (tenants: string) => ({
  name: 'act-for',
  text: `select set_config('app.tenant_ids', $1, true)`,
  values: [tenants] as unknown[],
})

const ACT_BY_INDEX_FOR = (tenants: string) => ({
  name: 'act-by-index-for',
  text: `select set_config('app.tenant_ids', $1, true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`,
  values: [tenants] as unknown[],
})

const asTx = (client: pg.PoolClient): Tx => ({
  async query<Row>(text: string, values: readonly unknown[] = [], name?: string) {
    gather(client)
    const result = await client.query({ text, values: values as unknown[], ...(name === undefined ? {} : { name }) })
    return result.rows as Row[]
  },
  async execute(text, values = []) {
    const result = await client.query({ text, values: values as unknown[] })
    return result.rowCount ?? 0
  },
})

/** Only a transaction that wrote waits for a standby. */
const hasWritten = async (client: PooledClient): Promise<boolean> => {
  const { rows } = await client.query<{ is: boolean }>('select pg_current_xact_id_if_assigned() is not null as is')
  return rows[0]!.is
}

const rolledBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  )
