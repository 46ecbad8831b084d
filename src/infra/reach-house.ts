/** Database and seals of a program that may be running or not, for the command line: nothing is made, migrated or started twice. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from './config.ts'
import { appPassword, type MasterKeys, masterKeys } from './keys/master-keys.ts'
import { Database } from './postgres.ts'
import { openSealer, type Sealer } from './secrets.ts'
import { lockDataDir } from './server/data-lock.ts'
import { runningUrl, startEmbedded } from './server/embedded-postgres.ts'

export interface ReachedHouse {
  readonly db: Database
  readonly sealer: Sealer
  close(): Promise<void>
}

const CONNECTIONS = 2
const realClock = { ms: () => Date.now(), now: () => new Date() }

export const reachHouse = async (config: Config): Promise<ReachedHouse> => {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres')))
    throw new Error(
      `There is no database in ${resolve(config.dataDir)}; name its folder in VEZNE_DATA_DIR, or a server in DATABASE_URL.`,
    )
  const { ownerUrl, stop } = await reachServer(config)
  const keys = masterKeys(config.masterKeys, config.dataDir)
  const url = config.databaseAppUrl ?? appUrlOf(ownerUrl, keys)
  const db = new Database(url, { connections: CONNECTIONS, onError: () => undefined })
  const close = async (): Promise<void> => {
    await db.close()
    await stop()
  }
  try {
    return { db, sealer: await openSealer(db, realClock, keys), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A running server is used as it is; a stopped one is started for as long as it is needed. */
const reachServer = async ({
  databaseUrl,
  dataDir,
  urls,
}: Config): Promise<{ ownerUrl: string; stop(): Promise<void> }> => {
  if (databaseUrl !== undefined) return { ownerUrl: databaseUrl, stop: async () => undefined }
  const running = await runningUrl(dataDir)
  if (running !== undefined) return { ownerUrl: running, stop: async () => undefined }
  const lock = lockDataDir(dataDir, urls.console)
  const server = await startEmbedded({ dataDir, report: () => undefined })
  return {
    ownerUrl: server.ownerUrl,
    async stop() {
      await server.stop()
      lock.release()
    },
  }
}

const appUrlOf = (ownerUrl: string, keys: MasterKeys): string => {
  const url = new URL(ownerUrl)
  url.username = 'vezne_app'
  url.password = appPassword(keys)
  return url.href
}
