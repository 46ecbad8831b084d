/** A PostgreSQL server of the distribution and its streaming standby, both a check's own, with the programs that the embedded server lacks. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../src/infra/process/free-ports.ts'
import { makeScratch } from './scratch.ts'
import { makeSynchronous, type PairedServer, type ServerPair } from './server-pair.ts'
import { until } from './until.ts'

const execute = promisify(execFile)
const DEBIAN = '/usr/lib/postgresql'
const OWNER = 'vezne_owner'
const NEEDED = ['initdb', 'postgres', 'pg_basebackup', 'pg_dump', 'pg_restore']
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
const SETTINGS = { max_connections: 200, shared_buffers: '256MB', listen_addresses: '127.0.0.1' }

export interface DistributionPair extends ServerPair {
  /** Folder of the server's programs. */
  readonly bin: string
  /** A server that died comes back on its port as a new standby of the other, from a base backup; commits wait for it from then on. */
  rejoin(lost: PairedServer, primary: PairedServer): Promise<PairedServer>
}

/** Undefined where something is missing. */
export const distributionPrograms = (): string | undefined => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [process.env.VEZNE_POSTGRES_BIN, ...versions.map((version) => join(DEBIAN, version, 'bin'))]
  return folders.find((folder) => folder !== undefined && NEEDED.every((name) => existsSync(join(folder, name))))
}

export const startDistributionPair = async (bin: string): Promise<DistributionPair> => {
  const user = serverUser()
  const folder = makeScratch(`vezne-test-${process.pid}-pair-`)
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o711)
  // Without blocking: the process that makes it may have load to keep up.
  const run = (program: string, ...args: string[]): Promise<unknown> =>
    execute(join(bin, program), args, { ...user, cwd: folder, env: ENVIRONMENT })
  const started: PairedServer[] = []
  const start = async (dataDir: string, port: number): Promise<PairedServer> => {
    const settings = Object.entries({ ...SETTINGS, port, unix_socket_directories: folder })
    const words = ['-D', dataDir, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
    const child = spawn(join(bin, 'postgres'), words, { ...user, cwd: folder, env: ENVIRONMENT, stdio: 'ignore' })
    const server = paired(child, port)
    await until('the server answers', () =>
      server.run('select 1').then(
        () => true,
        () => false,
      ),
    )
    started.push(server)
    return server
  }
  let copies = 0
  const follow = async (primary: PairedServer, port: number): Promise<PairedServer> => {
    const dataDir = join(folder, `standby-${++copies}`)
    const source = `host=127.0.0.1 port=${primary.port} user=${OWNER} application_name=standby`
    await run('pg_basebackup', '-D', dataDir, '-d', source, '--checkpoint=fast', '--write-recovery-conf')
    const standby = await start(dataDir, port)
    await makeSynchronous(primary)
    return standby
  }
  const first = join(folder, 'first')
  await run('initdb', '-D', first, '-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  const primary = await start(first, await freePort())
  await primary.run('create database vezne')
  const standby = await follow(primary, await freePort())
  return {
    bin,
    primary,
    standby,
    urlOf: (...servers) => urlAt(servers.map(({ port }) => `127.0.0.1:${port}`).join(',')),
    rejoin: (lost, from) => follow(from, lost.port),
    async stop() {
      for (const server of started.reverse()) await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const urlAt = (hosts: string): string => `postgres://${OWNER}:${OWNER}@${hosts}/vezne`

const paired = (child: ChildProcess, port: number): PairedServer => {
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = urlAt(`127.0.0.1:${port}`)
  return {
    url,
    port,
    async run(...statements) {
      const client = new pg.Client({ connectionString: url.replace(/vezne$/, 'postgres') })
      client.on('error', () => undefined)
      await client.connect()
      try {
        let rows: unknown[] = []
        for (const statement of statements) rows = (await client.query(statement)).rows
        return rows as never
      } finally {
        await client.end()
      }
    },
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGINT') // fast: sessions are ended
      await gone
    },
  }
}

/** PostgreSQL refuses to run as root. */
const serverUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const ask = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: ask('-u'), gid: ask('-g') }
}
