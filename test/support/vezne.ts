/** The whole program in this test's process, on free ports and a new database. */
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type App, startApp } from '../../src/app/app.ts'
import { sendClockToBankSimulator } from '../../src/app/bank-simulator-process.ts'
import { subscriptionName } from '../../src/infra/database/shards/share-tables.ts'
import { type Config, loadConfig } from '../../src/infra/process/config.ts'
import { withCredentials } from '../../src/infra/process/server-address.ts'
import { type Demo, demoClient } from './demo.ts'
import { freePortBase } from './free-ports.ts'
import { type Answer, openHttp, type Sent, type TrustedName } from './http.ts'
import { type CallOperation, openOperations } from './operations.ts'
import { makeScratch } from './scratch.ts'
import { discardFolder, noteText } from './seen.ts'
import { countMade } from './spent.ts'
import { makeDatabase, onServer, testServer } from './test-server.ts'
import { use } from './use.ts'

export type Surface = 'cards' | 'transfers' | 'fraud' | 'identity' | 'console' | 'bank'

export interface Vezne {
  readonly urls: Config['urls']
  readonly config: Config
  readonly runtime: App['runtime']
  readonly demo: Demo
  readonly dataDir: string
  /** The database as the owner of its schema. */
  readonly ownerUrl: string
  /** The databases of all shards, in their order; one where there are none. */
  readonly shardUrls: readonly string[]
  request(surface: Surface, method: string, path: string, sent?: Sent): Promise<Answer>
  /** An operation that succeeds, as the SDK types it. */
  call: CallOperation
  /** An access token of a demo client, cached until it is about to expire: token('pos'), token('admin', 'tenant-other'), token('admin', 'master'). */
  token(clientKey: string, realm?: string): Promise<string>
  moveClock(ms: number): Promise<void>
  stop(): Promise<void>
}

export interface VezneOptions {
  /** Settings on top of the defaults, by the names of the README's table. */
  env?: Record<string, string>
  /** Quicker than settings where a test needs an odd value. */
  config?: Partial<Config>
  /** The road to its database, where it is not the straight one. */
  reach?: (url: string) => Promise<string>
  /** TLS options to call it. */
  connect?: TrustedName
  /**
   * `plan`: calls are limited as the plans of the tenants say. `own`: they are not, but the test meets a limit that no plan has, such as of mails
   * to one mailbox. Default: they are not, and a 429 fails the test that meets it.
   */
  limits?: 'plan' | 'own'
  /** How many databases tenants are spread over; the first has the demo data. */
  shards?: number
}

const PLANS_AS_SOLD = `
  update plans set is_unlimited = (code = 'unlimited');
  update realms set plan_id = null where slug = 'master'`
const STOP_MS = 5_000
const TOKEN_USED_MS = 200_000 // of 300 s

/** For the tests of a file. */
export const useVezne = (options: VezneOptions = {}): Vezne => use(() => startVezne(options))

export const startVezne = async (options: VezneOptions = {}): Promise<Vezne> => {
  countMade('programs')
  const server = testServer()
  const database = await makeDatabase()
  if (options.limits === 'plan') await onServer(server, PLANS_AS_SOLD, database.name)
  const dataDir = makeScratch('vezne-app-')
  copyFileSync(join(server.dataDir, 'demo.json'), join(dataDir, 'demo.json'))
  const url = (await options.reach?.(database.url)) ?? database.url
  const further = await Promise.all(Array.from({ length: (options.shards ?? 1) - 1 }, () => makeDatabase('empty')))
  const shardUrls = [database.url, ...further.map((each) => each.url)]
  const env =
    further.length === 0 ? options.env : { VEZNE_SHARDS: shardUrls.map(withoutUser).join(' '), ...options.env }
  const config: Config = { ...(await testConfig(url, dataDir, env)), ...options.config }
  if (config.env === 'production') await nameAddresses(database.url)
  const app = await startApp(config, () => undefined).catch(async (error: unknown) => {
    await database.drop()
    throw error
  })
  const http = openHttp(config.urls, { connect: options.connect, isLimited: options.limits !== undefined })
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo
  const tokens = new Map<string, { token: string; at: number }>()

  return {
    urls: config.urls,
    config,
    runtime: app.runtime,
    demo,
    dataDir,
    ownerUrl: database.url,
    shardUrls,
    request: http.request,
    call: openOperations(http.request),
    async token(clientKey, realm = 'tenant-demo') {
      const known = tokens.get(`${realm}/${clientKey}`)
      if (known && Date.now() - known.at < TOKEN_USED_MS) return known.token
      const { client_id, client_secret } = demoClient(demo, clientKey, realm)
      // Each client calls from its own loopback address: the token class counts per address.
      const answer = await http.request('identity', 'POST', `/api/v1/auth/${realm}/token`, {
        body: { client_id, client_secret },
        from: tokens.size + 2,
      })
      const token = (answer.body as { access_token?: string }).access_token
      if (token === undefined) throw new Error(`no token for ${realm}/${clientKey}: ${answer.status} ${answer.text}`)
      tokens.set(`${realm}/${clientKey}`, { token, at: Date.now() })
      return token
    },
    async moveClock(ms) {
      await app.runtime.clock.move({ advanceMs: ms })
      await sendClockToBankSimulator(config, app.runtime.clock.ms())
    },
    async stop() {
      const metrics = await fetch(`http://${config.metricsHost}:${config.ports.metrics}/metrics`)
      noteText('answers', await metrics.text())
      await http.close()
      await app.close(STOP_MS)
      for (const [at, each] of further.entries()) {
        await onServer(server, `drop subscription if exists ${subscriptionName(at + 1)}`, each.name)
        await each.drop()
      }
      await database.drop()
      discardFolder(dataDir)
    },
  }
}

const withoutUser = (url: string): string => withCredentials(url, { user: '', password: '' })

/** Of a program on this database, on free ports. */
export const testConfig = async (url: string, dataDir: string, env: Record<string, string> = {}): Promise<Config> =>
  loadConfig({
    VEZNE_DATA_DIR: dataDir,
    VEZNE_PORT_BASE: String(await freePortBase()),
    DATABASE_URL: url,
    VEZNE_MASTER_KEYS: testServer().masterKeys,
    VEZNE_DATABASE_CONNECTIONS: '8',
    VEZNE_LOG_TO: 'file',
    ...env,
  })

/** The keys of the sandbox's tenants have no allow-list, which production asks for. */
const nameAddresses = async (ownerUrl: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`update clients set allowed_ips = '127.0.0.0/8' where allowed_ips is null`)
  await owner.end()
}
