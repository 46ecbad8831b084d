/** Opens the runtime: server, schema, database, clock, sealer, log. One call closes everything in the right order. It is in one piece because what is opened first is closed last. */

import type { Kms } from '../infra/crypto/kms.ts'
import { openKms } from '../infra/crypto/open-kms.ts'
import type { SealedTable } from '../infra/crypto/sealed-columns.ts'
import { openSealer, type RotatingSealer } from '../infra/crypto/sealer.ts'
import { createAbsence } from '../infra/database/absence/absence-log.ts'
import { Database, FIRST_SHARD } from '../infra/database/database.ts'
import { openClock, RESET_CLOCK } from '../infra/database/database-clock.ts'
import { isConnectionError } from '../infra/database/database-errors.ts'
import { lockDataFolder } from '../infra/database/embedded-server/data-folder-lock.ts'
import { type EmbeddedServer, startEmbedded } from '../infra/database/embedded-server/embedded-postgres.ts'
import { fillAllowedTransitions } from '../infra/database/migrations/allowed-transitions.ts'
import { checkSchema, type Machines } from '../infra/database/migrations/check-schema.ts'
import { loadReleaseSteps } from '../infra/database/processes/release-steps.ts'
import { startEpoch } from '../infra/database/promotions/keep-epoch.ts'
import type { PromotionGuard } from '../infra/database/promotions/promotion-guard.ts'
import { NEVER_RESTORED, type Restores } from '../infra/database/promotions/restores.ts'
import { joinNotifications } from '../infra/database/shards/notifications-of-shards.ts'
import { joinRestores } from '../infra/database/shards/restores-of-shards.ts'
import { createTenantDirectory } from '../infra/database/shards/tenant-directory.ts'
import type { Config } from '../infra/process/config.ts'
import { createLog, type Log } from '../infra/process/log.ts'
import { openLogTarget } from '../infra/process/log-target.ts'
import { directUrl, parseServerAddress, withCredentials } from '../infra/process/server-address.ts'
import { StartupError } from '../infra/process/startup-error.ts'
import type { Runtime } from '../infra/runtime.ts'
import { EMPTIED, isEmptied } from './emptied-database.ts'
import { migrateDatabase } from './migrate-database.ts'
import { findAppUrl } from './open-database-for-cli.ts'
import { SEALED_TABLES } from './sealed-tables.ts'
import { migrateShards } from './shards/migrate-shards.ts'
import { createGuard, type OpenedServer, openServer, type ServerAddresses } from './shards/open-server.ts'

export interface OpenRuntime {
  runtime: Runtime
  /** The master keys, and the sealer that can reload them. */
  kms: Kms
  sealer: RotatingSealer
  /** One per shard; where tenants are not spread, the one database. */
  shards: readonly [first: OpenShard, ...others: OpenShard[]]
  /** Tables that a key rotation reads. */
  sealedTables: readonly SealedTable[]
  /** Owner of the schema, where it is known: migrations and tests only. */
  ownerUrl: string | undefined
  /** The role the program acts as, at the server itself. */
  appUrl: string
  /** Database URL of the same role for its transactions: a pooler's, if there is one. */
  transactionsUrl: string
  /** From here on transactions fail fast where there is no connection. */
  started(): void
  close(): Promise<void>
}

/** One shard, with the runtime of whatever works on it. */
export interface OpenShard {
  readonly shard: number
  readonly runtime: Runtime
  /** The role the program acts as, at the server itself. */
  readonly appUrl: string
}

type Report = (line: string) => void

/** `machines`: state machines whose transitions the database enforces. */
export const openRuntime = async (config: Config, report: Report, machines: Machines = {}): Promise<OpenRuntime> => {
  const log = createLog(config.logLevel, openLogTarget(config.logFile, config.logFormat))
  const open = await opening(log, async (closers) => {
    const found = await openDatabase(config, { report, machines }, (err) => log.error('database.trouble', { err }))
    closers.push(found.stop)
    const guards = hasEmbedded(config) ? [] : found.servers.map((_, shard) => createGuard(config, log, shard))
    for (const guard of guards) closers.push(() => guard.close())
    return { ...found, guards }
  })(config)
  try {
    checkClock(config, open.runtime.clock)
    if (await isEmptied(open.shards[0]!.runtime.db)) throw new StartupError(`${EMPTIED}.`)
    return open
  } catch (error) {
    await open.close()
    throw error
  }
}

