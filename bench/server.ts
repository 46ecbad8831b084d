/** The program as it is shipped, started clean for a measurement: its own process, data folder and embedded database. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess, type VezneProcess } from '../test/support/process.ts'

export interface BenchServer {
  urls: { cards: string; transfers: string; fraud: string; identity: string; bank: string }
  pid: number
  dataDir: string
  /** Seconds from the start to the first answered request: on an empty folder, and on the second start. */
  startSeconds: { first: number; later: number }
  /** The embedded database as the owner of the schema. */
  databaseUrl: string
  /** An access token of the tenant without limits, or of another; `client`: its key in demo.json. */
  token(client?: string, tenant?: string): Promise<string>
  stop(): Promise<void>
}

/** `role` of the measured process: `api` leaves deliveries and inquiries waiting. */
export const startBenchServer = async (role: 'all' | 'api', env: Record<string, string> = {}): Promise<BenchServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vezne-bench-'))
  const first = await timedStart(dataDir, 'all')
  await end(first.process)
  const later = await timedStart(dataDir, role, env)
  const base = later.process.portBase
  const urls = {
    cards: `http://127.0.0.1:${base + 10}`,
    transfers: `http://127.0.0.1:${base + 20}`,
    fraud: `http://127.0.0.1:${base + 30}`,
    identity: `http://127.0.0.1:${base + 40}`,
    bank: `http://127.0.0.1:${base + 50}`,
  }
  const remembered = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
    port: number
    password: string
  }
  return {
    urls,
    pid: later.process.pid,
    dataDir,
    startSeconds: { first: first.seconds, later: later.seconds },
    databaseUrl: `postgres://vezne_owner:${remembered.password}@127.0.0.1:${remembered.port}/vezne`,
    token: (client = 'admin', tenant = 'tenant-load') => tokenOf(dataDir, urls.identity, client, tenant),
    async stop() {
      await end(later.process)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const timedStart = async (
  dataDir: string,
  role: string,
  env: Record<string, string> = {},
): Promise<{ process: VezneProcess; seconds: number }> => {
  const started = performance.now()
  const process = await startProcess({
    VEZNE_DATA_DIR: dataDir,
    VEZNE_LOG_TO: 'file',
    VEZNE_ROLE: role,
    ...env,
  })
  for (;;) {
    const alive = await fetch(`http://127.0.0.1:${process.portBase + 10}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (alive) break
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await process.ready
  return { process, seconds: (performance.now() - started) / 1000 }
}

const end = async (process: VezneProcess): Promise<void> => {
  process.kill('SIGTERM')
  await process.exit
}

interface Demo {
  tenants: { slug: string; clients: Record<string, { client_id: string; client_secret: string }> }[]
}
const tokenOf = async (dataDir: string, identityUrl: string, key: string, slug: string): Promise<string> => {
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo
  const client = demo.tenants.find((tenant) => tenant.slug === slug)?.clients[key]
  const answer = await fetch(`${identityUrl}/api/v1/auth/${slug}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: client?.client_id, client_secret: client?.client_secret }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
