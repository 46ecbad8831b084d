/** Several processes of the program on one database: the first brings it, all of them answer requests and nothing else. */
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { buildUrls } from '../../src/infra/process/config.ts'
import { portsFrom } from '../../src/infra/process/ports.ts'
import { asOwner } from '../resilience/chaos/platform-records.ts'
import { openProgram, type Program } from '../resilience/chaos/program.ts'
import { demoClient } from '../support/demo.ts'
import { startProcess, type VezneProcess } from '../support/process.ts'
import { makeScratch } from '../support/scratch.ts'
import { discardFolder } from '../support/seen.ts'

export interface Fleet {
  readonly program: Program
  readonly members: readonly { readonly process: VezneProcess; readonly urls: Record<string, string> }[]
  token(client: string, realm: string): Promise<string>
  end(): Promise<void>
}

/** The organization under load is on the standard plan: 200 a second, 400 at once. */
export const ORGANIZATION = 'tenant-demo'
export const RATE = 200
export const BURST = 400

export const openFleet = async (count: number, env: Record<string, string> = {}): Promise<Fleet> => {
  const shared = { VEZNE_ROLE: 'api', VEZNE_LOG_TO: 'stdout', ...env }
  const program = await openProgram(shared)
  const folders: string[] = []
  const started: VezneProcess[] = []
  const end = async (): Promise<void> => {
    for (const process of started.slice(1)) {
      process.kill('SIGTERM')
      await process.exit
    }
    await program.end()
    for (const folder of folders) discardFolder(folder)
  }
  try {
    started.push(await program.start())
    await asOwner(program.ownerUrl(), (client) =>
      client.query(`update realms set plan_id = (select id from plans where code = 'standard') where slug = $1`, [
        ORGANIZATION,
      ]),
    )
    while (started.length < count) {
      const folder = makeScratch(`vezne-test-${process.pid}-fleet-`)
      folders.push(folder)
      const next = await startProcess({
        ...shared,
        VEZNE_DATA_DIR: folder,
        DATABASE_URL: program.ownerUrl(),
        VEZNE_MASTER_KEYS_FILE: join(program.dataDir, 'keys.json'),
        VEZNE_IDENTITY_URL: program.urls.identity as string, // one platform, so one issuer
        VEZNE_BANK_URL: 'http://127.0.0.1:9',
      })
      started.push(next)
      await next.ready
    }
  } catch (error) {
    await end()
    throw error
  }
  return {
    program,
    members: started.map((process) => ({
      process,
      urls: buildUrls('127.0.0.1', portsFrom(process.portBase), { allowHttp: true, isTls: false }) as Record<
        string,
        string
      >,
    })),
    async token(client, realm) {
      const { client_id, client_secret } = demoClient(program.demo(), client, realm)
      const answer = await program.http.request('identity', 'POST', `/api/v1/auth/${realm}/token`, {
        body: { client_id, client_secret },
      })
      if (answer.status !== 200) throw new Error(`no token for ${realm}: ${answer.text}`)
      return answer.body.access_token
    },
    end,
  }
}

/** Three clients of the organization, each on a surface of its own. */
export const callsOf = async (fleet: Fleet): Promise<Call[]> => {
  const tenantId = fleet.program.demo().tenants.find(({ slug }) => slug === ORGANIZATION)?.tenant_id ?? ''
  const as = async (client: string) => ({ authorization: `Bearer ${await fleet.token(client, ORGANIZATION)}` })
  return [
    { surface: 'identity', path: '/api/v1/me', headers: await as('view') },
    { surface: 'cards', path: '/api/v1/webhook-subscriptions/event-types', headers: await as('pos') },
    {
      surface: 'transfers',
      path: '/api/v1/webhooks/event-types',
      headers: { ...(await as('maker')), 'x-tenant-id': tenantId },
    },
  ]
}

export interface Call {
  readonly surface: string
  readonly path: string
  readonly headers: Record<string, string>
}

export interface Driven {
  /** Responses by status; 0 = none came. */
  readonly statuses: Record<number, number>
  readonly seconds: number
  readonly p99: number
}

export interface Demand {
  /** Requests a second over all processes, or as many as go. */
  readonly perSecond: number
  readonly lanes: number
  /** When it ends: asked before each request with the number sent so far and the seconds since the first. */
  isOver(sent: number, seconds: number): boolean
}

/** Each lane sends its next request when the one before is answered, and not before its turn. */
export const drive = async (fleet: Fleet, calls: readonly Call[], demand: Demand): Promise<Driven> => {
  const agent = new Agent({ connections: demand.lanes, pipelining: 1 })
  const statuses: Record<number, number> = {}
  const latencies: number[] = []
  const from = performance.now()
  let sent = 0
  let lastAt = from
  const lane = async (at: number): Promise<void> => {
    for (;;) {
      const due = from + (sent / demand.perSecond) * 1_000
      const early = due - performance.now()
      if (early > 1) await new Promise((resolve) => setTimeout(resolve, early))
      if (demand.isOver(sent, (performance.now() - from) / 1_000)) return
      const nth = sent++
      const call = calls[nth % calls.length] as Call
      const member = fleet.members[(nth + at) % fleet.members.length] as Fleet['members'][number]
      const started = performance.now()
      const status = await ask(agent, `${member.urls[call.surface]}${call.path}`, call.headers)
      lastAt = performance.now()
      latencies.push(lastAt - started)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: demand.lanes }, (_, at) => lane(at)))
  await agent.destroy()
  latencies.sort((a, b) => a - b)
  const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0
  return { statuses, seconds: (lastAt - from) / 1_000, p99 }
}

const ask = async (dispatcher: Agent, url: string, headers: Record<string, string>): Promise<number> => {
  try {
    const answer = await request(url, { headers, dispatcher })
    await answer.body.dump()
    return answer.statusCode
  } catch {
    return 0
  }
}

/** What the bucket allows from full on, in so many seconds. */
export const allowedIn = (seconds: number): number => BURST + RATE * seconds
export const shownStatuses = (statuses: Record<number, number>): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
export const isOnly = (statuses: Record<number, number>, ...allowed: number[]): boolean =>
  Object.keys(statuses).every((status) => allowed.includes(Number(status)))
