/**
 * Two servers, one program over them, each at its own address and then behind PgDog: payments of tenants of both, each on its own shard and nowhere else; a shard killed under
 * load, and PgDog killed and started again under load. It is in one piece because all of it is one installation under one load.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '../../src/infra/database/embedded-server/embedded-postgres.ts'
import { withCredentials } from '../../src/infra/process/server-address.ts'
import { asPlatform, openProgram, type Program } from '../resilience/chaos/program.ts'
import { paymentBody } from '../support/payments.ts'
import { type PgdogServer, pgdogVersion, preparePgdog } from '../support/pgdog-server.ts'
import { makeScratch } from '../support/scratch.ts'
import { FOR_SHARDS } from '../support/shard-settings.ts'
import { until } from '../support/until.ts'
import type { Check } from './check.ts'

const PHASE_MS = 10_000
const GAP_MS = 3_000
const LANES = 8 // a tenant
const APP = { user: 'vezne_app', password: randomBytes(18).toString('base64url') }

export const shards: Check = async (say) => {
  say('each shard at its own address:')
  const isDirect = await tryOut(say, false)
  const version = pgdogVersion()
  if (version === undefined) {
    say('NOT TRIED behind an engine: PGDOG names no PgDog (docs/shards.md says how it is built)')
    return false
  }
  say(`behind ${version}:`)
  return (await tryOut(say, true)) && isDirect
}

const tryOut = async (say: Say, hasEngine: boolean): Promise<boolean> => {
  const servers = [await openShard(), await openShard()]
  await servers[1]!.takePasswordOf(servers[0]!)
  const urls = servers.map(({ url }) => url)
  const owner = new URL(urls[0]!)
  const users = [
    { name: owner.username, password: owner.password },
    { name: APP.user, password: APP.password },
  ]
  const pgdog = hasEngine ? await preparePgdog(urls, users) : undefined
  await pgdog?.start().catch(() => undefined) // the role of the program is made by its start
  const url = pgdog?.url ?? (urls[0] as string)
  const program = await openProgram({
    DATABASE_URL: url,
    DATABASE_APP_URL: withCredentials(url, APP),
    VEZNE_SHARDS: urls.map((each) => withCredentials(each, { user: '', password: '' })).join(' '),
    VEZNE_SHARD_STATEMENT: hasEngine ? 'set "pgdog.shard" to %' : '',
    VEZNE_MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    VEZNE_LOG_TO: 'stdout',
  })
  try {
    await program.start()
    const callers = [await openCaller(program, 0), await openCaller(program, 1)] as const
    const results = [await bothPay(say, callers, servers)]
    if (pgdog) results.push(await engineKilled(say, callers, pgdog))
    results.push(await shardKilled(say, callers, servers[1]!))
    return results.every(Boolean)
  } finally {
    await program.end()
    await pgdog?.stop()
    for (const server of servers) await server.end()
  }
}

interface Shard {
  readonly url: string
  count(statement: string, values: unknown[]): Promise<number>
  /** PgDog has one password for a user of all shards. */
  takePasswordOf(other: Shard): Promise<void>
  /** kill -9, and it stays away. */
  kill(): Promise<void>
  start(): Promise<void>
  end(): Promise<void>
}

