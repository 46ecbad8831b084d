/**
 * Two servers and more, one program over them, each at its own address and then behind PgDog: payments of tenants of both, each on its own shard and nowhere else, and what they cost; a
 * shard killed under load, and PgDog killed and started again under load. It is in one piece because all of it is one installation under one load.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { usedBy, usedByReplication, usedBySessions } from '../../bench/cpu-time.ts'
import { asLoad, type Stand } from '../resilience/chaos/program.ts'
import { openShardedProgram, type ShardedProgram } from '../resilience/chaos/shards/sharded-program.ts'
import { paymentBody } from '../support/payments.ts'
import { type PgdogServer, pgdogVersion } from '../support/pgdog-server.ts'
import type { ShardServer } from '../support/shard-server.ts'
import { until } from '../support/until.ts'
import type { Check } from './check.ts'

const PHASE_MS = 10_000
const GAP_MS = 3_000
const LANES = 8 // a tenant
const MEASURED_LANES = 64 // of all tenants together

export const shards: Check = async (say) => {
  say('each shard at its own address:')
  const isDirect = await tryOut(say, { shards: 2, hasEngine: false })
  const version = pgdogVersion()
  if (version === undefined) {
    say('NOT TRIED behind an engine: PGDOG names no PgDog (docs/shards.md says how it is built)')
    return false
  }
  say(`behind ${version}:`)
  const isTwo = await tryOut(say, { shards: 2, hasEngine: true })
  say('three servers behind it:')
  return (await tryOut(say, { shards: 3, hasEngine: true })) && isTwo && isDirect
}

const tryOut = async (say: Say, options: { shards: number; hasEngine: boolean }): Promise<boolean> => {
  const program = await openShardedProgram(options, { VEZNE_LOG_TO: 'stdout' })
  const { servers, pgdog } = program
  try {
    await program.start()
    const stands = program.stands()
    const results = [await allPay(say, program)]
    if (pgdog) results.push(await engineKilled(say, stands, pgdog))
    results.push(await shardKilled(say, stands, servers[1]!))
    return results.every(Boolean)
  } finally {
    await program.end()
  }
}

const payOnce = async (stand: Stand): Promise<{ status: number; id: string | undefined; ms: number }> => {
  const from = performance.now()
  const headers = { 'idempotency-key': randomUUID(), 'x-external-merchant-id': 'M-3001' }
  const answer = await asLoad(stand, 'POST', '/api/v1/payments', { headers, body: paymentBody() }).catch(
    () => undefined,
  )
  return { status: answer?.status ?? 0, id: answer?.body?.transaction_id, ms: performance.now() - from }
}

interface Paid {
  readonly statuses: Record<number, number>
  readonly ids: string[]
  p99(): number
}

/** Pays until it is ended. */
const startPaying = (stand: Stand, count = LANES) => {
  let isOver = false
  let current = newPaid()
  const lane = async (): Promise<void> => {
    while (!isOver) {
      const { status, id, ms } = await payOnce(stand)
      current.add(status, id, ms)
      if (status !== 200) await sleep(50)
    }
  }
  const lanes = Array.from({ length: count }, lane)
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

type Stands = readonly Stand[]
type Say = (line: string) => void

const allPay = async (say: Say, program: ShardedProgram): Promise<boolean> => {
  const stands = program.stands()
  const pay = async (): Promise<readonly Paid[]> => {
    const paying = stands.map((stand) => startPaying(stand, Math.floor(MEASURED_LANES / stands.length)))
    await sleep(PHASE_MS)
    await Promise.all(paying.map((each) => each.end()))
    return paying.map((each) => each.take())
  }
  await pay() // until all is compiled and planned
  const before = { used: usedTimes(program), counted: await countEverywhere(program) }
  const paid = await pay()
  const used = usedTimes(program).map(([name, ms], at) => [name, ms - before.used[at]![1]] as const)
  const counted = await countEverywhere(program)
  let isFine = paid.every((each) => isOnly(each, 200) && each.ids.length > 0)
  for (const shard of stands.keys()) {
    const added = counted[shard]!.map((n, at) => n - before.counted[shard]![at]!)
    const strays = counted[shard]!.reduce((sum, n) => sum + n, 0) - counted[shard]![shard]!
    say(`shard ${shard}: ${shown(paid[shard]!)}; ${added[shard]} stand on it, ${strays} elsewhere`)
    isFine &&= added[shard] === paid[shard]!.ids.length && strays === 0
  }
  const payments = paid.reduce((sum, { ids }) => sum + ids.length, 0)
  const costs = used.map(([name, ms]) => `${name} ${(ms / payments).toFixed(2)}`)
  say(`processor time a payment, ms: ${costs.join(', ')}`)
  return isFine
}

/** Payments of each tenant on each shard. */
const countEverywhere = (program: ShardedProgram): Promise<number[][]> =>
  Promise.all(
    program
      .stands()
      .map(({ tenant }) =>
        Promise.all(
          program.servers.map(async (server) =>
            Number(
              (
                await server.rows<{ n: string }>('select count(*) as n from payments where tenant_id = $1', [tenant.id])
              )[0]?.n,
            ),
          ),
        ),
      ),
  )

const usedTimes = (program: ShardedProgram): (readonly [name: string, ms: number])[] => [
  ['program', usedBy(program.current().pid)],
  ...(program.pgdog ? [['PgDog', usedBy(program.pgdog.pid())] as const] : []),
  ['databases', program.servers.reduce((sum, server) => sum + usedBySessions(server.pid()), 0)],
  ['replication', usedByReplication(program.servers[0]!.pid())],
]

/** Nothing but 200 and answers that say when to repeat. */
const engineKilled = async (say: Say, stands: Stands, pgdog: PgdogServer): Promise<boolean> => {
  const paying = stands.map((stand) => startPaying(stand))
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

const shardKilled = async (say: Say, stands: Stands, server: ShardServer): Promise<boolean> => {
  const [staying, leaving] = stands.slice(0, 2).map((stand) => startPaying(stand)) as [
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
  await until('tenants of the shard pay again', async () => (await payOnce(stands[1]!)).status === 200)
  leaving.take()
  await sleep(GAP_MS)
  await Promise.all([staying.end(), leaving.end()])
  const back = leaving.take()
  say(`shard 1 killed; tenants of shard 0 before: ${shown(before)}; meanwhile: ${shown(meanwhile)}`)
  say(`tenants of shard 1 meanwhile: ${shown(away)}; after it is back: ${shown(back)}`)
  return isOnly(meanwhile, 200) && isOnly(away, 200, 202, 503) && (back.statuses[200] ?? 0) > 0
}
