/**
 * Three PostgreSQL servers under Patroni with one etcd, where the machine has them: synchronous, strict, one standby of two. From
 * Patroni 4 on any of them (`ANY 1`), before it the one that Patroni names. It is in one piece because servers, Patroni and etcd are started and stopped in one order.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { type MemberNetwork, openClusterNetwork } from './cluster-network.ts'
import { makeScratch } from './scratch.ts'
import { until } from './until.ts'

const DEBIAN = '/usr/lib/postgresql'
const PATIENCE_MS = 90_000
const ASK_MS = 1_000
const PATRONI = process.env.VEZNE_PATRONI ?? 'patroni'
const TTL = { ttl: 20, loop_wait: 2, retry_timeout: 5 } // seconds; Patroni's smallest ttl

export interface ClusterMember {
  readonly name: string
  /** kill -9 of Patroni and its server. */
  kill(): Promise<void>
  start(): void
  /** Undefined where the machine allows no networks of its own. */
  readonly network: Pick<MemberNetwork, 'cut' | 'mend'> | undefined
}

export interface PatroniCluster {
  /** All members, as the owner. */
  readonly url: string
  urlOf(member: ClusterMember): string
  /** What commits wait for, such as ANY 1 (n2,n3), as the leader says. */
  synchronousNames(): Promise<string>
  leader(): Promise<ClusterMember>
  /** A standby that commits wait for. */
  synchronous(): Promise<ClusterMember>
  switchOver(from: ClusterMember, to: ClusterMember): void
  whole(): Promise<void>
  stop(): Promise<void>
}

