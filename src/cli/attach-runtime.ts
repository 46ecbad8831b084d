/** Connects a command to the database of the running program: the one its settings name, or the embedded server of the data folder. */
import { env, stderr } from 'node:process'
import { findAppUrl } from '../app/open-database-for-cli.ts'
import { attachRuntime, type OpenRuntime } from '../app/open-runtime.ts'
import type { Kms } from '../infra/crypto/kms.ts'
import { openKms } from '../infra/crypto/open-kms.ts'
import { isConnectionError } from '../infra/database/database-errors.ts'
import { runningUrl } from '../infra/database/embedded-server/embedded-postgres.ts'
import { newClient, type ServerClient } from '../infra/database/server-connection.ts'
import { type Config, loadConfig } from '../infra/process/config.ts'
import { createLog } from '../infra/process/log.ts'
import { directUrl } from '../infra/process/server-address.ts'
import { InvalidSettingError } from '../infra/process/setting-parsers.ts'
import { UsageError } from './command.ts'

const CONNECTIONS = 4
const CONNECT_MS = 10_000

/** The settings, as for the program itself. */
export const loadCliConfig = (environment = env): Config => {
  try {
    return loadConfig(environment)
  } catch (error) {
    throw forPeople(error)
  }
}

/** `warn` receives faults that a sandbox tolerates. */
export const openMasterKeys = (config: Config, warn = (line: string): void => void stderr.write(`${line}\n`)): Kms => {
  try {
    return openKms(config, warn)
  } catch (error) {
    throw forPeople(error)
  }
}

/** Opens the runtime of one database, runs `work` in it, closes it. */
export const withRuntime = <T>(work: (open: OpenRuntime) => Promise<T>, config = loadCliConfig()): Promise<T> =>
  within(config, false, work)

/** The same for all shards as one database; where tenants are not spread, that is the one there is. */
export const withAllShards = async <T>(
  work: (open: OpenRuntime) => Promise<T>,
  config = loadCliConfig(),
): Promise<T> => {
  try {
    return await within(config, true, work)
  } catch (error) {
    if (config.shards.length < 2 || !isConnectionError(error)) throw error
    throw new UsageError(`a shard does not answer, and this needs all of them: ${(error as Error).message}`)
  }
}

const within = async <T>(config: Config, ofAllShards: boolean, work: (open: OpenRuntime) => Promise<T>): Promise<T> => {
  const kms = openMasterKeys(config)
  const appUrl = await findAppUrl(config, await findDatabaseUrl(config), kms)
  const log = createLog('error', { write: (line) => void stderr.write(line) })
  const open = await attachRuntime({ ...config, databaseConnections: CONNECTIONS }, log, {
    appUrl,
    kms,
    ofAllShards,
  })
  try {
    return await work(open)
  } finally {
    await open.close()
  }
}

/** Connects as the owner if the settings name one; throws UsageError if there is no database to connect to. */
export const findDatabaseUrl = async (config: Config): Promise<string> => {
  const url = config.databaseUrl ?? config.databaseAppUrl ?? (await runningUrl(config.dataDir))
  if (url === undefined)
    throw new UsageError(
      `no program runs on ${config.dataDir}, so its database is stopped; npm start, or DATABASE_URL for another one`,
    )
  return directUrl(url, config)
}

export const withOwner = async <T>(ownerUrl: string, work: (owner: ServerClient) => Promise<T>): Promise<T> => {
  const owner = newClient(ownerUrl, { connectionTimeoutMillis: CONNECT_MS })
  owner.on('error', () => undefined) // the statement in flight reports it
  await owner.connect().catch((error: Error) => {
    throw new UsageError(`the database does not answer: ${error.message}`)
  })
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

const forPeople = (error: unknown): unknown =>
  error instanceof InvalidSettingError ? new UsageError(error.message) : error
