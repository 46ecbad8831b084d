/** Opens the runtime: server, schema, database, clock, sealer, log. One call closes everything in the right order. It is in one piece because what is opened first is closed last. */

import type { Kms } from '../infra/crypto/kms.ts'
import { openKms } from '../infra/crypto/open-kms.ts'
import type { SealedTable } from '../infra/crypto/sealed-columns.ts'
import { openSealer, type RotatingSealer } from '../infra/crypto/sealer.ts'
import { createAbsence } from '../infra/database/absence/absence-log.ts'
import { Database } from '../infra/database/database.ts'
import { openClock, RESET_CLOCK } from '../infra/database/database-clock.ts'
import { lockDataFolder } from '../infra/database/embedded-server/data-folder-lock.ts'
import { type EmbeddedServer, startEmbedded } from '../infra/database/embedded-server/embedded-postgres.ts'
import { fillAllowedTransitions } from '../infra/database/migrations/allowed-transitions.ts'
import { checkSchema, type Machines } from '../infra/database/migrations/check-schema.ts'
import { openNotifications } from '../infra/database/notifications.ts'
import { openReleaseSteps } from '../infra/database/processes/release-steps.ts'
import { epochFolders, startEpoch } from '../infra/database/promotions/keep-epoch.ts'
import { PromotionGuard } from '../infra/database/promotions/promotion-guard.ts'
import { NEVER_RESTORED } from '../infra/database/promotions/restores.ts'
import { openReplica } from '../infra/database/replica.ts'
import type { Config } from '../infra/process/config.ts'
import { createLog, type Log } from '../infra/process/log.ts'
import { openLogTarget } from '../infra/process/log-target.ts'
import { gauge } from '../infra/process/metrics.ts'
import { directUrl, parseServerAddress, withCredentials } from '../infra/process/server-address.ts'
import { StartupError } from '../infra/process/startup-error.ts'
import type { Runtime } from '../infra/runtime.ts'
import { EMPTIED, isEmptied } from './emptied-database.ts'
import { migrateDatabase } from './migrate-database.ts'
import { findAppUrl } from './open-database-for-cli.ts'
import { SEALED_TABLES } from './sealed-tables.ts'

