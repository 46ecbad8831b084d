/** A blacklist of a million entries: time to load, memory, and the cost of a look-up. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { withRuntime } from '../../src/cli/attach-runtime.ts'
import { type Blacklist, blacklistHashPurpose, createBlacklist } from '../../src/fraud/blacklist/blacklist.ts'
import { pageOfEntries } from '../../src/fraud/blacklist/blacklist-entry-store.ts'
import { type BlacklistValues, listNormalForms } from '../../src/fraud/blacklist/normal-forms.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import type { Runtime } from '../../src/infra/runtime.ts'
import type { BenchServer } from '../server.ts'

const ENTRIES = 1_000_000
const PIECE = 100_000 // written at once
const KNOWN = 1_000 // of them with values that are asked for
const TENANT = '00000000-0000-4000-8000-000000000012' // tenant-load
const EMPTY = '00000000-0000-4000-8000-000000000010' // without an entry
const MISSES = 20_000
const HITS = 2_000

const valuesOf = (at: number): BlacklistValues => ({
  card: `400000${String(at).padStart(10, '0')}`,
  email: `buyer${at}@mail${at}.example`,
  ip: `198.18.${(at >> 8) & 255}.${at & 255}`,
  device: `device-${at}`,
  merchant_external_id: `M-${at}`,
})

export const benchBlacklist = async (server: BenchServer, say: (line: string) => void): Promise<void> => {
  await withRuntime(
    async ({ runtime }) => {
      const seconds = await fill(runtime, server.databaseUrl)
      say(`${ENTRIES} entries of one tenant, written in ${seconds.toFixed(0)} s; every type is on the list`)
      const blacklist = createBlacklist(runtime)
      await measureLoad(blacklist, say)
      measureNothing(blacklist, await ready(blacklist, EMPTY), say)
      await measureMisses(blacklist, say)
      await measureHits(blacklist, say)
      await measureList(runtime, say)
      blacklist.close()
    },
    loadConfig({ VEZNE_DATA_DIR: server.dataDir }),
  )
}

/** Bypasses the interface: no notifications, and hashes of nothing except {@link KNOWN} entries. */
const fill = async (runtime: Runtime, url: string): Promise<number> => {
  const started = performance.now()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  const write = (source: string, values: unknown[]) =>
    client.query(
      `insert into fraud_blacklist (tenant_id, id, entry_type, form, value_hash, display_value, created)
       select '${TENANT}', gen_random_uuid(), case form when 'ip4/32' then 'ip' else form end, form, hash, '***', now()
       from ${source}`,
      values,
    )
  for (let from = 0; from < ENTRIES - KNOWN; from += PIECE)
    await write(
      `(select 'device' as form, sha256(('${Math.random()} ' || n)::bytea) as hash from generate_series(1, $1::int) as n) as made`,
      [Math.min(PIECE, ENTRIES - KNOWN - from)],
    )
  const forms = new Set(['card', 'email', 'ip4/32', 'device', 'merchant_external_id'])
  const known = Array.from({ length: KNOWN }, (_, at) => {
    const values = Object.entries(valuesOf(at)) as ['card', string][]
    const [type, value] = values[at % values.length] as ['card', string]
    const there = { has: (form: string) => forms.has(form), hasRanges: () => true }
    const { form, text } = listNormalForms(type, value, there)[0]!
    return { form, hash: runtime.sealer.fingerprint(blacklistHashPurpose(form), text) }
  })
  await write('unnest($1::text[], $2::bytea[]) as made (form, hash)', [
    known.map(({ form }) => form),
    known.map(({ hash }) => hash),
  ])
  await client.query('vacuum analyze fraud_blacklist')
  await client.end()
  return (performance.now() - started) / 1_000
}

/** Until nothing has to be asked any more. */
const ready = async (blacklist: Blacklist, tenantId: string): Promise<string> => {
  for (;;) {
    const found = blacklist.matchTypes(tenantId, { device: 'nobody’s' })
    if (!(found instanceof Promise)) return tenantId
    await found
  }
}

const measureLoad = async (blacklist: Blacklist, say: (line: string) => void): Promise<void> => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const cpu = process.cpuUsage()
  const started = performance.now()
  delay.enable()
  const asked: number[] = []
  for (;;) {
    const since = performance.now()
    const found = blacklist.matchTypes(TENANT, valuesOf(KNOWN + asked.length))
    if (!(found instanceof Promise)) break
    await found
    asked.push(performance.now() - since)
  }
  delay.disable()
  const { user, system } = process.cpuUsage(cpu)
  const megabytes = blacklist.bytes() / 1024 / 1024
  say(
    `read in ${((performance.now() - started) / 1_000).toFixed(2)} s, ${((user + system) / 1_000).toFixed(0)} ms of CPU, ` +
      `longest stop ${(delay.max / 1e6).toFixed(1)} ms; ${asked.length} questions answered by the database meanwhile, ` +
      `median ${percentile(asked, 0.5).toFixed(2)} ms; ${megabytes.toFixed(1)} MB held`,
  )
}

const measureNothing = (blacklist: Blacklist, tenantId: string, say: (line: string) => void): void => {
  const values = valuesOf(1)
  const rounds = 100_000 // and shorter than the time after which notifications count as lost
  const started = performance.now()
  for (let round = 0; round < rounds; round++) blacklist.matchTypes(tenantId, values)
  say(`a tenant without entries: ${(((performance.now() - started) / rounds) * 1_000).toFixed(2)} microseconds`)
}

/** Five values each, all hashed. */
const measureMisses = async (blacklist: Blacklist, say: (line: string) => void): Promise<void> => {
  const took: number[] = []
  let confirmed = 0
  for (let at = 0; at < MISSES; at++) {
    if (at % 1_000 === 0) await setImmediate()
    const values = valuesOf(KNOWN + at)
    const since = performance.now()
    const found = blacklist.matchTypes(TENANT, values)
    if (found instanceof Promise) {
      confirmed++
      await found
    } else took.push((performance.now() - since) * 1_000)
  }
  say(`a miss, five values: ${figures(took)} microseconds; ${confirmed} of ${MISSES} asked the database`)
}

const measureHits = async (blacklist: Blacklist, say: (line: string) => void): Promise<void> => {
  const took: number[] = []
  for (let at = 0; at < HITS; at++) {
    const since = performance.now()
    const types = await blacklist.matchTypes(TENANT, valuesOf(at % KNOWN))
    took.push((performance.now() - since) * 1_000)
    if (types.length !== 1) throw new Error(`${types.length} types found`)
  }
  say(`a hit, confirmed by the database: ${figures(took)} microseconds`)
}

const measureList = async (runtime: Runtime, say: (line: string) => void): Promise<void> => {
  for (const filters of [{}, { page: 1_000 }, { search_term: 'nobody’s' }]) {
    const started = performance.now()
    const { total } = await runtime.db.transaction({ of: TENANT, mode: 'read' }, (tx) =>
      pageOfEntries(tx, TENANT, filters),
    )
    say(
      `a page of the list, ${JSON.stringify(filters)}: ${total} entries, ${(performance.now() - started).toFixed(0)} ms`,
    )
  }
}

const percentile = (all: readonly number[], share: number): number =>
  [...all].sort((one, other) => one - other)[Math.floor(all.length * share)] ?? 0
const figures = (all: readonly number[]): string =>
  `p50 ${percentile(all, 0.5).toFixed(1)}, p99 ${percentile(all, 0.99).toFixed(1)}`
