/** One database connection that is replaced whenever it breaks, however long the server is unavailable. */
import type { Duplex } from 'node:stream'
import pg from 'pg'

export interface ReconnectingClient {
  /** Undefined while there is none. */
  current(): pg.Client | undefined
  /** Destroys a connection that no longer answers, so that it is replaced. */
  reconnect(): void
  close(): Promise<void>
}

interface ReconnectingClientOptions {
  url: string
  name: string
  retryMs: number
  onError: (error: Error) => void
  /** Prepares a fresh connection; it counts as connected only after that. */
  begin: (client: pg.Client, isFirst: boolean) => Promise<void>
}

const CONNECT_MS = 5_000 // an attempt that hangs must not block the next one

/** The first connection has to succeed; it throws otherwise. */
export const openReconnectingClient = async (options: ReconnectingClientOptions): Promise<ReconnectingClient> => {
  const { url, name, retryMs, onError, begin } = options
  let current: pg.Client | undefined
  let isClosed = false

  const connect = async (isFirst: boolean): Promise<void> => {
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      pipeline: true, // notifications come in bursts
      connectionTimeoutMillis: CONNECT_MS,
      application_name: name,
    })
    fresh.on('error', (error) => {
      onError(error)
      if (fresh !== current) return // begin() is under way and fails with it
      current = undefined
      retryLater()
    })
    try {
      await fresh.connect()
      await begin(fresh, isFirst)
      current = fresh
    } catch (error) {
      fresh.end().catch(() => undefined)
      throw error
    }
  }
  const retryLater = (): void => {
    if (isClosed) return
    const again = (error: Error): void => {
      onError(error)
      retryLater()
    }
    setTimeout(() => void connect(false).catch(again), retryMs).unref()
  }

  await connect(true)
  return {
    current: () => current,
    reconnect: () => void (current as { connection?: { stream: Duplex } } | undefined)?.connection?.stream.destroy(),
    async close() {
      isClosed = true
      await current?.end().catch(() => undefined)
    },
  }
}
