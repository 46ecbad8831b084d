/** SQL of requests for a password, by names that may belong to no user. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'

type RequestRow = Omit<Row<'password_requests'>, 'tenant_id'>

/** Waiting requests of a tenant: bounded, so that a flood of requests fills no table. The answer is the same for every name. */
const WAITING_MAX = 2_000

export const insertRequest = async (
  tx: Tx,
  tenantId: string,
  { id, request_sealed, created }: RequestRow,
): Promise<void> => {
  await tx.execute(
    sql`insert into password_requests (tenant_id, id, request_sealed, created)
     select ${tenantId}, ${id}, ${request_sealed}, ${created}
     where (select count(*) from (select from password_requests where tenant_id = ${tenantId} limit ${WAITING_MAX}) waiting) < ${WAITING_MAX}`,
  )
}

/** Across tenants. */
export const tenantsWithRequests = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>('select distinct tenant_id from password_requests')
  return rows.map(({ tenant_id }) => tenant_id)
}

/** Takes the oldest request, which is deleted with the transaction; one that another process works on is left to it. */
export const claimRequest = async (tx: Tx, tenantId: string): Promise<RequestRow | undefined> => {
  const [row] = await tx.query<RequestRow>(
    sql`delete from password_requests where tenant_id = ${tenantId} and id = (
       select id from password_requests where tenant_id = ${tenantId} order by id limit 1 for update skip locked)
     returning id, request_sealed, created`,
  )
  return row
}
