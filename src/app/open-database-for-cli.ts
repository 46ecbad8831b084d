/** Database and seals of a program that may be running or not, for the command line: nothing is made, migrated or started twice. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { Config } from '../infra/process/config.ts'
import type { Kms } from '../infra/crypto/kms.ts'
import { kmsOfConfig } from '../infra/crypto/open-kms.ts'
import { Database } from '../infra/database/database.ts'
import { openSealer, type Sealer } from '../infra/crypto/sealer.ts'
import { appPassword } from '../infra/crypto/app-role-password.ts'
import { appUrlOf } from '../infra/database/migrations/app-role.ts'
import { lockDataDir } from '../infra/database/embedded-server/data-folder-lock.ts'
import { runningUrl, startEmbedded } from '../infra/database/embedded-server/embedded-postgres.ts'

export interface ReachedHouse {
  readonly db: Database
  readonly sealer: Sealer
  close(): Promise<void>
}

const CONNECTIONS = 4
const CONNECT_MS = 10_000
const realClock = { ms: () => Date.now(), now: () => new Date() }

export const reachHouse = async (config: Config): Promise<ReachedHouse> => {
  if (!hasServer(config) && !existsSync(join(config.dataDir, 'postgres')))
    throw new Error(
      `There is no database in ${resolve(config.dataDir)}; name its folder in VEZNE_DATA_DIR, or a server in DATABASE_URL.`,
    )
  const { url: reached, stop } = await reachServer(config)
  const kms = kmsOfConfig(config, () => undefined)
  const url = config.databaseAppUrl ?? (await appUrlBeside(reached, kms))
  const db = new Database(url, { connections: CONNECTIONS, onError: () => undefined })
  const close = async (): Promise<void> => {
    await db.close()
    await stop()
  }
  try {
    return { db, sealer: await openSealer({ db, clock: realClock, kms }), close }
  } catch (error) {
    await close()
    throw error
  }
}

const hasServer = ({ databaseUrl, databaseAppUrl }: Config): boolean =>
  databaseUrl !== undefined || databaseAppUrl !== undefined

/** A running server is used as it is; a stopped one is started for as long as it is needed. */
const reachServer = async ({
  databaseUrl,
  databaseAppUrl,
  dataDir,
  urls,
}: Config): Promise<{ url: string; stop(): Promise<void> }> => {
  const running = databaseUrl ?? databaseAppUrl ?? (await runningUrl(dataDir))
  if (running !== undefined) return { url: running, stop: async () => undefined }
  const lock = lockDataDir(dataDir, urls.console)
  const server = await startEmbedded({ dataDir, report: () => undefined })
  return {
    url: server.ownerUrl,
    async stop() {
      await server.stop()
      lock.release()
    },
  }
}

/** Address of the program's role, where the program itself made it. */
export const appUrlBeside = async (ownerUrl: string, kms: Kms): Promise<string> => {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: CONNECT_MS })
  owner.on('error', () => undefined) // the statement in flight reports it
  await owner.connect()
  try {
    return appUrlOf(ownerUrl, (await appPassword(owner, kms)).text).href
  } finally {
    await owner.end()
  }
}
