/**
 * The connection pool of {@link Database}, with its deadlines. Every connection goes to the server that takes the
 * writes.
 */
import pg from 'pg'
import { gauge } from '../process/metrics.ts'
import { parseServerAddress } from '../process/server-address.ts'
import { isConnectionError } from './database-errors.ts'
import type { WantedServer } from './primary-finder.ts'
import { newPool, type ServerClient } from './server-connection.ts'
import { assertFirstConnection } from './statements/transaction.ts'

export type PooledClient = ServerClient & pg.PoolClient

export interface ConnectionPool {
  checkOut(): Promise<PooledClient>
  /** Returns a connection after a transaction that succeeded. */
  checkIn(client: PooledClient): void
  /** Returns a connection after a failure; an unusable one is replaced. */
  checkInAfterFailure(client: PooledClient, error: unknown, isUsable: boolean): void
  close(): Promise<void>
}

export interface PoolOptions {
  connections: number
  /** The address is that of a pooler that reuses a session for different clients, so a session keeps no settings. */
  isPooled?: boolean
  wanted?: WantedServer
  /**
   * Longest time a statement may take if no request waits for it, such as maintenance that builds an index. The default
   * is seconds.
   */
  statementMs?: number
  /** Prepares a fresh connection before it is used. */
  meet?: (client: ServerClient) => Promise<void>
  /** Returns whether the process is starting; then it waits for a connection instead of failing fast. */
  isStarting?: () => boolean
  onError: (error: Error) => void
  /** Called when a transaction has succeeded. */
  onAnswer?: () => void
}

const CONNECT_MS = 2_000 // fail fast; the caller repeats
const STARTING_MS = 30_000 // nothing retries what a process does while it starts, and other processes may keep the machine busy
const QUERY_MS = 5_000 // no statement of ours may take longer
/**
 * Shorter than a statement may take: the locks of a process that is paused in the middle of a transaction are free again
 * before others have waited too long for them.
 */
const IDLE_IN_TRANSACTION_MS = 3_000

const ENTRIES = Object.entries({
  statement_timeout: QUERY_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  // A prepared statement keeps the plan of its first runs, when a table may be empty and a sequential scan looks cheap.
  enable_seqscan: 'off',
  // Before PostgreSQL 18 a disabled scan is costed so high that every statement with one would be JIT-compiled.
  jit: 'off',
})
/**
 * Settings that a session normally has from its start, set per transaction for a pooled session that another client
 * used before.
 */
export const SET_FOR_TRANSACTION = {
  name: 'settings-of-a-session',
  text: `select ${ENTRIES.map(([name, value]) => `set_config('${name}', '${value}', true)`).join(', ')}`,
  values: [] as unknown[],
}

/** The open pools of this process. */
const pools = new Set<pg.Pool>()
const sumOf = (count: (pool: pg.Pool) => number): number => [...pools].reduce((sum, pool) => sum + count(pool), 0)
gauge('vezne_database_pool_connections', function () {
  this.set(
    { state: 'idle' },
    sumOf(({ idleCount }) => idleCount),
  )
  this.set(
    { state: 'busy' },
    sumOf(({ totalCount, idleCount }) => totalCount - idleCount),
  )
})
gauge('vezne_database_pool_connections_max', function () {
  this.set(sumOf(({ options }) => options.max))
})
gauge('vezne_database_pool_waiting', function () {
  this.set(sumOf(({ waitingCount }) => waitingCount))
})

pg.types.setTypeParser(pg.types.builtins.INT8, Number) // amounts stay within 2^53 - 1 by CHECK
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export const openConnectionPool = (url: string, options: PoolOptions): ConnectionPool => {
  const { connections, isPooled, onError, statementMs = QUERY_MS } = options
  const answerMs = statementMs + 1_000
  const settings = {
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: answerMs,
    keepAlive: true,
    pipeline: true,
    application_name: 'vezne',
    ...(isPooled
      ? {}
      : {
          options: [...ENTRIES, ['statement_timeout', statementMs]]
            .map(([name, value]) => `-c ${name}=${value}`)
            .join(' '),
        }),
  } as pg.PoolConfig
  const pool = newPool(url, settings, options.wanted)
  pools.add(pool)
  const met = new WeakSet<object>()
  const meet = async (client: PooledClient): Promise<void> => {
    if (options.meet === undefined || met.has(client)) return
    await options.meet(client)
    met.add(client)
  }
  pool.on('error', onError)
  // A checked-out client emits an error when its connection breaks; without this listener the process would crash.
  pool.on('connect', (client) => client.on('error', onError))
  const connectsMax = Math.min(parseServerAddress(url).hosts.length, 2)

  return {
    /** A connection made before the writes moved to another host is replaced. */
    async checkOut() {
      assertFirstConnection()
      const isStarting = options.isStarting?.() === true
      pool.options.connectionTimeoutMillis = isStarting ? STARTING_MS : CONNECT_MS
      for (let failures = 0; ; ) {
        try {
          const client = (await pool.connect()) as PooledClient
          client.waitForAnswers(isStarting ? STARTING_MS : answerMs)
          if (client.isCurrent) {
            await meet(client).catch((error: unknown) => {
              client.release(true)
              throw error
            })
            return client
          }
          client.release(true)
        } catch (error) {
          // The first attempt goes to the host that took the writes until now, the second to the host that takes them
          // now.
          if (++failures >= connectsMax || !isConnectionError(error) || isExhausted(error)) throw error
        }
      }
    },
    checkIn(client) {
      client.release()
      options.onAnswer?.()
    },
    checkInAfterFailure(client, error, isUsable) {
      if (!isUsable && isConnectionError(error)) client.distrustHost()
      client.release(!isUsable)
    },
    close() {
      pools.delete(pool)
      return pool.end()
    },
  }
}

/** Every connection is in use, so another attempt would wait just as long. */
const isExhausted = (error: unknown): boolean => (error as Error).message === 'timeout exceeded when trying to connect'
