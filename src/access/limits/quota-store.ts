/** SQL of the quota's counters: rows of a day and of a month, added to by triggers as payments and transfers are written. */
import type { Tx } from '../../infra/database/database.ts'

/** A day or a month in Istanbul, by its first day (YYYY-MM-DD). */
export interface Period {
  readonly startsOn: string
  readonly isMonth: boolean
}
interface CountedPeriod extends Period {
  readonly tenantId: string
}
export interface CountedUse {
  tenant_id: string
  client_id: string
  starts_on: string
  is_month: boolean
  count: number
}

/** No other request of these tenants is granted until the transaction ends. Locked in one order, so that no two deadlock. */
export const lockQuotas = (tx: Tx, tenantIds: Iterable<string>): Promise<unknown> =>
  tx.query(
    `select pg_advisory_xact_lock(hashtextextended('quota ' || tenant_id, 0)) from unnest($1::text[]) as tenant_id`,
    [[...new Set(tenantIds)].sort()],
    'quota-lock',
  )

/** By key. */
export const countsOf = (tx: Tx, periods: readonly CountedPeriod[]): Promise<CountedUse[]> =>
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

/** Adds what is written and was not counted (before there were counters); returns how many periods differed. */
export const fixCounts = (tx: Tx, tenantId: string): Promise<number> =>
  tx.execute(
    `insert into quota_counts as known (tenant_id, client_id, starts_on, is_month, slot, count)
     select tenant_id, client_id, starts_on, is_month, -1, written - counted from quota_differences where tenant_id = $1
     on conflict (tenant_id, starts_on, is_month, client_id, slot) do update set count = known.count + excluded.count`,
    [tenantId],
  )

/** Tenants that have ever written what is counted; runs across tenants. */
export const tenantsWithUse = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    `select tenant_id from realms r where exists (select from payments p where p.tenant_id = r.tenant_id)
       or exists (select from transfers t where t.tenant_id = r.tenant_id)`,
  )
  return rows.map((row) => row.tenant_id)
}

/** Of months that no limit needs any more. */
export const purgeCounts = (tx: Tx, tenantId: string, before: string): Promise<number> =>
  tx.execute('delete from quota_counts where tenant_id = $1 and starts_on < $2', [tenantId, before])

const FILLED = 'quota-counts'
export const isFilled = async (tx: Tx): Promise<boolean> =>
  (await tx.query('select 1 from reference_seeds where name = $1', [FILLED])).length > 0
export const markFilled = (tx: Tx): Promise<number> =>
  tx.execute(`insert into reference_seeds (name, digest) values ($1, 'filled') on conflict do nothing`, [FILLED])
