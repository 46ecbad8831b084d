/** The only access to the database: every statement runs inside a transaction that names the tenants it acts for. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { parseServerAddress } from '../process/server-address.ts'
import { isConnectionError } from './database-errors.ts'
import { newPool, type ServerClient } from './server-connection.ts'

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
}

const CONNECT_MS = 2_000 // fail fast; the caller repeats
const QUERY_MS = 5_000 // no statement of ours may take longer
const IDLE_IN_TRANSACTION_MS = 10_000 // a transaction is milliseconds; this only ends an abandoned one
const RETRIES_MAX = 5 // serialization failure and deadlock have no outside effect
const RETRYABLE = new Set(['40001', '40P01'])
const PLATFORM_ROLE = 'vezne_platform'

pg.types.setTypeParser(pg.types.builtins.INT8, Number) // amounts stay within 2^53 - 1 by CHECK
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const open = new AsyncLocalStorage<true>()
/** Called before anything is sent from the process: a transaction is never open during a network call. */
export const assertNoTransaction = (what = 'network call'): void =>
  assert(!open.getStore(), `${what} inside a transaction`)

export class Database {
  readonly #pool: pg.Pool
  /** Two where the address names several hosts. */
  readonly #connectsMax: number

  constructor(url: string, options: { connections: number; onError: (error: Error) => void }) {
    this.#pool = newPool(url, {
      max: options.connections,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS + 1_000,
      statement_timeout: QUERY_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
      pipeline: true,
      // A prepared statement keeps the plan of its first runs, when a table may be empty and a sequential scan looks cheap.
      options: '-c enable_seqscan=off',
      application_name: 'vezne',
    } as pg.PoolConfig)
    this.#connectsMax = Math.min(parseServerAddress(url).hosts.length, 2)
    this.#pool.on('error', options.onError)
    // A checked-out client emits an error when its connection breaks; without this listener the process would crash.
    this.#pool.on('connect', (client) => client.on('error', options.onError))
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
    const client = await this.#checkOut()
    try {
      const stream = client.connection?.stream
      stream?.cork()
      const tenants = [...new Set(tenantIds)].join(',')
      const sent = [
        client.query('begin'),
        client.query(statement.joinsByIndex ? ACT_BY_INDEX_FOR(tenants) : ACT_FOR(tenants)),
        client.query({ name: statement.name, text: statement.text, values: statement.values as unknown[] }),
        client.query('commit'),
      ] as const
      stream?.uncork()
      const [, , result, commit] = await settle(sent)
      // A statement that failed turns the commit into a rollback; settle() has thrown its error by then.
      assert.equal(commit.command, 'COMMIT')
      client.release()
      return result.rows as Row[]
    } catch (error) {
      giveUp(client, error, !isConnectionError(error))
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  /** A connection to the server that takes the writes: one that was made before they moved elsewhere is replaced. */
  async #checkOut(): Promise<PooledClient> {
    for (let failures = 0; ; ) {
      try {
        const client = (await this.#pool.connect()) as PooledClient
        if (client.isCurrent) return client
        client.release(true)
      } catch (error) {
        // The first attempt went to the host that took the writes until now, the second one goes to whichever does.
        if (++failures >= this.#connectsMax || !isConnectionError(error) || isExhausted(error)) throw error
      }
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
    const client = await this.#checkOut()
    try {
      gather(client)
      // Pipelined: these travel with the first statement of `work`; a failure of theirs surfaces there or at commit.
      const opened = settle([client.query(begin), ...first.map((statement) => client.query(statement))])
      opened.catch(() => undefined)
      const result = await open.run(true, () => work(asTx(client)))
      await opened
      const commit = await client.query('commit')
      assert.equal(commit.command, 'COMMIT', 'a transaction whose statement failed must not look committed')
      client.release()
      return result
    } catch (error) {
      giveUp(client, error, !isConnectionError(error) && (await rolledBack(client)))
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

const BEGIN_READING = 'begin isolation level repeatable read, read only'
type PooledClient = ServerClient & pg.PoolClient
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

/** Every connection is in use: another attempt would wait as long. */
const isExhausted = (error: unknown): boolean => (error as Error).message === 'timeout exceeded when trying to connect'

const giveUp = (client: PooledClient, error: unknown, isUsable: boolean): void => {
  if (isConnectionError(error)) client.distrustHost()
  client.release(!isUsable)
}

/** What is written in the same tick is sent in one flush. */
const gather = ({ connection }: pg.PoolClient): void => {
  const stream = connection?.stream
  if (stream === undefined || stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Waits for all, then throws the first failure: no promise of a pipeline is left unawaited. */
const settle = async <T extends readonly Promise<pg.QueryResult>[]>(
  all: T,
): Promise<{ [K in keyof T]: pg.QueryResult }> => {
  const results = await Promise.allSettled(all)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return results.map((result) => (result as PromiseFulfilledResult<pg.QueryResult>).value) as {
    [K in keyof T]: pg.QueryResult
  }
}

const rolledBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  )
