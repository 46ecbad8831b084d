/**
 * Finds the tenants that have something due, and claims it: oldest first, each row with a lease and a new fencing
 * number.
 */
import type { Tx } from '../database.ts'
import { joinByKey } from '../key-join.ts'
import { type Leased, readClocks } from '../lease-age.ts'
import { LEASE_END, LEASE_IS_FREE, type LeasedRow, type LeasedTable } from './leased-table.ts'

/** Returns the tenants that have something due. Runs across tenants. */
export const findTenantsWithDue = async (tx: Tx, table: LeasedTable, now: string): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(tenantsWithDue(table), [now], `tenants-with-due-${table.name}`)
  return rows.map((row) => row.tenant_id)
}

/**
 * Hops from tenant to tenant along the index, however many rows each of them has. The order includes the due time:
 * ordered only by tenant, the primary key would look equally good on an empty table, and it contains every row that
 * ever existed.
 */
const tenantsWithDue = ({ name, dueAt, only = 'true' }: LeasedTable): string => `
with recursive waiting as (
  (select tenant_id from ${name} where ${dueAt} is not null order by tenant_id, ${dueAt} limit 1)
  union all
  select (select t.tenant_id from ${name} t where t.${dueAt} is not null and t.tenant_id > w.tenant_id
          order by t.tenant_id, t.${dueAt} limit 1)
  from waiting w where w.tenant_id is not null)
select w.tenant_id from waiting w
where exists (select from ${name} t where t.tenant_id = w.tenant_id and t.${dueAt} <= $1 and (${only}) and ${LEASE_IS_FREE})`

interface Claim {
  tenantId: string
  /** Time of the platform's clock. */
  now: string
  /** Number of this process. */
  owner: number
  limit: number
  /** Claims only this row, if it is due. */
  id?: string
}

/** Takes the leases of due rows, oldest first; skips rows that another process is claiming. */
export const claimDue = async <Row extends LeasedRow>(
  tx: Tx,
  table: LeasedTable,
  { tenantId, now, owner, limit, id }: Claim,
): Promise<Leased<Row>[]> => {
  const leasedAt = readClocks()
  const values = [tenantId, now, owner, limit]
  const rows =
    id === undefined
      ? await tx.query<Row>(claimOf(table, ''), values, `claim-due-${table.name}`)
      : await tx.query<Row>(claimOf(table, 'and id = $5'), [...values, id])
  return rows.map((row) => ({ ...row, leasedAt }))
}

const claimOf = (
  { name, dueAt, dividedBy = 'id', only = 'true', set, before, columns }: LeasedTable,
  further: string,
): string => `
update ${name} set fencing = fencing + 1, lease_owner = $3, lease_until = ${LEASE_END}${set === undefined ? '' : `, ${set}`}
from (select tenant_id as of_tenant, id as of_id, ${dividedBy} as of_part${before === undefined ? '' : `, ${before}`} from ${name}
      where tenant_id = $1 and ${dueAt} <= $2 and (${only}) and ${LEASE_IS_FREE} ${further}
      order by ${dueAt} limit $4 for update skip locked) found
where ${joinByKey(name, { tenant_id: 'found.of_tenant', id: 'found.of_id', [dividedBy]: 'found.of_part' })}
returning ${columns}`
