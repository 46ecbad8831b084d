/** The program on a data folder of its own, started, killed and started again on the same ports. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runningPostmaster, stopPostmaster } from '../../../src/infra/database/embedded-server/postmaster.ts'
import { loadConfig } from '../../../src/infra/process/config.ts'
import { type Demo, demoClient } from '../../support/demo.ts'
import { freePortBase } from '../../support/free-ports.ts'
import { type Answer, type Http, openHttp, type Sent } from '../../support/http.ts'
import { startProcess, type VezneProcess } from '../../support/process.ts'
import { makeScratch } from '../../support/scratch.ts'
import { discardFolder } from '../../support/seen.ts'
import { postmasterOf } from '../../support/shard-server.ts'
import { DEMO_LOAD, type LoadTenant } from './load-tenant.ts'
import { type Failpoint, type Plan, plannedProgram } from './plan.ts'

export interface Program {
  readonly dataDir: string
  /** For commands of `vezne` on its data. */
  readonly env: Readonly<Record<string, string>>
  readonly ledger: string
  readonly http: Http
  readonly urls: Record<string, string>
  /** Kills so far. */
  readonly kills: number
  /** The database as its owner. */
  ownerUrl(): string
  /** One a shard. */
  readonly databases: readonly DatabaseOf[]
  /** The tenants under load, each as its callers and operators see the platform. */
  stands(): readonly Stand[]
  /** The first of them. */
  readonly tenant: LoadTenant
  demo(): Demo
  /** `plan` goes on top of the ledger. */
  start(plan?: Plan): Promise<VezneProcess>
  current(): VezneProcess
  /** Starts it where it does not run. */
  startIfEnded(): Promise<void>
  /** Lays a failpoint before the program that runs, or starts it with one: dying spares the next start. */
  arm(failpoint: Failpoint): Promise<void>
  /** kill -9, and waits until the process is gone. */
  kill(): Promise<void>
  /** Of a demo client of the realm; its administrator where none is named. */
  token(realm: string, client?: string): Promise<string>
  moveClock(seconds: number): Promise<void>
  /** SIGTERM where it runs, then the data folder is removed, its server stopped. */
  end(): Promise<void>
}

/** What callers of the platform need of it, however many processes it has. */
export type Caller = Pick<Program, 'http' | 'token'> & Partial<Pick<Program, 'tenant'>>
/** And its operators. */
export type Operated = Caller & Pick<Program, 'ownerUrl' | 'moveClock'>
/** They know which of several tenants they act for. */
export type Stand = Operated & Pick<Program, 'tenant'>

export interface DatabaseOf {
  /** As its owner. */
  url(): string
  /** Process of its server; 0 = it has none right now. */
  pid(): number
}

const TOKEN_USED_MS = 200_000 // of 300 s
const TOKEN_AGAIN_MS = 5_000

