/** Refunds with the names of their ids, filtered and counted. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { CardScheme } from '../../core/card-number.ts'
import { idAt } from '../../core/id.ts'
import { limitOf, offsetOf } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { fetchRows, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import { OPERATION_COLUMNS, type OperationRow } from '../model/operation.ts'
import type { RefundFilters } from './refund-schemas.ts'

interface Tables {
  payment_operations: Pick<
    OperationRow,
    'tenant_id' | 'id' | 'payment_id' | 'merchant_id' | 'kind' | 'amount' | 'reason' | 'reason_code' | 'status'
  >
}
const db = queryBuilder<Tables>()

interface ResolvedRefundFilters extends RefundFilters {
  /** Merchants within the caller's scope and filter; null = all of the tenant. */
  merchantIds: readonly string[] | null
  /** Refunds older than this id are late while they are pending. */
  lateBefore: string
}

export const countRefunds = async (tx: Tx, tenantId: string, filters: ResolvedRefundFilters): Promise<number> => {
  const query = db
    .selectFrom('payment_operations')
    .select(sql<number>`count(*)`.as('count'))
    .where((eb) => eb.and(buildConditions(eb, tenantId, filters)))
  return (await fetchRows(tx, query))[0]?.count ?? 0
}

/** Newest first. */
export const findRefundIds = async (tx: Tx, tenantId: string, filters: ResolvedRefundFilters): Promise<string[]> => {
  const query = db
    .selectFrom('payment_operations')
    .select('id')
    .where((eb) => eb.and(buildConditions(eb, tenantId, filters)))
    .orderBy('tenant_id', 'desc')
    .orderBy('id', 'desc')
    .limit(limitOf(filters))
    .offset(offsetOf(filters))
  return (await fetchRows(tx, query)).map((row) => row.id)
}

const buildConditions = (
  eb: ExpressionBuilder<Tables, 'payment_operations'>,
  tenantId: string,
  filters: ResolvedRefundFilters,
): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = [eb('tenant_id', '=', tenantId), sql<boolean>`kind = 'refund'`]
  const { start_date, end_date, status, refund_type, sla_breached, search_term } = filters
  // Ids follow `created`: a range of times is a range of the key.
  if (start_date !== undefined) all.push(eb('id', '>=', idAt(Date.parse(start_date), 'first')))
  if (end_date !== undefined) all.push(eb('id', '<=', idAt(Date.parse(end_date), 'last')))
  if (status !== undefined) all.push(eb('status', '=', status === 'pending' ? 'processing' : status))
  if (filters.reason_code !== undefined) all.push(eb('reason_code', '=', filters.reason_code))
  if (filters.min_amount !== undefined) all.push(eb('amount', '>=', filters.min_amount))
  if (filters.max_amount !== undefined) all.push(eb('amount', '<=', filters.max_amount))
  if (filters.merchantIds !== null) all.push(sql<boolean>`merchant_id = any(${filters.merchantIds}::uuid[])`)
  if (refund_type !== undefined)
    all.push(parentCondition(sql`(p.captured = payment_operations.amount) = ${refund_type === 'full'}`))
  if (sla_breached !== undefined)
    all.push(sql<boolean>`(status = 'processing' and id < ${filters.lateBefore}::uuid) = ${sla_breached}`)
  if (search_term !== undefined && search_term !== '') all.push(searchCondition(search_term))
  return all
}

const parentCondition = (condition: Expression<unknown>): Expression<SqlBool> =>
  sql<boolean>`exists (select from payments p where p.tenant_id = payment_operations.tenant_id
    and p.id = payment_operations.payment_id and ${condition})`

const searchCondition = (term: string): Expression<SqlBool> => {
  const start = `${term.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql<boolean>`(reason ilike ${toLikePattern(term)} or id::text like ${start} or payment_id::text like ${start}
    or ${parentCondition(sql`strpos(p.search_text, lower(${term})) > 0`)})`
}

export type NamedRefund = OperationRow & {
  original_amount: number
  merchant_name: string | null
  merchant_external_id: string | null
  configuration_name: string | null
  basket_id: string | null
  masked_card_number: string
  card_scheme: CardScheme
  payment_created: Date
}

const NAMED = `select ${OPERATION_COLUMNS.split(',')
  .map((column) => `o.${column.trim()}`)
  .join(
    ', ',
  )}, p.amount as original_amount, p.basket_id, p.masked_card_number, p.card_scheme, p.created as payment_created,
    m.name as merchant_name, m.external_id as merchant_external_id, c.name as configuration_name
  from payment_operations o
  join payments p on p.tenant_id = o.tenant_id and p.id = o.payment_id
  left join merchants m on m.tenant_id = o.tenant_id and m.id = o.merchant_id
  left join connector_configurations c on c.tenant_id = o.tenant_id and c.id = o.configuration_id`

/** In the order of the ids given. */
export const findNamedRefunds = async (tx: Tx, tenantId: string, ids: readonly string[]): Promise<NamedRefund[]> => {
  const rows = await tx.query<NamedRefund>(`${NAMED} where o.tenant_id = $1 and o.id = any($2::uuid[])`, [
    tenantId,
    ids,
  ])
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** Undefined when it is not a refund of this merchant. */
export const findNamedRefund = async (
  tx: Tx,
  tenantId: string,
  id: string,
  merchantId: string | null,
): Promise<NamedRefund | undefined> => {
  const rows = await tx.query<NamedRefund>(
    `${NAMED} where o.tenant_id = $1 and o.id = $2 and o.kind = 'refund' and ($3::uuid is null or o.merchant_id = $3)`,
    [tenantId, id, merchantId],
  )
  return rows[0]
}

/** Other refunds of the same payment, oldest first. */
export const findSiblingRefunds = (
  tx: Tx,
  refund: Pick<NamedRefund, 'tenant_id' | 'id' | 'payment_id'>,
): Promise<OperationRow[]> =>
  tx.query<OperationRow>(
    `select ${OPERATION_COLUMNS} from payment_operations
     where tenant_id = $1 and payment_id = $2 and kind = 'refund' and id <> $3 order by id`,
    [refund.tenant_id, refund.payment_id, refund.id],
  )
