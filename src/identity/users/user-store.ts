/** SQL of users. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Tx } from '../../infra/postgres.ts'
import { countAndPage, likePart, queryBuilder } from '../../infra/query-builder.ts'

export interface UserRow {
  tenant_id: string
  id: string
  username: string
  email: string
  first_name: string | null
  last_name: string | null
  roles: string[]
  merchant_id: string | null
  company_name: string | null
  enabled: boolean
  email_verified: boolean
  pending_approval: boolean
  is_deleted: boolean
  created: Date
}
interface Tables {
  users: UserRow
}
const db = queryBuilder<Tables>()

export interface UserFilters {
  merchantId?: string | undefined
  isPending: boolean
  searchTerm?: string | undefined
}

/** Newest first. */
export const pageOfUsers = (tx: Tx, tenantId: string, filters: UserFilters, page: { limit: number; offset: number }) =>
  countAndPage(
    tx,
    db
      .selectFrom('users')
      .selectAll()
      .where((eb) => eb.and(conditions(eb, tenantId, filters)))
      .orderBy('id', 'desc'),
    page,
  )

const conditions = (
  eb: ExpressionBuilder<Tables, 'users'>,
  tenantId: string,
  { merchantId, isPending, searchTerm }: UserFilters,
): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = [eb('tenant_id', '=', tenantId), eb('is_deleted', '=', false)]
  if (merchantId !== undefined) all.push(eb('merchant_id', '=', merchantId))
  if (isPending) all.push(eb('pending_approval', '=', true))
  if (searchTerm) {
    const part = likePart(searchTerm)
    const columns = ['username', 'email', 'first_name', 'last_name'] as const
    all.push(eb.or(columns.map((column) => eb(column, 'ilike', part))))
  }
  return all
}
