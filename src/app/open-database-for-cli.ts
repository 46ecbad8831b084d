/** Database and sealer of a program that may be running or not, for the command line: nothing is created, migrated or started twice. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { appPassword } from '../infra/crypto/app-role-password.ts'
import type { Kms } from '../infra/crypto/kms.ts'
import { openKms } from '../infra/crypto/open-kms.ts'
import { openSealer, type Sealer } from '../infra/crypto/sealer.ts'
import { Database } from '../infra/database/database.ts'
import { lockDataFolder } from '../infra/database/embedded-server/data-folder-lock.ts'
import { runningUrl, startEmbedded } from '../infra/database/embedded-server/embedded-postgres.ts'
import { toAppUrl } from '../infra/database/migrations/app-role.ts'
import { newClient } from '../infra/database/server-connection.ts'
import type { Config } from '../infra/process/config.ts'
import { directUrl } from '../infra/process/server-address.ts'

export interface CliDatabase {
  readonly db: Database
  readonly sealer: Sealer
  close(): Promise<void>
}

const CONNECTIONS = 4
const CONNECT_MS = 10_000
const realClock = { ms: () => Date.now(), now: () => new Date() }

export const openDatabaseForCli = async (config: Config): Promise<CliDatabase> => {
  const { url: reached, stop } = await reachServer(config)
  const kms = openKms(config, () => undefined)
  const url = await findAppUrl(config, reached, kms)
  const db = Database.open(url, { connections: CONNECTIONS, onError: () => undefined })
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

/** Uses a running server; starts a stopped one for as long as it is needed. */
export const reachServer = async (config: Config): Promise<{ url: string; stop(): Promise<void> }> => {
  const { databaseUrl, databaseAppUrl, dataDir, urls } = config
  if (!hasServer(config) && !existsSync(join(config.dataDir, 'postgres')))
    throw new Error(
      `There is no database in ${resolve(config.dataDir)}; name its folder in VEZNE_DATA_DIR, or a server in DATABASE_URL.`,
    )
  const running = databaseUrl ?? databaseAppUrl ?? (await runningUrl(dataDir))
  if (running !== undefined) return { url: directUrl(running, config), stop: async () => undefined }
  const lock = lockDataFolder(dataDir, urls.console)
  const server = await startEmbedded({ dataDir, report: () => undefined })
  return {
    url: server.ownerUrl,
    async stop() {
      await server.stop()
      lock.release()
    },
  }
}

/** Address of the program's role at the server itself. */
export const findAppUrl = async (config: Config, ownerUrl: string, kms: Kms): Promise<string> =>
  config.databaseAppUrl === undefined ? readAppUrl(ownerUrl, kms) : directUrl(config.databaseAppUrl, config)

/** Returns the URL of the role that the program itself created. */
const readAppUrl = async (ownerUrl: string, kms: Kms): Promise<string> => {
  const owner = newClient(ownerUrl, { connectionTimeoutMillis: CONNECT_MS })
  owner.on('error', () => undefined) // the statement in flight reports it
  await owner.connect()
  try {
    return toAppUrl(ownerUrl, (await appPassword(owner, kms)).text)
  } finally {
    await owner.end()
  }
}
