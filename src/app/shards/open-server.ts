/** Opens one database server: its connections, its notifications, and the guard against its promotions. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Notifications, openNotifications } from '../../infra/database/notifications.ts'
import { epochFolders } from '../../infra/database/promotions/keep-epoch.ts'
import { PromotionGuard } from '../../infra/database/promotions/promotion-guard.ts'
import { openReplica } from '../../infra/database/replica.ts'
import type { ServerClient } from '../../infra/database/server-connection.ts'
import { DatabaseServer } from '../../infra/database/shards/database-server.ts'
import type { Config } from '../../infra/process/config.ts'
import type { Log } from '../../infra/process/log.ts'
import { gauge } from '../../infra/process/metrics.ts'
import { parseServerAddress, withCredentials } from '../../infra/process/server-address.ts'

/** How a server is reached. */
export interface ServerAddresses {
  /** The role the program acts as, at the server itself. */
  readonly appUrl: string
  /** The same role at a pooler, or at the engine before several shards. */
  readonly pooledUrl?: string | undefined
  /** Names the shard to the engine, and its number. */
  readonly named?: { readonly shard: number; readonly nameShard: string } | undefined
  /** The program starts without it. */
  readonly mayBeAway?: boolean
}

export interface OpenedServer {
  readonly server: DatabaseServer
  readonly notifications: Notifications
  readonly guard: PromotionGuard | undefined
}

interface Opening {
  readonly config: Config
  readonly isStarting: () => boolean
  readonly onError: (error: Error) => void
  readonly answered: () => void
}

type Closers = (() => unknown)[]

export const openServer = async (
  { config, isStarting, onError, answered }: Opening,
  { appUrl, pooledUrl, named, mayBeAway = false }: ServerAddresses,
  guard: PromotionGuard | undefined,
  closers: Closers,
): Promise<OpenedServer> => {
  const server = new DatabaseServer(pooledUrl ?? appUrl, {
    isStarting,
    connections: config.databaseConnections,
    isPooled: pooledUrl !== undefined,
    onError,
    onAnswer: answered,
    ...(named === undefined ? {} : { engine: { ...named, directUrl: appUrl } }),
    ...(guard ? { guard, replica: replicaOf(config, appUrl, onError) } : {}),
  })
  closers.push(() => server.close())
  closers.push(() => closed.set(0)) // a program that has stopped keeps nothing closed; the next one in this process finds out for itself
  const look = async (client: ServerClient): Promise<void> => {
    await guard?.look(client)
    answered()
  }
  const notifications = await openNotifications(appUrl, onError, look, mayBeAway)
  closers.push(() => notifications.close())
  return { server, notifications, guard }
}

const replicaOf = (
  { databaseReadUrl, databaseConnections }: Config,
  appUrl: string,
  onError: (error: Error) => void,
) =>
  databaseReadUrl === undefined
    ? undefined
    : openReplica(withCredentials(databaseReadUrl, parseServerAddress(appUrl)), {
        connections: databaseConnections,
        onError,
      })

const closed = gauge('vezne_database_closed')

/** Positions of another shard than the first are kept in a separate folder. */
export const createGuard = (config: Config, log: Log, shard: number): PromotionGuard => {
  const isFirst = shard === 0
  const dataDir = isFirst ? config.dataDir : join(config.dataDir, `shard-${shard}`)
  if (!isFirst) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const ofShard = config.shards.length > 0 ? { shard } : {}
  return new PromotionGuard({
    dataDir,
    epochFolders: isFirst ? epochFolders(config) : [],
    hasClock: isFirst,
    onClosed(reason, facts) {
      closed.set(1)
      if (reason === 'lost_promotion') log.error('database.promotion_unreconciled', { reason, ...facts, ...ofShard })
      else log.error('database.restored', { reason, ...facts, ...ofShard })
    },
    onOpened(reason) {
      closed.set(0)
      if (reason === 'lost_promotion') log.warn('database.promotion_accepted', { reason, ...ofShard })
      else log.warn('database.restore_finished', { reason, ...ofShard })
    },
    onUnkept: (err) => log.warn('database.position_unkept', { err }),
  })
}
