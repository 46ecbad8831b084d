/** The packed SDK in Deno, Bun and a worker (workerd), against the running program. Needs the package registry once. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openProgram, type Program } from '../../resilience/chaos/program.ts'
import { demoClient } from '../../support/demo.ts'
import { freePortBase } from '../../support/free-ports.ts'
import { type PackedSdk, packSdk } from '../../support/packed-sdk.ts'
import { CARDS } from '../../support/payments.ts'
import type { Check } from '../check.ts'

const TOOLS = join(tmpdir(), 'vezne-runtimes')
const PACKAGES = ['deno@2.9.6', 'bun@1.4.5', 'workerd@1.20261117.1']
const fileHere = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export const runtimes: Check = async (say) => {
  const [program, sdk] = await Promise.all([openProgram(), packSdk()])
  try {
    await program.start()
    for (const name of ['shop.js', 'deno.js', 'bun.js', 'worker.js']) copyFileSync(fileHere(name), join(sdk.shop, name))
    let isFine = true
    for (const [name, serve] of Object.entries(RUNTIMES)) {
      const fault = await tryOut(serve, sdk, program).catch((error: Error) => error.message)
      say(`${name}: ${fault ?? 'ok'}`)
      isFine &&= fault === undefined
    }
    return isFine
  } finally {
    sdk.remove()
    await program.end()
  }
}

type Env = Readonly<Record<string, string>>
/** Starts the shop on a port. */
type Serve = (sdk: PackedSdk, env: Env) => ChildProcess

/** The executable of the package of this platform, whose wrappers need scripts of their own. */
const toolOf = (pattern: string): string => {
  const find = (): string | undefined => globSync(join(TOOLS, 'node_modules', pattern))[0]
  if (find() === undefined) {
    mkdirSync(TOOLS, { recursive: true })
    writeFileSync(join(TOOLS, 'package.json'), '{"private":true}')
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES]
    spawnSync('npm', args, { cwd: TOOLS, shell: process.platform === 'win32' })
  }
  const file = find()
  if (file === undefined) throw new Error(`the package registry has none for this platform: ${pattern}`)
  return file
}

const RUNTIMES: Readonly<Record<string, Serve>> = {
  deno: (sdk, env) =>
    spawn(toolOf('@deno/*/deno*'), ['run', '--allow-net', '--allow-env', 'deno.js'], { cwd: sdk.shop, env }),
  bun: (sdk, env) => spawn(toolOf('@oven/bun-*/bin/bun*'), ['bun.js'], { cwd: sdk.shop, env }),
  workerd: (sdk, env) => {
    writeFileSync(join(sdk.shop, 'worker.capnp'), workerConfig(sdk, env))
    return spawn(toolOf('@cloudflare/workerd-*/bin/workerd*'), ['serve', 'worker.capnp'], { cwd: sdk.shop, env })
  },
}

/** A worker has no node_modules: its modules are listed, as a bundler would put them together. */
const workerConfig = (sdk: PackedSdk, env: Env): string => {
  const dist = join(sdk.shop, 'node_modules/vezne-sdk/dist')
  const modules = globSync(join(dist, '**/*.js')).map((file): [string, string] => [
    `sdk/${relative(dist, file).replaceAll('\\', '/')}`,
    readFileSync(file, 'utf8'),
  ])
  const shop = readFileSync(join(sdk.shop, 'shop.js'), 'utf8')
    .replace("'vezne-sdk/webhooks'", "'./sdk/webhooks/index.js'")
    .replace("'vezne-sdk'", "'./sdk/index.js'")
  const all = [['worker.js', readFileSync(join(sdk.shop, 'worker.js'), 'utf8')], ['shop.js', shop], ...modules]
  const bindings = Object.entries(env).map(([name, value]) => `(name = "${name}", text = ${JSON.stringify(value)})`)
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "shop", worker = (
      modules = [${all.map(([name, text]) => `(name = "${name}", esModule = ${JSON.stringify(text)})`).join(',\n')}],
      compatibilityDate = "2025-01-01",
      bindings = [${bindings.join(', ')}],
      globalOutbound = "network")),
    (name = "network", network = (allow = ["private", "public", "local"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:${env.PORT}", http = (), service = "shop")]
);
`
}

const tryOut = async (serve: Serve, sdk: PackedSdk, program: Program): Promise<string | undefined> => {
  const { client_id, client_secret } = demoClient(program.demo(), 'admin')
  const port = await freePortBase()
  const identity = await openSlow(program.urls.identity as string)
  const shop = serve(sdk, {
    CARDS_URL: program.urls.cards as string,
    AUTH_URL: identity.url,
    CLIENT_ID: client_id,
    CLIENT_SECRET: client_secret,
    PORT: String(port),
  })
  const said: string[] = []
  shop.on('error', (error) => void said.push(error.message))
  for (const stream of [shop.stdout, shop.stderr]) stream?.on('data', (chunk) => void said.push(String(chunk)))
  try {
    const fault = await walk(`http://127.0.0.1:${port}`, shop, identity)
    return fault === undefined ? undefined : `${fault}\n${said.join('').slice(-2_000)}`
  } catch (error) {
    return `${(error as Error).message}\n${said.join('').slice(-2_000)}`
  } finally {
    shop.kill()
    identity.close()
  }
}

