/**
 * A synchronous standby promoted while 32 callers pay, the primary killed before, with the program's address naming both. The old primary
 * is started again at once and takes itself for one still: nothing may be stored there that a caller was told of.
 */
import { openProgram } from '../resilience/chaos/program.ts'
import { paymentBody } from '../support/payments.ts'
import { type ServerPair, startServerPair } from '../support/server-pair.ts'
import { until } from '../support/until.ts'
import type { Check } from './check.ts'

const LANES = 32
const PHASE_MS = 8_000
const REALM = 'tenant-load'
const GAP_MS = 15_000 // the deadline of a statement, of a connection, and what a busy machine adds

export const failover: Check = async (say) => {
  const pair = await startServerPair()
  await pair.primary.run(
    `alter database vezne set synchronous_commit = on`,
    `alter system set synchronous_standby_names = 'standby'`,
    'select pg_reload_conf()',
  )
  await until('the standby is synchronous', async () => {
    const rows = await pair.primary.run(`select from pg_stat_replication where sync_state = 'sync'`)
    return rows.length > 0
  })
  const program = await openProgram({
    DATABASE_URL: pair.urlOf(pair.primary, pair.standby),
    VEZNE_MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    VEZNE_LOG_TO: 'stdout',
  })
  try {
    await program.start()
    const token = await program.token(REALM)
    const pay = (key: string) =>
      program.http.request('cards', 'POST', '/api/v1/payments', {
        token,
        body: paymentBody(),
        headers: { 'x-external-merchant-id': 'M-3001', 'idempotency-key': key },
      })
    const acknowledged = new Map<string, string>()
    const open: string[] = []
    const statuses: Record<string, number> = {}
    let [longest, last, sent] = [0, performance.now(), 0]
    const end = last + 2 * PHASE_MS
    const lane = async (): Promise<void> => {
      while (performance.now() < end) {
        const key = `key-${sent++}`
        const { status, body } = await pay(key)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status !== 200) {
          open.push(key)
          continue
        }
        acknowledged.set(key, body.transaction_id)
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      }
    }
    const load = Promise.all(Array.from({ length: LANES }, lane))
    await new Promise((resolve) => setTimeout(resolve, PHASE_MS))
    const before = acknowledged.size
    pair.primary.kill()
    await pair.standby.run('alter system reset synchronous_standby_names', 'select pg_promote()')
    await load
    say(`${before} payments acknowledged before the kill, ${acknowledged.size - before} after it`)
    say(`answers: ${JSON.stringify(statuses)}; longest time without one: ${longest.toFixed(0)} ms`)

    await until('every open key is final', async () => {
      await program.moveClock(200)
      for (const key of open.splice(0)) if (![200, 422].includes((await pay(key)).status)) open.push(key)
      return open.length === 0
    })
    const faults = await faultsOf(pair, [...acknowledged.values()])
    say(
      `on the promoted server: ${faults.lost} acknowledged missing, ${faults.doubles} bookings twice, ${faults.keys} keys with two payments`,
    )
    say(`on the old primary: ${faults.strays} acknowledged that the promoted one does not have`)
    return longest < GAP_MS && Object.values(faults).every((count) => count === 0) && acknowledged.size > before
  } finally {
    await program.end()
    await pair.stop()
  }
}

const faultsOf = async ({ primary, standby }: ServerPair, ids: readonly string[]) => {
  const count = async (text: string): Promise<number> => (await standby.run<{ n: number }>(text))[0]!.n
  const stored = async (server: typeof primary): Promise<Set<string>> =>
    new Set(
      (await server.run<{ id: string }>(`select id::text from payments where status = 'completed'`)).map(
        ({ id }) => id,
      ),
    )
  const [here, old] = [await stored(standby), await stored(primary)]
  return {
    lost: ids.filter((id) => !here.has(id)).length,
    strays: ids.filter((id) => old.has(id) && !here.has(id)).length,
    doubles: await count(
      `select count(*)::int as n from (select from journal group by payment_id, kind, debit_account having count(*) > 1) twice`,
    ),
    keys: await count(
      `select count(*)::int as n from (select from payments where idempotency_key is not null
         group by tenant_id, merchant_id, idempotency_key having count(*) > 1) twice`,
    ),
  }
}
