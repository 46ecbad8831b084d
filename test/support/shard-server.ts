/** A database server of a test's own that may be a shard: killed, started again, and read as the owner of its schema. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '../../src/infra/database/embedded-server/embedded-postgres.ts'
import { withCredentials } from '../../src/infra/process/server-address.ts'
import { makeScratch } from './scratch.ts'
import { FOR_SHARDS } from './shard-settings.ts'

export interface ShardServer {
  /** For the owner of the schema. */
  readonly url: string
  rows<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>
  /** Process of the server; it is started again where that one dies. */
  pid(): number
  /** kill -9, and it stays unavailable. */
  kill(): Promise<void>
  start(): Promise<void>
  end(): Promise<void>
}

/** What was committed outlives a kill of the server, not of the machine. */
const SETTINGS = { ...FOR_SHARDS, synchronous_commit: 'on' }

/** Servers whose owner has one password, as an engine before them knows one for all. */
export const openShardServers = async (count: number): Promise<ShardServer[]> => {
  const servers = await Promise.all(Array.from({ length: count }, openServer))
  const { password } = new URL(servers[0]!.url)
  for (const server of servers.slice(1)) await server.setPassword(password)
  return servers
}

/** As VEZNE_SHARDS names them. */
export const shardAddresses = (servers: readonly ShardServer[]): string =>
  servers.map(({ url }) => withCredentials(url, { user: '', password: '' })).join(' ')

/** The process of an embedded server; 0 = it has none right now. */
export const postmasterOf = (dataDir: string): number => {
  const path = join(dataDir, 'postgres', 'postmaster.pid')
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : 0
}

const openServer = async (): Promise<ShardServer & { setPassword(password: string): Promise<void> }> => {
  const dataDir = makeScratch(`vezne-test-${process.pid}-shard-`)
  const start = (): Promise<EmbeddedServer> =>
    startEmbedded({ dataDir, report: () => undefined, isThrowaway: true, settings: SETTINGS })
  let server: EmbeddedServer | undefined = await start()
  let url = server.ownerUrl
  const rows = async <Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined) // the query in flight reports it
    await client.connect()
    try {
      return (await client.query<Row>(statement, values)).rows
    } finally {
      await client.end()
    }
  }
  const pid = (): number => postmasterOf(dataDir)
  return {
    get url() {
      return url
    },
    rows,
    pid,
    async setPassword(password) {
      await rows(`alter role vezne_owner password '${password}'`)
      const file = join(dataDir, 'postgres.json')
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), password }))
      const changed = new URL(url)
      changed.password = password
      url = changed.href
    },
    async kill() {
      process.kill(pid(), 'SIGKILL')
      await server?.stop()
      server = undefined
    },
    async start() {
      server = await start()
    },
    async end() {
      await server?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
