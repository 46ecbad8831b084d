/** SQL of the quota's counters: rows of a day and of a month, added to by triggers as payments and transfers are written. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import { writeVerifiedBound } from '../../infra/database/verified-bounds.ts'

/** A day or a month in Istanbul, by its first day (YYYY-MM-DD). */
export interface Period {
  readonly startsOn: string
  readonly isMonth: boolean
}
interface CountedPeriod extends Period {
  readonly tenantId: string
}
export type CountedUse = Omit<Row<'quota_counts'>, 'slot'>

/** No other request of these tenants is granted until the transaction ends. Locked in one order, so that no two deadlock. */
export const lockQuotas = (tx: Tx, tenantIds: Iterable<string>): Promise<unknown> =>
  tx.query(
    `select pg_advisory_xact_lock(hashtextextended('quota ' || tenant_id, 0)) from unnest($1::text[]) as tenant_id`,
    [[...new Set(tenantIds)].sort()],
    'quota-lock',
  )

/** Reads the counts by key. */
export const findCounts = (tx: Tx, periods: readonly CountedPeriod[]): Promise<CountedUse[]> =>
  tx.query<CountedUse>(
    `select c.tenant_id, c.client_id, c.starts_on, c.is_month, sum(c.count)::bigint as count
       from unnest($1::uuid[], $2::date[], $3::boolean[]) as p (tenant_id, starts_on, is_month)
       join quota_counts c using (tenant_id, starts_on, is_month)
      group by 1, 2, 3, 4`,
    [
      periods.map(({ tenantId }) => tenantId),
      periods.map(({ startsOn }) => startsOn),
      periods.map(({ isMonth }) => isMonth),
    ],
    'quota-counts',
  )

const QUOTA_CHECK = 'quotas'

const IN_ISTANBUL = `at time zone 'Europe/Istanbul'`
const MONTH_START = `date_trunc('month', now() ${IN_ISTANBUL})::date`

/** A table of a module above this one, whose rows count against a quota. */
export interface CountedTable {
  readonly table: string
  /** Condition on the row `r`, as SQL. */
  readonly condition: string
}

/**
 * Finds periods of this month whose stored count differs from the actual rows, for tenants $1. Days before the one up to which a tenant
 * was verified are not read again, since the month includes their counts; $2 reads them all the same.
 */
const differencesOf = (counted: readonly CountedTable[]): string => `
with tenant as materialized (
  select t.tenant_id, greatest(${MONTH_START}, case when not $2 then v.until::date end) as since
    from unnest($1::uuid[]) as t (tenant_id)
    left join verified_bounds v on v.tenant_id = t.tenant_id and v.check_name = '${QUOTA_CHECK}'),
made as (
  select t.tenant_id, w.client_id, w.day, count(*) as n
    from tenant t cross join lateral (
      ${counted
        .map(
          ({ table, condition }) => `select r.client_id, (r.created ${IN_ISTANBUL})::date as day from ${table} r
       where r.tenant_id = t.tenant_id and r.id >= first_key_at(t.since::timestamp ${IN_ISTANBUL}) and ${condition}`,
        )
        .join(' union all ')}) w
   where w.day >= t.since group by 1, 2, 3),
written as (
  select tenant_id, client_id, day as starts_on, false as is_month, n from made
  union all
  select tenant_id, client_id, date_trunc('month', day)::date, true, sum(n) from (
    select tenant_id, client_id, day, n from made
    union all
    select c.tenant_id, c.client_id, c.starts_on, c.count from quota_counts c join tenant t using (tenant_id)
     where not c.is_month and c.starts_on >= ${MONTH_START} and c.starts_on < t.since) as days
   group by 1, 2, 3),
counted as (
  select c.tenant_id, c.client_id, c.starts_on, c.is_month, sum(c.count) as count
    from quota_counts c join tenant using (tenant_id) where c.starts_on >= ${MONTH_START} group by 1, 2, 3, 4)
select w.tenant_id, w.client_id, w.starts_on, w.is_month, w.n as written, coalesce(c.count, 0) as counted
  from written w left join counted c using (tenant_id, client_id, starts_on, is_month)
 where w.n <> coalesce(c.count, 0)`

/** Returns how many tenants have counts that differ from the rows, and the largest difference. */
export const measureDifferences = async (
  tx: Tx,
  counted: readonly CountedTable[],
  tenantIds: readonly string[],
  isWhole: boolean,
): Promise<{ tenants: number; most: number }> => {
  const [row] = await tx.query<{ tenants: number; most: number }>(
    `select count(distinct tenant_id)::int as tenants, coalesce(max(abs(written - counted)), 0)::int as most
       from (${differencesOf(counted)}) as d`,
    [tenantIds, isWhole],
  )
  return row as { tenants: number; most: number }
}

/** Adds rows of the whole month that were not counted; returns how many periods differed. */
export const fixCounts = (tx: Tx, counted: readonly CountedTable[], tenantId: string): Promise<number> =>
  tx.execute(
    `insert into quota_counts as known (tenant_id, client_id, starts_on, is_month, slot, count)
     select tenant_id, client_id, starts_on, is_month, -1, written - counted from (${differencesOf(counted)}) as d
     on conflict (tenant_id, starts_on, is_month, client_id, slot) do update set count = known.count + excluded.count`,
    [[tenantId], true],
  )

/** Records that everything before today is right; transactions begun an hour ago have ended. */
export const markVerified = async (tx: Tx, tenantId: string): Promise<void> => {
  const [day] = await tx.query<{ until: string }>(
    `select ((now() - interval '1 hour') ${IN_ISTANBUL})::date::text as until`,
  )
  await writeVerifiedBound(tx, tenantId, QUOTA_CHECK, day!.until)
}

/** Returns tenants that have ever written a counted row; runs across tenants. */
export const tenantsWithUse = async (tx: Tx, counted: readonly CountedTable[]): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    `select tenant_id from realms t where ${counted.map(({ table }) => `exists (select from ${table} r where r.tenant_id = t.tenant_id)`).join(' or ')}`,
  )
  return rows.map((row) => row.tenant_id)
}

/** Deletes counts of months that no limit needs any more. */
export const purgeCounts = (tx: Tx, tenantId: string, before: string): Promise<number> =>
  tx.execute(sql`delete from quota_counts where tenant_id = ${tenantId} and starts_on < ${before}`)
