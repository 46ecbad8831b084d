/** SQL of a tenant's own roles. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto, type Row, updateTable } from '../../infra/database/statements/write-rows.ts'

export type TenantRoleRow = Omit<Row<'tenant_roles'>, 'last_modified'>
const COLUMNS = sql`tenant_id, name, description, includes, created`

export const listTenantRoles = (tx: Tx, tenantId: string): Promise<TenantRoleRow[]> =>
  tx.query<TenantRoleRow>(sql`select ${COLUMNS} from tenant_roles where tenant_id = ${tenantId} order by name`)

export const countTenantRoles = async (tx: Tx, tenantId: string): Promise<number> => {
  const [row] = await tx.query<{ total: number }>(
    sql`select count(*) as total from tenant_roles where tenant_id = ${tenantId}`,
  )
  return row!.total
}

/** Grants and changes of the role wait for this transaction. */
export const lockTenantRole = async (tx: Tx, tenantId: string, name: string): Promise<TenantRoleRow | undefined> => {
  const [row] = await tx.query<TenantRoleRow>(
    sql`select ${COLUMNS} from tenant_roles where tenant_id = ${tenantId} and name = ${name} for update`,
  )
  return row
}

/** Returns false if there is a role with this name. */
export const insertTenantRole = async (tx: Tx, row: TenantRoleRow): Promise<boolean> => {
  const written = await tx.execute(
    insertInto('tenant_roles', { ...row, last_modified: row.created }, sql`on conflict do nothing`),
  )
  return written === 1
}

export const writeTenantRole = async (tx: Tx, row: TenantRoleRow, now: Date): Promise<void> => {
  await tx.execute(
    updateTable(
      'tenant_roles',
      { tenant_id: row.tenant_id, name: row.name },
      { description: row.description, includes: row.includes, last_modified: now },
    ),
  )
}

export const removeTenantRole = async (tx: Tx, tenantId: string, name: string): Promise<void> => {
  await tx.execute(sql`delete from tenant_roles where tenant_id = ${tenantId} and name = ${name}`)
}

/** Counts users and API keys that have it, switched off ones included. */
export const countRoleHolders = async (tx: Tx, tenantId: string, name: string): Promise<number> => {
  const [row] = await tx.query<{ total: number }>(
    sql`select (select count(*) from users where tenant_id = ${tenantId} and not is_deleted and ${name} = any(roles))
       + (select count(*) from clients where tenant_id = ${tenantId} and not is_deleted and ${name} = any(roles)) as total`,
  )
  return row!.total
}

export const findTenantSince = async (tx: Tx, tenantId: string): Promise<Date> => {
  const [row] = await tx.query<{ created: Date }>(sql`select created from realms where tenant_id = ${tenantId}`)
  return row!.created
}