/** Such as "4.1.5". */
export const patroniVersion = (): string =>
  /[0-9.]+/.exec(spawnSync(PATRONI, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0] ?? 'none'

/** Of its own kind from 4 on: a quorum of the standbys. */
const hasQuorum = (): boolean => Number(patroniVersion().split('.')[0]) >= 4

/** Folder of the server's programs; undefined where something is missing. */
export const patroniPrograms = (): string | undefined => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folder = process.env.VEZNE_POSTGRES_BIN ?? (versions[0] && join(DEBIAN, versions[0], 'bin'))
  const has = (name: string): boolean => spawnSync('which', [name]).status === 0
  return folder && existsSync(join(folder, 'pg_basebackup')) && has(PATRONI) && has('etcd') ? folder : undefined
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
  const run = (words: readonly string[], asUser = true): ChildProcess => {
    const [program, ...args] = words as [string, ...string[]]
    const child = spawn(program, args, { ...(asUser ? user : {}), cwd: folder, stdio: 'ignore', env: ENVIRONMENT })
    children.add(child)
    child.once('close', () => children.delete(child))
    return child
  }
  const networks = await openClusterNetwork(['n1', 'n2', 'n3'])
  const [clients, peers] = networks.ports.map((port) => `http://${networks.host}:${port}`) as [string, string]
  run([
    ...[
      'etcd',
      '--data-dir',
      join(folder, 'etcd'),
      '--listen-client-urls',
      clients,
      '--advertise-client-urls',
      clients,
    ],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`],
  ])
  const nets = new Map<ClusterMember, MemberNetwork>()
  for (const network of networks.members) {
    const { name } = network
    const dataDir = join(folder, name)
    const socketDir = join(folder, `${name}.socket`)
    for (const path of [dataDir, socketDir]) {
      mkdirSync(path, { mode: 0o700 })
      owned(path)
    }
    const file = join(folder, `${name}.json`)
    writeFileSync(
      file,
      JSON.stringify(settingsOf({ network, dataDir, socketDir, folder, bin, etcd: new URL(clients).host })),
    )
    owned(file)
    let patroni: ChildProcess | undefined
    const member: ClusterMember = {
      name,
      network: networks.canCut ? network : undefined,
      start() {
        patroni = run(network.inside([PATRONI, file], user), !networks.canCut)
      },
      async kill() {
        const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8'), 10)
        patroni?.kill('SIGKILL')
        process.kill(postmaster, 'SIGKILL')
      },
    }
    nets.set(member, network)
  }
  const members = [...nets.keys()]
  const [first, ...others] = members as [ClusterMember, ...ClusterMember[]]
  const named = (list: readonly ClusterMember[]): string =>
    `postgres://owner:owner@${list.map((member) => nets.get(member)!.forProgram).join(',')}/vezne`
  const answering = async (path: string): Promise<ClusterMember[]> => {
    const asked = await Promise.all(
      members.map((member) =>
        fetch(`http://${nets.get(member)!.rest}${path}`, { signal: AbortSignal.timeout(ASK_MS) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    return members.filter((_, at) => asked[at])
  }
  const only = async (path: string): Promise<ClusterMember> => {
    let found: ClusterMember[] = []
    await until(
      `one member is ${path}`,
      async () => {
        found = await answering(path)
        return found.length === 1
      },
      PATIENCE_MS,
    )
    return found[0]!
  }
  const standbys = hasQuorum() ? { path: '/quorum', count: 2 } : { path: '/synchronous', count: 1 }
  const synchronous = async (): Promise<ClusterMember> => {
    const enough = async (): Promise<boolean> => (await answering(standbys.path)).length === standbys.count
    await until('commits wait for who they should', enough, PATIENCE_MS)
    return (await answering(standbys.path))[0]!
  }
  first.start()
  await only('/primary')
  for (const member of others) member.start()
  const whole = async (): Promise<void> => {
    await until('all members follow', async () => (await answering('/replica?lag=1MB')).length === 2, PATIENCE_MS)
    await synchronous()
  }
  return {
    url: named(members),
    urlOf: (member) => named([member]),
    leader: () => only('/primary'),
    synchronous,
    async synchronousNames() {
      const client = new pg.Client({ connectionString: named([await only('/primary')]) })
      await client.connect()
      try {
        const { rows } = await client.query<{ names: string }>(
          `select current_setting('synchronous_standby_names') as names`,
        )
        return rows[0]!.names
      } finally {
        await client.end()
      }
    },
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
      const patronictl = PATRONI === 'patroni' ? 'patronictl' : join(dirname(PATRONI), 'patronictl')
      execFileSync(patronictl, args, { stdio: 'ignore', env: ENVIRONMENT })
    },
    whole,
    async stop() {
      const ending = [...children].map((child) => new Promise((resolve) => child.once('close', resolve)))
      for (const child of children) child.kill('SIGTERM')
      await Promise.all(ending)
      networks.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }

interface Member {
  network: MemberNetwork
  dataDir: string
  /** Its own: their ports may be the same. */
  socketDir: string
  folder: string
  bin: string
  etcd: string
}

const settingsOf = ({ network, dataDir, socketDir, folder, bin, etcd }: Member) => ({
  scope: 'vezne',
  name: network.name,
  restapi: { listen: network.rest, connect_address: network.rest },
  etcd3: { host: etcd },
  bootstrap: {
    dcs: {
      ...TTL,
      maximum_lag_on_failover: 1_048_576,
      synchronous_mode: hasQuorum() ? 'quorum' : true,
      synchronous_mode_strict: true,
      postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on' } },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
  },
  postgresql: {
    listen: network.listen,
    connect_address: network.forMembers,
    data_dir: dataDir,
    bin_dir: bin,
    pgpass: join(folder, `${network.name}.pass`),
    authentication: {
      superuser: { username: 'owner', password: 'owner' },
      replication: { username: 'replicator', password: 'replicator' },
    },
    pg_hba: ['host all all 0.0.0.0/0 md5', 'host replication all 0.0.0.0/0 md5', 'local all all trust'],
    basebackup: [{ checkpoint: 'fast' }],
    parameters: { unix_socket_directories: socketDir },
  },
})

/** The server refuses root. */
const serverUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const ask = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: ask('-u'), gid: ask('-g') }
}
