/** SQL of a tenant's own roles. */
import type { Tx } from '../../infra/database/database.ts'

export interface TenantRoleRow {
  readonly tenant_id: string
  readonly name: string
  readonly description: string | null
  readonly includes: readonly string[]
  readonly created: Date
}
const COLUMNS = 'tenant_id, name, description, includes, created'

export const listTenantRoles = (tx: Tx, tenantId: string): Promise<TenantRoleRow[]> =>
  tx.query<TenantRoleRow>(`select ${COLUMNS} from tenant_roles where tenant_id = $1 order by name`, [tenantId])

export const countTenantRoles = async (tx: Tx, tenantId: string): Promise<number> => {
  const [row] = await tx.query<{ total: number }>('select count(*) as total from tenant_roles where tenant_id = $1', [
    tenantId,
  ])
  return row!.total
}

/** Grants and changes of the role wait for this transaction. */
export const lockTenantRole = async (tx: Tx, tenantId: string, name: string): Promise<TenantRoleRow | undefined> => {
  const [row] = await tx.query<TenantRoleRow>(
    `select ${COLUMNS} from tenant_roles where tenant_id = $1 and name = $2 for update`,
    [tenantId, name],
  )
  return row
}

/** Returns false if there is a role with this name. */
export const insertTenantRole = async (tx: Tx, row: TenantRoleRow): Promise<boolean> => {
  const written = await tx.execute(
    `insert into tenant_roles (tenant_id, name, description, includes, created, last_modified)
     values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
    [row.tenant_id, row.name, row.description, row.includes, row.created],
  )
  return written === 1
}

export const writeTenantRole = async (tx: Tx, row: TenantRoleRow, now: Date): Promise<void> => {
  await tx.execute(
    'update tenant_roles set description = $3, includes = $4, last_modified = $5 where tenant_id = $1 and name = $2',
    [row.tenant_id, row.name, row.description, row.includes, now],
  )
}

export const removeTenantRole = async (tx: Tx, tenantId: string, name: string): Promise<void> => {
  await tx.execute('delete from tenant_roles where tenant_id = $1 and name = $2', [tenantId, name])
}

/** Counts users and API keys that have it, switched off ones included. */
export const countRoleHolders = async (tx: Tx, tenantId: string, name: string): Promise<number> => {
  const [row] = await tx.query<{ total: number }>(
    `select (select count(*) from users where tenant_id = $1 and not is_deleted and $2 = any(roles))
       + (select count(*) from clients where tenant_id = $1 and not is_deleted and $2 = any(roles)) as total`,
    [tenantId, name],
  )
  return row!.total
}

export const findTenantSince = async (tx: Tx, tenantId: string): Promise<Date> => {
  const [row] = await tx.query<{ created: Date }>('select created from realms where tenant_id = $1', [tenantId])
  return row!.created
}