const openShard = async (): Promise<Shard> => {
  const dataDir = makeScratch(`vezne-test-${process.pid}-shard-`)
  const start = (): Promise<EmbeddedServer> =>
    startEmbedded({ dataDir, report: () => undefined, isThrowaway: true, settings: FOR_SHARDS })
  let server: EmbeddedServer | undefined = await start()
  let url = server.ownerUrl
  const run = async <Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<Row>(statement, values)).rows
    } finally {
      await client.end()
    }
  }
  return {
    get url() {
      return url
    },
    count: async (statement, values) => Number((await run<{ n: number }>(statement, values))[0]?.n),
    async takePasswordOf(other) {
      const { password } = new URL(other.url)
      await run(`alter role vezne_owner password '${password}'`)
      const file = join(dataDir, 'postgres.json')
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), password }))
      const changed = new URL(url)
      changed.password = password
      url = changed.href
    },
    async kill() {
      const pid = Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
      process.kill(pid, 'SIGKILL')
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

interface Caller {
  readonly shard: number
  readonly tenantId: string
  pay(): Promise<{ status: number; id: string | undefined; ms: number }>
}

/** A tenant without limits on this shard, with a merchant. */
const openCaller = async (program: Program, shard: number): Promise<Caller> => {
  const { http } = program
  const slug = `tenant-on-${shard}-${randomBytes(3).toString('hex')}`
  const plans = await asPlatform(program, 'identity', 'GET', '/api/v1/platform/plans?page_size=100')
  const plan = (plans.body.items as { id: string; code: string }[]).find(({ code }) => code === 'unlimited')
  const body = { slug, display_name: slug, contact_email: 'ops@test.example', shard, plan_id: plan?.id }
  const made = await asPlatform(program, 'identity', 'POST', '/api/v1/platform/tenants', body)
  if (made.status !== 201) throw new Error(made.text)
  const tenantId = made.body.id as string
  const path = `/api/v1/platform/tenants/${tenantId}/api-keys`
  const key = await asPlatform(program, 'identity', 'POST', path, {
    display_name: 'key',
    roles: ['tenant-admin', 'pos-admin'],
  })
  if (key.status !== 201) throw new Error(key.text)
  const credentials = { client_id: key.body.api_key.client_id, client_secret: key.body.secret }
  let token = ''
  const signIn = async (): Promise<void> => {
    const answer = await http.request('identity', 'POST', `/api/v1/auth/${slug}/token`, { body: credentials })
    if (answer.status !== 200) throw new Error(answer.text)
    token = answer.body.access_token
  }
  await signIn()
  const merchant = { name: 'Shop', external_id: 'M-1' }
  await http.request('identity', 'POST', '/api/v1/merchants', { token, body: merchant })
  return {
    shard,
    tenantId,
    async pay() {
      const from = performance.now()
      const headers = { 'idempotency-key': randomUUID(), 'x-external-merchant-id': 'M-1' }
      const answer = await http
        .request('cards', 'POST', '/api/v1/payments', { token, headers, body: paymentBody() })
        .catch(() => undefined)
      const ms = performance.now() - from
      return { status: answer?.status ?? 0, id: answer?.body?.transaction_id, ms }
    },
  }
}

interface Paid {
  readonly statuses: Record<number, number>
  readonly ids: string[]
  p99(): number
}

/** Pays until it is ended. */
const startPaying = (caller: Caller) => {
  let isOver = false
  let current = newPaid()
  const lane = async (): Promise<void> => {
    while (!isOver) {
      const { status, id, ms } = await caller.pay()
      current.add(status, id, ms)
      if (status !== 200) await sleep(50)
    }
  }
  const lanes = Array.from({ length: LANES }, lane)
  return {
    /** What was answered since the last call. */
    take(): Paid {
      const taken = current
      current = newPaid()
      return taken
    },
    async end(): Promise<void> {
      isOver = true
      await Promise.all(lanes)
    },
  }
}

const newPaid = () => {
  const statuses: Record<number, number> = {}
  const ids: string[] = []
  const times: number[] = []
  return {
    statuses,
    ids,
    add(status: number, id: string | undefined, ms: number) {
      statuses[status] = (statuses[status] ?? 0) + 1
      if (id !== undefined) ids.push(id)
      times.push(ms)
    },
    p99: () => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0,
  }
}

const isOnly = ({ statuses }: Paid, ...allowed: number[]): boolean =>
  Object.keys(statuses).every((status) => allowed.includes(Number(status)))
const shown = ({ statuses, p99 }: Paid): string => `${JSON.stringify(statuses)}, p99 ${p99().toFixed(0)} ms`

type Callers = readonly [first: Caller, second: Caller]
type Say = (line: string) => void

const bothPay = async (say: Say, callers: Callers, servers: readonly Shard[]): Promise<boolean> => {
  const paying = callers.map(startPaying)
  await sleep(PHASE_MS)
  await Promise.all(paying.map((each) => each.end()))
  const paid = paying.map((each) => each.take())
  let isFine = paid.every((each) => isOnly(each, 200) && each.ids.length > 0)
  for (const [at, { tenantId, shard }] of callers.entries()) {
    const counted = await Promise.all(
      servers.map((server) => server.count('select count(*) as n from payments where tenant_id = $1', [tenantId])),
    )
    const strays = counted.reduce((sum, n) => sum + n, 0) - counted[shard]!
    say(`shard ${shard}: ${shown(paid[at]!)}; ${counted[shard]} stand on it, ${strays} elsewhere`)
    isFine &&= counted[shard] === paid[at]!.ids.length && strays === 0
  }
  return isFine
}

/** Nothing but 200 and answers that say when to repeat. */
const engineKilled = async (say: Say, callers: Callers, pgdog: PgdogServer): Promise<boolean> => {
  const paying = callers.map(startPaying)
  await sleep(PHASE_MS / 2)
  await pgdog.kill()
  await sleep(GAP_MS)
  await pgdog.start()
  await sleep(PHASE_MS)
  await Promise.all(paying.map((each) => each.end()))
  const paid = paying.map((each) => each.take())
  for (const [at, each] of paid.entries()) say(`PgDog killed for ${GAP_MS / 1_000} s, shard ${at}: ${shown(each)}`)
  return paid.every((each) => isOnly(each, 200, 202, 503))
}

const shardKilled = async (say: Say, callers: Callers, server: Shard): Promise<boolean> => {
  const [staying, leaving] = callers.map(startPaying) as [
    ReturnType<typeof startPaying>,
    ReturnType<typeof startPaying>,
  ]
  await sleep(PHASE_MS)
  const before = staying.take()
  leaving.take()
  await server.kill()
  await sleep(PHASE_MS)
  const [meanwhile, away] = [staying.take(), leaving.take()]
  await server.start()
  await until('tenants of the shard pay again', async () => (await callers[1].pay()).status === 200)
  leaving.take()
  await sleep(GAP_MS)
  await Promise.all([staying.end(), leaving.end()])
  const back = leaving.take()
  say(`shard 1 killed; tenants of shard 0 before: ${shown(before)}; meanwhile: ${shown(meanwhile)}`)
  say(`tenants of shard 1 meanwhile: ${shown(away)}; after it is back: ${shown(back)}`)
  return isOnly(meanwhile, 200) && isOnly(away, 200, 202, 503) && (back.statuses[200] ?? 0) > 0
}