interface Slow {
  readonly url: string
  /** Settles with the first request. */
  readonly isAsked: Promise<unknown>
  /** Until then nothing is answered. */
  answer(): void
  close(): void
}

/** Before the token endpoint: its first answer comes when it is told to. */
const openSlow = async (target: string): Promise<Slow> => {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    asked.resolve()
    await answered.promise
    const answer = await fetch(target + request.url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    isAsked: asked.promise,
    answer: answered.resolve,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what the shop says
type Said = any

const WAIT_MS = 60_000
const GONE_MS = 1_000 // until a runtime has seen that the connection is closed

/** The first step that goes wrong, in words. */
const walk = async (url: string, shop: ChildProcess, identity: Slow): Promise<string | undefined> => {
  const ask = async (path: string, body: object = {}): Promise<Said> => {
    const signal = AbortSignal.timeout(WAIT_MS)
    return (await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), signal })).json()
  }
  const until = async (isSo: () => Promise<boolean>): Promise<boolean> => {
    for (const end = Date.now() + WAIT_MS; Date.now() < end && shop.exitCode === null; await sleep(100))
      if (await isSo().catch(() => false)) return true
    return false
  }
  const wrong = (what: string, said: Said): string => `${what}: ${JSON.stringify(said)}`
  if (!(await until(async () => (await ask('/told')).told.length === 0))) return 'it does not start'
  // In a worker a shopper who goes away takes along what was begun for him, such as the token the others wait for.
  const gone = new AbortController()
  const first = fetch(`${url}/list`, { method: 'POST', body: '{}', signal: gone.signal }).catch(() => undefined)
  await identity.isAsked
  gone.abort()
  await first
  await sleep(GONE_MS)
  identity.answer()
  // The first calls come at once: all wait for one token, each as a request of its own.
  const orders = ['order-1', 'order-2', 'order-3']
  const paid = await Promise.all(orders.map((order) => ask('/sell', { order, number: CARDS.success })))
  if (paid.some(({ status }) => status !== 'completed')) return wrong('three sales at once', paid)
  const again = await ask('/sell', { order: 'order-1', number: CARDS.success })
  if (again.id !== paid[0].id) return wrong('the same key charged again', again)
  const declined = await ask('/sell', { order: 'order-4', number: CARDS.declined })
  if (declined.code !== 'bank_declined' || declined.key !== 'sale-order-4') return wrong('a decline', declined)
  const { rows } = await ask('/list')
  if (!(rows >= 4)) return wrong('a list page by page', rows)
  const ended = await ask('/impatient')
  if (ended.ended !== 'enough') return wrong('a signal', ended)
  const subscription = await ask('/subscribe', { url: `${url}/hooks` })
  if (subscription.id === undefined) return wrong('a subscription', subscription)
  const refund = await ask('/refund', { id: paid[0].id })
  if (refund.status === undefined) return wrong('a refund', refund)
  const isTold = async (): Promise<boolean> => (await ask('/told')).told.includes('refund.completed order-1')
  return (await until(isTold)) ? undefined : wrong('the verified event', await ask('/told'))
}
