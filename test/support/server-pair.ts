/** A PostgreSQL server and its streaming standby, both a test's own: for fail-overs. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '../../src/infra/database/embedded-server/embedded-postgres.ts'
import { freePort } from '../../src/infra/process/free-ports.ts'
import { makeScratch } from './scratch.ts'
import { until } from './until.ts'

export interface PairedServer {
  /** As the owner, a superuser. */
  readonly url: string
  readonly port: number
  /** On a connection of its own. */
  run<Row = Record<string, unknown>>(...statements: string[]): Promise<Row[]>
  /** kill -9; it is started again at once. */
  kill(): void
  stop(): Promise<void>
}

export interface ServerPair {
  readonly primary: PairedServer
  readonly standby: PairedServer
  /** One address that names both, in the order given. */
  urlOf(...servers: PairedServer[]): string
  stop(): Promise<void>
}

export const startServerPair = async (): Promise<ServerPair> => {
  const folder = makeScratch(`vezne-test-${process.pid}-pair-`)
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const made = await start(first)
  await made.stop()
  mkdirSync(second, { mode: 0o711 })
  execFileSync('cp', ['-a', join(first, 'postgres'), join(second, 'postgres')])
  const { password } = JSON.parse(readFileSync(join(first, 'postgres.json'), 'utf8')) as { password: string }
  writeFileSync(join(second, 'postgres.json'), JSON.stringify({ port: await freePort(), password }), { mode: 0o600 })
  const primary = paired(await start(first), first)
  // A copy of an existing file has the owner that the server wants.
  copyMode(join(second, 'postgres', 'PG_VERSION'), join(second, 'postgres', 'standby.signal'))
  appendFileSync(
    join(second, 'postgres', 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=vezne_owner password=${password} application_name=standby'\n`,
  )
  const standby = paired(await start(second), second)
  await until('the standby follows', async () => {
    const rows = await primary.run(`select from pg_stat_replication where state = 'streaming'`)
    return rows.length > 0
  })
  return {
    primary,
    standby,
    urlOf: (...servers) =>
      primary.url.replace(/@[^/]*/, `@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`),
    async stop() {
      await standby.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Commits wait for the standby from now on. */
export const makeSynchronous = async (primary: PairedServer): Promise<void> => {
  await primary.run(`alter system set synchronous_standby_names = 'standby'`, 'select pg_reload_conf()')
  await until('the standby is synchronous', async () => {
    const rows = await primary.run(`select from pg_stat_replication where sync_state = 'sync'`)
    return rows.length > 0
  })
}

const start = (dataDir: string): Promise<EmbeddedServer> =>
  startEmbedded({ dataDir, report: () => undefined, isThrowaway: true })

const copyMode = (from: string, to: string): void => {
  copyFileSync(from, to)
  execFileSync('chown', [`--reference=${from}`, to])
}

const paired = (server: EmbeddedServer, folder: string): PairedServer => ({
  url: server.ownerUrl,
  port: Number(new URL(server.ownerUrl).port),
  async run(...statements) {
    const client = new pg.Client({ connectionString: server.ownerUrl })
    await client.connect()
    try {
      let rows: unknown[] = []
      for (const statement of statements) rows = (await client.query(statement)).rows
      return rows as never
    } finally {
      await client.end()
    }
  },
  kill: () =>
    void process.kill(Number.parseInt(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10), 'SIGKILL'),
  stop: server.stop,
})
