/** Three PostgreSQL servers under Patroni with one etcd, where the machine has them: synchronous, strict, one standby of two. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../src/infra/process/free-ports.ts'
import { makeScratch } from './scratch.ts'
import { until } from './until.ts'

const DEBIAN = '/usr/lib/postgresql'
const PATIENCE_MS = 90_000
const TTL = { ttl: 20, loop_wait: 2, retry_timeout: 5 } // seconds; Patroni's smallest ttl

export interface ClusterMember {
  readonly name: string
  readonly port: number
  readonly restPort: number
  /** kill -9 of Patroni and its server. */
  kill(): Promise<void>
  start(): void
}

export interface PatroniCluster {
  /** All members, as the owner. */
  readonly url: string
  urlOf(member: ClusterMember): string
  leader(): Promise<ClusterMember>
  /** The standby that commits wait for. */
  synchronous(): Promise<ClusterMember>
  switchOver(from: ClusterMember, to: ClusterMember): void
  whole(): Promise<void>
  stop(): Promise<void>
}

/** Folder of the server's programs; undefined where something is missing. */
export const patroniPrograms = (): string | undefined => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folder = process.env.VEZNE_POSTGRES_BIN ?? (versions[0] && join(DEBIAN, versions[0], 'bin'))
  const has = (name: string): boolean => spawnSync('which', [name]).status === 0
  return folder && existsSync(join(folder, 'pg_basebackup')) && has('patroni') && has('etcd') ? folder : undefined
}

export const startPatroniCluster = async (bin: string): Promise<PatroniCluster> => {
  const folder = makeScratch(`vezne-test-${process.pid}-patroni-`)
  const user = serverUser()
  const owned = (path: string): string => {
    if (user !== undefined) chownSync(path, user.uid, user.gid)
    return path
  }
  chmodSync(owned(folder), 0o711)
  const children = new Set<ChildProcess>()
  const run = (program: string, args: readonly string[]): ChildProcess => {
    const child = spawn(program, args, {
      ...user,
      cwd: folder,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    })
    children.add(child)
    child.once('close', () => children.delete(child))
    return child
  }
  const [clients, peers] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`) as [
    string,
    string,
  ]
  run('etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`],
  ])
  const members: ClusterMember[] = []
  for (const name of ['n1', 'n2', 'n3']) {
    const [port, restPort] = [await freePort(), await freePort()]
    const dataDir = join(folder, name)
    mkdirSync(dataDir, { mode: 0o700 })
    owned(dataDir)
    const file = join(folder, `${name}.json`)
    writeFileSync(
      file,
      JSON.stringify(settingsOf({ name, port, restPort, dataDir, folder, bin, etcd: new URL(clients).host })),
    )
    owned(file)
    let patroni: ChildProcess | undefined
    members.push({
      name,
      port,
      restPort,
      start() {
        patroni = run('patroni', [file])
      },
      async kill() {
        const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8'), 10)
        patroni?.kill('SIGKILL')
        process.kill(postmaster, 'SIGKILL')
      },
    })
  }
  const [first, ...others] = members as [ClusterMember, ...ClusterMember[]]
  const named = (list: readonly ClusterMember[]): string =>
    `postgres://owner:owner@${list.map(({ port }) => `127.0.0.1:${port}`).join(',')}/vezne`
  const answering = async (path: string): Promise<ClusterMember[]> => {
    const asked = await Promise.all(
      members.map((member) =>
        fetch(`http://127.0.0.1:${member.restPort}${path}`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    return members.filter((_, at) => asked[at])
  }
  const only = async (path: string): Promise<ClusterMember> => {
    await until(`one member is ${path}`, async () => (await answering(path)).length === 1, PATIENCE_MS)
    return (await answering(path))[0]!
  }
  first.start()
  await only('/primary')
  for (const member of others) member.start()
  const whole = async (): Promise<void> => {
    await until('all members follow', async () => (await answering('/replica?lag=1MB')).length === 2, PATIENCE_MS)
    await only('/synchronous')
  }
  return {
    url: named(members),
    urlOf: (member) => named([member]),
    leader: () => only('/primary'),
    synchronous: () => only('/synchronous'),
    switchOver(from, to) {
      const args = [
        '-c',
        join(folder, 'n1.json'),
        'switchover',
        '--leader',
        from.name,
        '--candidate',
        to.name,
        '--force',
      ]
      execFileSync('patronictl', args, { stdio: 'ignore', env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } })
    },
    whole,
    async stop() {
      const ending = [...children].map((child) => new Promise((resolve) => child.once('close', resolve)))
      for (const child of children) child.kill('SIGTERM')
      await Promise.all(ending)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Member {
  name: string
  port: number
  restPort: number
  dataDir: string
  folder: string
  bin: string
  etcd: string
}

const settingsOf = ({ name, port, restPort, dataDir, folder, bin, etcd }: Member) => ({
  scope: 'vezne',
  name,
  restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
  etcd3: { host: etcd },
  bootstrap: {
    dcs: {
      ...TTL,
      maximum_lag_on_failover: 1_048_576,
      synchronous_mode: true,
      synchronous_mode_strict: true,
      postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on' } },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
  },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: dataDir,
    bin_dir: bin,
    pgpass: join(folder, `${name}.pass`),
    authentication: {
      superuser: { username: 'owner', password: 'owner' },
      replication: { username: 'replicator', password: 'replicator' },
    },
    pg_hba: ['host all all 127.0.0.1/32 md5', 'host replication all 127.0.0.1/32 md5', 'local all all trust'],
    basebackup: [{ checkpoint: 'fast' }],
    parameters: { unix_socket_directories: folder },
  },
})

/** The server refuses root. */
const serverUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const ask = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: ask('-u'), gid: ask('-g') }
}
