/** What the limits of a plan add to a payment of a tenant that has made a million this month: in turn with a tenant without limits. */
import pg from 'pg'
import { compareInTurn, openTurns } from './in-turn.ts'
import type { BenchServer } from './server.ts'

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
  const turn = openTurns({ server, owner, durationMs, say })
  const { off, on, ratio } = await compareInTurn(
    ROUNDS,
    () => turn('tenant-load'),
    () => turn('tenant-other'),
  )
  say(
    `\nlimits of a day and a month, ${COUNTED} payments counted: ${on.cpuUs.toFixed(0)} µs of processor time a payment, without limits ${off.cpuUs.toFixed(0)}; median of ${ROUNDS} pairs ${ratio.toFixed(2)}`,
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