/** The embedded server has no standby, and its folder is kept as a whole: nothing guards it. */
const hasEmbedded = ({ databaseUrl, databaseAppUrl }: Config): boolean =>
  databaseUrl === undefined && databaseAppUrl === undefined

/** Refuses a database that was a sandbox: everything that is due depends on its clock. */
const checkClock = ({ env }: Config, clock: Runtime['clock']): void => {
  const moved = Math.round((clock.ms() - Date.now()) / 1_000)
  if (env === 'production' && moved !== 0)
    throw new StartupError(
      `The platform's clock is moved by ${moved} s in this database, and production runs on real time. As the owner: ${RESET_CLOCK};`,
    )
}

/**
 * Attaches to the runtime of a program that runs elsewhere, for commands next to it: creates nothing, migrates nothing. It
 * reaches the one server at `appUrl`; with `ofAllShards` the others, too.
 */
export const attachRuntime = (
  config: Config,
  log: Log,
  { appUrl, ofAllShards = false, ...urls }: Attached,
): Promise<OpenRuntime> => {
  const all = (): ServerAddresses[] => serversOf({ ...config, shardStatement: undefined }, appUrl)
  return opening(log, async () => ({ ...urls, servers: ofAllShards && isSpread(config) ? all() : [{ appUrl }] }))(
    config,
  )
}

interface Attached {
  readonly ownerUrl?: string | undefined
  readonly appUrl: string
  readonly kms: Kms
  readonly ofAllShards?: boolean
}

const isSpread = ({ shards }: Config): boolean => shards.length > 1

interface Found {
  ownerUrl?: string | undefined
  /** By the number of the shard; one where tenants are not spread. */
  servers: readonly ServerAddresses[]
  kms: Kms
  /** By the number of the shard. Absent where the server has no other that could be promoted, and for commands. */
  guards?: readonly PromotionGuard[]
}
type Closers = (() => unknown)[]

/** Opens component by component; when one fails, those already open are closed. */
const opening =
  (log: Log, find: (closers: Closers) => Promise<Found>) =>
  async (config: Config): Promise<OpenRuntime> => {
    const closers: Closers = []
    const close = async (): Promise<void> => {
      for (const closer of closers.splice(0).reverse()) await closer()
    }
    try {
      const { ownerUrl, servers, kms, guards = [] } = await find(closers)
      const absence = createAbsence(log)
      closers.push(() => absence.log.flush())
      let isStarting = true
      const started = (): void => {
        isStarting = false
      }
      const onError = (err: Error): void => absence.log.warn('database.connection_failed', { err })
      const each = { config, isStarting: () => isStarting, onError, answered: absence.answered }
      const opened: OpenedServer[] = []
      for (const [shard, addresses] of servers.entries())
        opened.push(await openServer(each, addresses, guards[shard], closers))
      const { db, notifications, restores } = await joinServers(opened, closers)
      for (const guard of guards) await guard.decided()
      for (const [shard, guard] of guards.entries()) closers.push(await startEpoch(db.on(shard), guard, notifications))
      const clock = await openClock(db, notifications)
      closers.push(() => clock.close())
      const sealer = await openSealer({ db, clock, kms })
      closers.push(restores.onChange(() => sealer.forgetDataKeys()))
      const releaseSteps = await loadReleaseSteps(db.on(FIRST_SHARD))
      const runtime: Runtime = { config, db, clock, sealer, log: absence.log, notifications, restores, releaseSteps }
      const [{ appUrl, pooledUrl = appUrl }] = servers as readonly [ServerAddresses]
      return {
        runtime,
        kms,
        sealedTables: SEALED_TABLES,
        sealer,
        ownerUrl,
        appUrl,
        transactionsUrl: pooledUrl,
        shards: opened.map(
          (own, shard): OpenShard => ({
            shard,
            runtime: { ...runtime, db: db.on(shard), notifications: own.notifications, restores: restoresOf(own) },
            appUrl: servers[shard]!.appUrl,
          }),
        ) as [OpenShard, ...OpenShard[]],
        started,
        close,
      }
    } catch (error) {
      await close()
      throw error
    }
  }

const restoresOf = ({ guard }: OpenedServer): Restores => guard?.restores ?? NEVER_RESTORED

