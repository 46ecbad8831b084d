/** What the limits of a plan add to a payment of a tenant that has made a million this month: in turn with a tenant without limits. */
import pg from 'pg'
import { cpuTimeOf } from './cpu-time.ts'
import { benchPayments } from './payments.ts'
import type { BenchServer } from './server.ts'

const CONNECTIONS = 64
const ROUNDS = 5
const COUNTED = 1_000_000
const LIMIT = 100_000_000

export const benchQuotas = async (
  server: BenchServer,
  durationMs: number,
  say: (line: string) => void,
): Promise<void> => {
  const owner = new pg.Client(server.databaseUrl)
  await owner.connect()
  await owner.query(LIMITED_PLAN, [LIMIT])
  await owner.query(COUNTS, [COUNTED])
  const cpuTime = cpuTimeOf(server)
  const payments = async (): Promise<number> =>
    Number((await owner.query<{ count: string }>('select count(*) from payments')).rows[0]?.count)
  const measure = async (tenant: string): Promise<number> => {
    const token = await server.token('admin', tenant)
    const [made, spent] = [await payments(), cpuTime()]
    const { statuses } = await benchPayments({ cardsUrl: server.urls.cards, token }, CONNECTIONS, durationMs)
    const others = Object.entries(statuses).filter(([status]) => status !== '200')
    if (others.length > 0) say(`  other answers: ${JSON.stringify(Object.fromEntries(others))}`)
    return ((cpuTime() - spent) * 1_000) / ((await payments()) - made)
  }
  const pairs: { off: number; on: number }[] = []
  for (let round = 0; round <= ROUNDS; round++)
    pairs.push({ off: await measure('tenant-load'), on: await measure('tenant-other') })
  pairs.shift() // both ways are warm now
  const [off, on] = [median(pairs.map((pair) => pair.off)), median(pairs.map((pair) => pair.on))]
  const ratio = median(pairs.map((pair) => pair.on / pair.off))
  say(
    `\nlimits of a day and a month, ${COUNTED} payments counted, ${CONNECTIONS} connections: ${on.toFixed(0)} µs of processor time a payment, without limits ${off.toFixed(0)}; median of ${ROUNDS} pairs ${ratio.toFixed(2)}`,
  )
  await owner.end()
}

/** The plan without a rate limit, with limits that are counted and never reached. */
const LIMITED_PLAN = `
with plan as (
  insert into plans
  select (jsonb_populate_record(null::plans, to_jsonb(p) || jsonb_build_object('id', gen_random_uuid(), 'code', 'bench-limited',
    'is_default', false, 'daily_transaction_limit', $1::int, 'monthly_transaction_limit', $1::int))).*
  from plans p join realms r on r.plan_id = p.id where r.slug = 'tenant-load'
  returning id)
update realms set plan_id = (select id from plan) where slug = 'tenant-other'`

/** The rows that so many payments leave in the counters, without the payments: of this month and its days, in all eight slots. */
const COUNTS = `
insert into quota_counts (tenant_id, client_id, starts_on, is_month, slot, count)
select r.tenant_id, c.client_id, p.starts_on, p.is_month, slot, p.count / 8
from realms r join clients c on c.tenant_id = r.tenant_id and c.client_id like '%admin',
  generate_series(0, 7) as slot,
  lateral (
    select date_trunc('month', now() at time zone 'Europe/Istanbul')::date as starts_on, true as is_month, $1::bigint as count
    union all
    select day::date, false, $1::bigint / 31 from generate_series(date_trunc('month', now() at time zone 'Europe/Istanbul'),
      now() at time zone 'Europe/Istanbul', interval '1 day') as day) as p
where r.slug = 'tenant-other'
on conflict do nothing`

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
