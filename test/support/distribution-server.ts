/** A PostgreSQL server of the distribution's programs in a folder of its own, run as another user where the tests are root's; with pgBackRest where it is installed. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../src/infra/process/free-ports.ts'
import { makeScratch } from './scratch.ts'
import { until } from './until.ts'

const DEBIAN = '/usr/lib/postgresql'
const STANZA = 'vezne'
const PASSWORD = 'owner'

export interface DistributionServer {
  readonly folder: string
  /** Major version of the server. */
  readonly major: number
  /** Of a database, as a superuser. */
  urlOf(database: string): string
  run<Row = Record<string, unknown>>(database: string, ...statements: string[]): Promise<Row[]>
  start(): Promise<void>
  stop(): void
  /** kill -9, and the files of the database are gone. */
  loseDisk(): void
  /** From now on its files are in another folder. */
  moveTo(name: string): void
  /** pgBackRest as the user of the server; returns what it prints. */
  backRest(...args: string[]): string
  /** Stops it and removes the folder. */
  end(): void
}

/** Folder of the server's programs; undefined where there is none. */
export const distributionPrograms = (): string | undefined => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folder = process.env.VEZNE_POSTGRES_BIN ?? (versions[0] && join(DEBIAN, versions[0], 'bin'))
  return folder && existsSync(join(folder, 'initdb')) ? folder : undefined
}

/** Such as "pgBackRest 2.45"; undefined where it is not installed. */
export const backRestVersion = (): string | undefined => {
  const { status, stdout } = spawnSync('pgbackrest', ['version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

export const startDistributionServer = async (bin: string): Promise<DistributionServer> => {
  const folder = makeScratch(`vezne-test-${process.pid}-server-`)
  const user = serverUser()
  const env = { PATH: `${bin}:${process.env.PATH}`, LC_ALL: 'C.UTF-8' }
  const as = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { ...user, env, cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const own = (path: string): string => {
    if (user) chownSync(path, user.uid, user.gid)
    return path
  }
  const makeOwned = (path: string): void => {
    mkdirSync(path, { mode: 0o750 })
    own(path)
  }
  chmodSync(own(folder), 0o711)
  const port = await freePort()
  let data = join(folder, 'data')
  for (const name of ['socket', 'repository', 'log', 'lock']) makeOwned(join(folder, name))
  const settings = own(writeSettings(folder, data, port))
  writeFileSync(join(folder, 'password'), PASSWORD)
  own(join(folder, 'password'))
  as(
    join(bin, 'initdb'),
    '-D',
    data,
    '-U',
    'owner',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    `--pwfile=${join(folder, 'password')}`,
  )
  appendFileSync(join(data, 'postgresql.conf'), SERVER(folder, port, settings))
  const server: DistributionServer = {
    folder,
    major: Number(readFileSync(join(data, 'PG_VERSION'), 'utf8')),
    urlOf: (database) => `postgres://owner:${PASSWORD}@127.0.0.1:${port}/${database}`,
    async run(database, ...statements) {
      const client = new pg.Client({ connectionString: server.urlOf(database) })
      await client.connect()
      try {
        let rows: unknown[] = []
        for (const statement of statements) rows = (await client.query(statement)).rows
        return rows as never
      } finally {
        await client.end()
      }
    },
    async start() {
      as(join(bin, 'pg_ctl'), '-D', data, '-l', join(folder, 'log', 'server.log'), '-W', 'start')
      const isOpen = async (): Promise<boolean> =>
        server.run<{ is: boolean }>('postgres', 'select not pg_is_in_recovery() as is').then(
          ([row]) => row!.is,
          () => false,
        )
      await until('the server takes writes', isOpen, 120_000)
    },
    stop: () => void as(join(bin, 'pg_ctl'), '-D', data, '-m', 'fast', 'stop'),
    loseDisk() {
      process.kill(Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
      spawnSync('sleep', ['0.5']) // its children notice
      rmSync(data, { recursive: true, force: true })
    },
    moveTo(name) {
      data = join(folder, name)
      writeSettings(folder, data, port)
    },
    backRest: (...args) => as('pgbackrest', `--config=${settings}`, `--stanza=${STANZA}`, ...args),
    end() {
      if (existsSync(join(data, 'postmaster.pid'))) as(join(bin, 'pg_ctl'), '-D', data, '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return server
}

const SERVER = (folder: string, port: number, settings: string): string => `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${join(folder, 'socket')}'
archive_mode = on
archive_command = '${backRestVersion() === undefined ? 'true' : `pgbackrest --config=${settings} --stanza=${STANZA} archive-push %p`}'
archive_timeout = 60
wal_level = replica
max_wal_senders = 3
`

const writeSettings = (folder: string, data: string, port: number): string => {
  const path = join(folder, 'pgbackrest.conf')
  writeFileSync(
    path,
    `[global]
repo1-path=${join(folder, 'repository')}
repo1-retention-full=2
log-path=${join(folder, 'log')}
lock-path=${join(folder, 'lock')}
log-level-console=warn
start-fast=y
process-max=2
compress-type=lz4

[${STANZA}]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${join(folder, 'socket')}
pg1-user=owner
`,
  )
  return path
}

/** A server refuses to run as root. */
const serverUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const ask = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: ask('-u'), gid: ask('-g') }
}