/** Puts the servers together; a single one stays unchanged. */
const joinServers = async (
  servers: readonly OpenedServer[],
  closers: Closers,
): Promise<Pick<Runtime, 'db' | 'notifications' | 'restores'>> => {
  const [first] = servers as [OpenedServer]
  if (servers.length === 1)
    return { db: Database.of(first.server), notifications: first.notifications, restores: restoresOf(first) }
  const directory = createTenantDirectory()
  const db = Database.over(
    servers.map(({ server }) => server),
    directory,
  )
  const notifications = joinNotifications(
    servers.map((each) => each.notifications),
    db,
  )
  closers.push(await directory.follow(db, notifications, restoresOf(first)))
  return { db, notifications, restores: joinRestores(servers.map(restoresOf), db) }
}

/** Only brings the schema up to date (VEZNE_ROLE=migrate). */
export const migrateOnly = async (config: Config, report: Report, machines: Machines): Promise<void> => {
  const { stop } = await openDatabase(config, { report, machines }, () => undefined)
  await stop()
}

const openDatabase = async (
  config: Config,
  { report, machines }: { report: Report; machines: Machines },
  onTrouble: (error: Error) => void,
) => {
  const embedded = hasEmbedded(config) ? await openEmbedded(config, report, onTrouble) : undefined
  const stop = async (): Promise<void> => embedded?.stop()
  try {
    const kms = openKms(config, report)
    const ownerUrl = embedded?.ownerUrl ?? (config.databaseUrl && directUrl(config.databaseUrl, config))
    const givenUrl = config.databaseAppUrl && directUrl(config.databaseAppUrl, config)
    if (ownerUrl !== undefined && (embedded !== undefined || bringsUpToDate(config))) {
      const given = { kms, isSandbox: config.env === 'sandbox', report }
      const appUrl = await migrateDatabase({ ...given, ownerUrl, appUrl: givenUrl })
      await fillAllowedTransitions(ownerUrl, machines)
      if (isSpread(config)) await migrateShards(config.shards, { ...given, ownerUrl, appUrl, machines })
      return { ownerUrl, servers: serversOf(config, appUrl), kms, stop }
    }
    const servers = serversOf(config, await findAppUrl(config, ownerUrl ?? '', kms))
    for (const each of servers) await checkSchemaOf(each, machines, report)
    return { ownerUrl, servers, kms, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A shard that is unavailable is checked by the next process that starts. */
const checkSchemaOf = async (
  { appUrl, named, mayBeAway }: ServerAddresses,
  machines: Machines,
  report: Report,
): Promise<void> =>
  checkSchema(appUrl, machines, named?.shard).catch((error: unknown) => {
    if (!mayBeAway || !isConnectionError(error)) throw error
    report(`a shard is away, and its tenants with it: ${(error as Error).message}`)
  })

const serversOf = (config: Config, appUrl: string): ServerAddresses[] => {
  const { shards, shardStatement } = config
  const pooledUrl = choosePooledUrl(config, appUrl)
  if (shards.length === 0) return [{ appUrl, pooledUrl }]
  return shards.map((address, shard) => ({
    appUrl: withCredentials(address, parseServerAddress(appUrl)),
    mayBeAway: shard !== FIRST_SHARD,
    ...(shardStatement === undefined
      ? {}
      : { pooledUrl, named: { shard, nameShard: shardStatement.replace('%', String(shard)) } }),
  }))
}

/** Through the pooler as the same user; undefined where there is none. */
export const choosePooledUrl = (
  { databaseUrl, databaseAppUrl, databaseDirectUrl }: Config,
  appUrl: string,
): string | undefined =>
  databaseDirectUrl === undefined
    ? undefined
    : (databaseAppUrl ?? withCredentials(databaseUrl!, parseServerAddress(appUrl)))

/** The other roles, and every serving process in production, act as the application's role and change nothing. */
const bringsUpToDate = ({ env, role }: Config): boolean => role === 'migrate' || (env === 'sandbox' && role === 'all')

/** Only this process uses the data folder while its server runs. */
const openEmbedded = async (
  { dataDir, urls }: Config,
  report: Report,
  onTrouble: (error: Error) => void,
): Promise<EmbeddedServer> => {
  const lock = lockDataFolder(dataDir, urls.console)
  try {
    const server = await startEmbedded({ dataDir, report, onTrouble })
    return {
      ownerUrl: server.ownerUrl,
      async stop() {
        await server.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
