/**
 * The embedded PostgreSQL server, from npm, in the data folder. It is created at the first start and adopted if a crash
 * left it running. A program that is killed therefore loses nothing, and leaves a server running until the next start.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { every } from '../../process/every.ts'
import { freePort, isPortFree } from '../../process/free-ports.ts'
import {
  beginStop,
  type Postmaster,
  runInitdb,
  runningPostmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { type ServerPrograms, serverPrograms } from './server-programs.ts'
import { type ServerUser, serverUser } from './server-user.ts'

export interface EmbeddedServer {
  /** Address of the database `vezne` for the owner of its schema. */
  readonly ownerUrl: string
  stop(): Promise<void>
}

interface EmbeddedOptions {
  dataDir: string
  /** Receives one line of progress for people. */
  report: (line: string) => void
  /** Called when the server died and was restarted, or cannot be restarted. */
  onTrouble?: (error: Error) => void
  /** For tests: data does not have to survive a power failure. */
  isThrowaway?: boolean
  /** For tests: settings of the server besides ours. */
  settings?: Readonly<Record<string, string>>
}

/** Kept in the data folder, readable by its owner only. */
interface Remembered {
  port: number
  password: string
}

const OWNER = 'vezne_owner'
const DATABASE = 'vezne'
const MAJOR = '18'
const WATCH_MS = 500
const RESTART_MAX_MS = 5_000

export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedServer> => {
  const dataDir = resolve(options.dataDir)
  const place: ServerLocation = { dataDir, pgData: join(dataDir, 'postgres'), programs: await serverPrograms() }
  const user = serverUser(place.pgData, [place.pgData, place.programs.postgres])
  mkdirSync(dataDir, { recursive: true, mode: user.needsPassage ? 0o711 : 0o700 })

  if (!existsSync(join(place.pgData, 'PG_VERSION'))) await makeCluster(place, user, options)
  checkMajor(place.pgData)
  const remembered = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as Remembered

  let postmaster = await orphan(place, remembered, options.report)
  const start = async (): Promise<Postmaster> => {
    if (!(await isPortFree(remembered.port))) {
      remembered.port = await freePort()
      remember(dataDir, remembered)
    }
    return startPostmaster({
      ...place,
      user,
      port: remembered.port,
      settings: { ...settingsOf(options.isThrowaway ?? false), ...options.settings },
    })
  }
  postmaster ??= await start()
  const stopWatching = watch(
    () => postmaster!,
    async () => {
      postmaster = await start()
    },
    options.onTrouble,
  )
  // Runs whenever this process ends, except by kill -9; the next start adopts a server that is left.
  const endServer = (): void => beginStop(postmaster!)
  process.once('exit', endServer)
  await makeDatabase(remembered)

  return {
    ownerUrl: urlOf(remembered, DATABASE),
    async stop() {
      stopWatching()
      await stopPostmaster(postmaster!)
      process.off('exit', endServer)
    },
  }
}

/** Returns the address of the server that runs on this data folder, whichever process started it. */
export const runningUrl = async (dataDir: string): Promise<string | undefined> => {
  const found = await runningPostmaster(join(resolve(dataDir), 'postgres'))
  if (!found) return undefined
  const { password } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as Remembered
  return urlOf({ port: found.port, password }, DATABASE)
}

interface ServerLocation {
  readonly dataDir: string
  readonly pgData: string
  readonly programs: ServerPrograms
}

/**
 * Creates the cluster in a temporary folder and moves it into place, so that an interrupted first start leaves nothing
 * incomplete.
 */
const makeCluster = async (place: ServerLocation, user: ServerUser, options: EmbeddedOptions): Promise<void> => {
  options.report('making the database (first start only)')
  const draft = `${place.pgData}.new`
  rmSync(draft, { recursive: true, force: true })
  rmSync(place.pgData, { recursive: true, force: true })
  const password = randomBytes(24).toString('base64url')
  await runInitdb({ ...place, user, pgData: draft, owner: OWNER, password, isThrowaway: options.isThrowaway ?? false })
  remember(place.dataDir, { port: await freePort(), password })
  renameSync(draft, place.pgData)
}

const remember = (dataDir: string, remembered: Remembered): void => {
  const path = join(dataDir, 'postgres.json')
  writeFileSync(`${path}.new`, JSON.stringify(remembered), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

const checkMajor = (pgData: string): void => {
  const major = readFileSync(join(pgData, 'PG_VERSION'), 'utf8').trim()
  if (major !== MAJOR) throw new Error(`${pgData} was made by PostgreSQL ${major}; this release brings ${MAJOR}`)
}

/** Adopts a server that outlived its program (kill -9, closed terminal) if it responds, otherwise stops it cleanly. */
const orphan = async (
  place: ServerLocation,
  remembered: Remembered,
  report: (line: string) => void,
): Promise<Postmaster | undefined> => {
  const found = await runningPostmaster(place.pgData)
  if (!found) return undefined
  remembered.port = found.port
  try {
    const client = await connected(urlOf(remembered, 'postgres'))
    await client.end()
    return found
  } catch {
    report('stopping a database server that was left behind')
    await stopPostmaster(found)
    return undefined
  }
}

const makeDatabase = async (remembered: Remembered): Promise<void> => {
  const client = await connected(urlOf(remembered, 'postgres'))
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined) // the query in flight reports the error
  await client.connect()
  return client
}

const urlOf = ({ port, password }: Remembered, database: string): string =>
  `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`

/**
 * Restarts the server if it died without being stopped; keeps trying as long as that fails, for example on a full disk.
 */
const watch = (
  current: () => Postmaster,
  restart: () => Promise<void>,
  onTrouble: (error: Error) => void = () => undefined,
): (() => void) => {
  let failures = 0
  return every(WATCH_MS, async () => {
    if (current().isAlive()) return
    if (failures === 0) onTrouble(new Error('the database server is gone; starting it again'))
    try {
      await restart()
      failures = 0
    } catch (error) {
      if (++failures === 1) onTrouble(error as Error) // reported once
      await sleep(Math.min(WATCH_MS * 2 ** failures, RESTART_MAX_MS), undefined, { ref: false })
    }
  })
}

/**
 * Settings for a small machine; durable unless the data is disposable. The server's log never shows statements or
 * values.
 */
const settingsOf = (isThrowaway: boolean): Record<string, string> => ({
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '400',
  shared_buffers: '128MB',
  wal_buffers: '16MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  autovacuum_naptime: '10s', // a table that fills from empty gets its statistics soon, and prepared plans are replanned
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  ...(isThrowaway
    ? { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', scram_iterations: '1' }
    : { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }),
})