export interface OpenRuntime {
  runtime: Runtime
  /** The master keys, and the sealer that can reload them. */
  kms: Kms
  sealer: RotatingSealer
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

type Report = (line: string) => void

/** `machines`: state machines whose transitions the database enforces. */
export const openRuntime = async (config: Config, report: Report, machines: Machines = {}): Promise<OpenRuntime> => {
  const log = createLog(config.logLevel, openLogTarget(config.logFile, config.logFormat))
  const open = await opening(log, async (closers) => {
    const found = await openDatabase(config, { report, machines }, (err) => log.error('database.trouble', { err }))
    closers.push(found.stop)
    const guard = guardOf(config, log)
    closers.push(() => guard?.close())
    return { ...found, guard }
  })(config)
  try {
    checkClock(config, open.runtime.clock)
    if (await isEmptied(open.runtime.db)) throw new StartupError(`${EMPTIED}.`)
    return open
  } catch (error) {
    await open.close()
    throw error
  }
}

/** The embedded server has no standby, and its folder is kept as a whole. */
const guardOf = (config: Config, log: Log): PromotionGuard | undefined =>
  config.databaseUrl === undefined && config.databaseAppUrl === undefined
    ? undefined
    : new PromotionGuard({
        dataDir: config.dataDir,
        epochFolders: epochFolders(config),
        onClosed(reason, facts) {
          closed.set(1)
          if (reason === 'lost_promotion') log.error('database.promotion_unreconciled', { reason, ...facts })
          else log.error('database.restored', { reason, ...facts })
        },
        onOpened(reason) {
          closed.set(0)
          if (reason === 'lost_promotion') log.warn('database.promotion_accepted', { reason })
          else log.warn('database.restore_finished', { reason })
        },
        onUnkept: (err) => log.warn('database.position_unkept', { err }),
      })

const closed = gauge('vezne_database_closed')

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

/** Refuses a database that was a sandbox: everything that is due depends on its clock. */
const checkClock = ({ env }: Config, clock: Runtime['clock']): void => {
  const moved = Math.round((clock.ms() - Date.now()) / 1_000)
  if (env === 'production' && moved !== 0)
    throw new StartupError(
      `The platform's clock is moved by ${moved} s in this database, and production runs on real time. As the owner: ${RESET_CLOCK};`,
    )
}

/** Attaches to the runtime of a program that runs elsewhere, for commands next to it: creates nothing, migrates nothing. */
export const attachRuntime = (
  config: Config,
  log: Log,
  urls: { ownerUrl?: string | undefined; appUrl: string; kms: Kms },
) => opening(log, async () => urls)(config)

interface Found {
  ownerUrl?: string | undefined
  appUrl: string
  /** URL of a pooler, if one is used. */
  pooledUrl?: string | undefined
  kms: Kms
  /** Absent where the server has no other that could be promoted, and for commands. */
  guard?: PromotionGuard | undefined
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
      const { ownerUrl, appUrl, pooledUrl, kms, guard } = await find(closers)
      const absence = createAbsence(log)
      closers.push(() => absence.log.flush())
      const onError = (err: Error): void => absence.log.warn('database.connection_failed', { err })
      let isStarting = true
      const db = new Database(pooledUrl ?? appUrl, {
        isStarting: () => isStarting,
        connections: config.databaseConnections,
        isPooled: pooledUrl !== undefined,
        onError,
        onAnswer: absence.answered,
        ...(guard ? { guard, replica: replicaOf(config, appUrl, onError) } : {}),
      })
      closers.push(() => db.close())
      const notices = await openNotifications(appUrl, onError, async (client) => {
        await guard?.look(client)
        absence.answered()
      })
      closers.push(() => notices.close())
      await guard?.decided()
      if (guard) closers.push(await startEpoch(db, guard, notices))
      const clock = await openClock(db, notices)
      closers.push(() => clock.close())
      const sealer = await openSealer({ db, clock, kms })
      if (guard) closers.push(guard.restores.onChange(() => sealer.forgetDataKeys()))
      return {
        runtime: {
          config,
          db,
          clock,
          sealer,
          log: absence.log,
          notifications: notices,
          restores: guard?.restores ?? NEVER_RESTORED,
          releaseSteps: await openReleaseSteps(db),
        },
        kms,
        sealedTables: SEALED_TABLES,
        sealer,
        ownerUrl,
        appUrl,
        transactionsUrl: pooledUrl ?? appUrl,
        started: () => {
          isStarting = false
        },
        close,
      }
    } catch (error) {
      await close()
      throw error
    }
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
  const embedded =
    config.databaseUrl === undefined && config.databaseAppUrl === undefined
      ? await openEmbedded(config, report, onTrouble)
      : undefined
  const stop = async (): Promise<void> => embedded?.stop()
  try {
    const kms = openKms(config, report)
    const ownerUrl = embedded?.ownerUrl ?? (config.databaseUrl && directUrl(config.databaseUrl, config))
    const givenUrl = config.databaseAppUrl && directUrl(config.databaseAppUrl, config)
    if (ownerUrl !== undefined && (embedded !== undefined || bringsUpToDate(config))) {
      const appUrl = await migrateDatabase({
        ownerUrl,
        appUrl: givenUrl,
        kms,
        isSandbox: config.env === 'sandbox',
        report,
      })
      await fillAllowedTransitions(ownerUrl, machines)
      return { ownerUrl, appUrl, pooledUrl: choosePooledUrl(config, appUrl), kms, stop }
    }
    const appUrl = await findAppUrl(config, ownerUrl ?? '', kms)
    await checkSchema(appUrl, machines)
    return { ownerUrl, appUrl, pooledUrl: choosePooledUrl(config, appUrl), kms, stop }
  } catch (error) {
    await stop()
    throw error
  }
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