/** `env` goes on top; with DATABASE_URL there is no server of its own. `tree`: the root of other sources than these. */
export const openProgram = async (env: Record<string, string> = {}, tree?: URL): Promise<Program> => {
  const dataDir = makeScratch(`vezne-test-${process.pid}-chaos-`)
  const ledger = join(dataDir, 'bank.ledger')
  const settings = {
    VEZNE_DATA_DIR: dataDir,
    VEZNE_PORT_BASE: String(await freePortBase()),
    VEZNE_LOG_TO: 'file',
    VEZNE_BANK_URL: 'http://127.0.0.1:9', // the bank inside the program is asked here; no second one with every start
    ...env,
  }
  const armed = join(dataDir, 'failpoint')
  const { urls } = loadConfig(settings)
  const http = openHttp(urls, { isLimited: true })
  let running: VezneProcess | undefined
  let kills = 0

  const program: Program = {
    dataDir,
    env: settings,
    ledger,
    http,
    urls,
    get kills() {
      return kills
    },
    ownerUrl() {
      if (env.DATABASE_URL !== undefined) return env.DATABASE_URL
      const { port, password } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'))
      return `postgres://vezne_owner:${password}@127.0.0.1:${port}/vezne`
    },
    databases: [{ url: () => program.ownerUrl(), pid: () => postmasterOf(dataDir) }],
    tenant: DEMO_LOAD,
    stands: () => [program],
    demo: () => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo,
    async start(plan = {}) {
      rmSync(armed, { force: true })
      const planned = plannedProgram({ ledger, armed, ...plan }, tree)
      running = await startProcess({ ...settings, ...planned.env }, { main: planned.main })
      await running.ready
      return running
    },
    current: () => running as VezneProcess,
    async startIfEnded() {
      if (hasEnded(running)) await program.start()
    },
    async arm(failpoint) {
      await program.startIfEnded()
      writeFileSync(`${armed}.new`, JSON.stringify(failpoint))
      renameSync(`${armed}.new`, armed)
    },
    async kill() {
      running?.kill('SIGKILL')
      await running?.exit
      kills++
    },
    token: openTokens(http, () => program.demo()),
    async moveClock(seconds) {
      const answer = await asPlatform(program, 'identity', 'POST', '/api/v1/sandbox/clock', { advance_s: seconds })
      if (answer.status !== 200) throw new Error(`the clock did not move: ${answer.text}`)
    },
    async end() {
      running?.kill('SIGCONT') // a stopped one receives no signal
      running?.kill('SIGTERM')
      await running?.exit
      await http.close()
      if (env.DATABASE_URL === undefined) {
        const server = await runningPostmaster(join(dataDir, 'postgres'))
        if (server) await stopPostmaster(server)
      }
      discardFolder(dataDir)
    },
  }
  return program
}

/** Tokens of demo clients, each used until it is about to expire; callers who need one at once share a request, since there are few a minute. */
export const openTokens = (http: Http, demo: () => Demo): Program['token'] => {
  const tokens = new Map<string, { token: Promise<string>; at: number }>()
  const sign = async (realm: string, client: string): Promise<string> => {
    const { client_id, client_secret } = demoClient(demo(), client, realm)
    const answer = await http.request('identity', 'POST', `/api/v1/auth/${realm}/token`, {
      body: { client_id, client_secret },
    })
    if (answer.status !== 200) throw new Error(`no token for ${realm}: ${answer.text}`)
    return answer.body.access_token
  }
  return (realm, client = 'admin') => {
    const key = `${realm}/${client}`
    const known = tokens.get(key)
    if (known && Date.now() - known.at < TOKEN_USED_MS) return known.token
    const token = sign(realm, client).catch((error: unknown) => {
      // The one before is good for a while yet.
      if (known) tokens.set(key, { token: known.token, at: Date.now() - TOKEN_USED_MS + TOKEN_AGAIN_MS })
      else tokens.delete(key)
      if (known) return known.token
      throw error
    })
    tokens.set(key, { token, at: Date.now() })
    return token
  }
}

const hasEnded = (running: VezneProcess | undefined): boolean =>
  running === undefined || running.child.exitCode !== null || running.child.signalCode !== null

/** One request of the platform's administrator, who is rate-limited, too: repeated after a 429. */
export const asPlatform = async (
  program: Caller,
  surface: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> => {
  const answer = await program.http.request(surface, method, path, { token: await program.token('master'), body })
  if (answer.status !== 429) return answer
  await sleep(1_000 * Number(answer.headers['retry-after']))
  return asPlatform(program, surface, method, path, body)
}

/** One request of a tenant under load. */
export const asLoad = async (program: Caller, method: string, path: string, sent: Sent = {}): Promise<Answer> =>
  program.http.request('cards', method, path, { token: await loadToken(program), ...sent })

/** Of one of its clients; the administrator where none is named. */
export const loadToken = ({ token, tenant = DEMO_LOAD }: Caller, client?: string): Promise<string> =>
  token(tenant.slug, client)
