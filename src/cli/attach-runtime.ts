/** The database of the running program, for commands beside it: as its settings say, or the embedded server's of the data folder. */
import { env, stderr } from 'node:process'
import pg from 'pg'
import { type Config, loadConfig } from '../infra/process/config.ts'
import type { Kms } from '../infra/crypto/kms.ts'
import { kmsOfConfig } from '../infra/crypto/open-kms.ts'
import { openLog } from '../infra/process/log.ts'
import { type OpenHouse, visitHouse } from '../app/open-runtime.ts'
import { appUrlBeside } from '../app/open-database-for-cli.ts'
import { runningUrl } from '../infra/database/embedded-server/embedded-postgres.ts'
import { SettingFault } from '../infra/process/setting-parsers.ts'
import { CommandFault } from './command.ts'

const CONNECTIONS = 4
const CONNECT_MS = 10_000

/** The settings, as for the program itself. */
export const settings = (environment = env): Config => {
  try {
    return loadConfig(environment)
  } catch (error) {
    throw forPeople(error)
  }
}

/** `warn` hears what a sandbox tolerates. */
export const masterKeysOf = (config: Config, warn = (line: string): void => void stderr.write(`${line}\n`)): Kms => {
  try {
    return kmsOfConfig(config, warn)
  } catch (error) {
    throw forPeople(error)
  }
}

/** Opens the house, works in it, closes it. */
export const visit = async <T>(work: (open: OpenHouse) => Promise<T>, config = settings()): Promise<T> => {
  const kms = masterKeysOf(config)
  const appUrl = config.databaseAppUrl ?? (await appUrlBeside(await databaseUrlOf(config), kms))
  const log = openLog('error', { write: (line) => void stderr.write(line) })
  const open = await visitHouse({ ...config, databaseConnections: CONNECTIONS }, log, { appUrl, kms })
  try {
    return await work(open)
  } finally {
    await open.close()
  }
}

/** As its owner where the settings name that; throws for people when there is no database to go to. */
export const databaseUrlOf = async (config: Config): Promise<string> => {
  const url = config.databaseUrl ?? config.databaseAppUrl ?? (await runningUrl(config.dataDir))
  if (url === undefined)
    throw new CommandFault(
      `no program runs on ${config.dataDir}, so its database is stopped; npm start, or DATABASE_URL for another one`,
    )
  return url
}

export const asOwner = async <T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> => {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: CONNECT_MS })
  owner.on('error', () => undefined) // the statement in flight reports it
  await owner.connect().catch((error: Error) => {
    throw new CommandFault(`the database does not answer: ${error.message}`)
  })
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

const forPeople = (error: unknown): unknown => (error instanceof SettingFault ? new CommandFault(error.message) : error)
