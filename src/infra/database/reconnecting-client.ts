/** One database connection that is replaced whenever it breaks or the writes go to another host, however long the server is unavailable. */
import { every } from '../process/every.ts'
import { isConnectionError } from './database-errors.ts'
import { newClient, type ServerClient } from './server-connection.ts'

export interface ReconnectingClient {
  /** Returns undefined while there is no connection to the server that takes the writes. */
  current(): ServerClient | undefined
  /** Destroys a connection that no longer answers, so that it is replaced. */
  reconnect(): void
  close(): Promise<void>
}

interface ReconnectingClientOptions {
  url: string
  name: string
  retryMs: number
  onError: (error: Error) => void
  /** The server may be unavailable at first, too; then it is tried again like later. */
  mayBeAway?: boolean | undefined
  /** Prepares a fresh connection, which counts as connected only afterwards. */
  begin: (client: ServerClient, isFirst: boolean) => Promise<void>
}

const CONNECT_MS = 5_000 // an attempt that hangs must not block the next one

/** Opens the client; throws if the first connection fails, unless it may. */
export const openReconnectingClient = async (options: ReconnectingClientOptions): Promise<ReconnectingClient> => {
  const { url, name, retryMs, onError, mayBeAway = false, begin } = options
  let current: ServerClient | undefined
  let isClosed = false

  const connect = async (isFirst: boolean): Promise<void> => {
    const fresh = newClient(url, {
      keepAlive: true,
      pipeline: true, // notifications come in bursts
      connectionTimeoutMillis: CONNECT_MS,
      application_name: name,
    })
    fresh.on('error', (error) => {
      onError(error)
      fresh.distrustHost()
      if (fresh !== current) return // begin() is still running and fails with it
      current = undefined
      retryLater()
    })
    try {
      await fresh.connect()
      await fresh.requireOwnSession()
      await begin(fresh, isFirst)
      current = fresh
    } catch (error) {
      fresh.end().catch(() => undefined)
      throw error
    }
  }
  const again = (error: Error): void => {
    onError(error)
    retryLater()
  }
  const retryLater = (): void => {
    if (isClosed) return
    setTimeout(() => void connect(false).catch(again), retryMs).unref()
  }

  await connect(true).catch((error: Error) => {
    if (!mayBeAway || !isConnectionError(error)) throw error
    again(error)
  })
  const reconnect = (): void => void current?.connection.stream.destroy()
  // A server that was replaced may keep its connections.
  const stop = every(retryMs, () => current?.isCurrent === false && reconnect())
  return {
    current: () => (current?.isCurrent ? current : undefined),
    reconnect,
    async close() {
      isClosed = true
      stop()
      await current?.end().catch(() => undefined)
    },
  }
}
