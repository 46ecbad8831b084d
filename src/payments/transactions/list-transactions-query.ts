/** The page and the exact count of a filtered list of transactions; both read the primary key's index alone. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { idAt } from '../../core/id.ts'
import { limitOf, offsetOf } from '../../core/page.ts'
import type { Tx } from '../../infra/postgres.ts'
import { queryBuilder, rowsOf } from '../../infra/query-builder.ts'
import type { PaymentRow } from '../payment.ts'
import type { TransactionFilters } from './transaction-schemas.ts'

type Filterable = Pick<
  PaymentRow,
  | 'tenant_id'
  | 'id'
  | 'merchant_id'
  | 'status'
  | 'operation_type'
  | 'payment_type'
  | 'secure_type'
  | 'amount'
  | 'refunded'
  | 'card_scheme'
  | 'card_type'
  | 'installment_count'
  | 'bin'
  | 'basket_id'
  | 'configuration_id'
>
interface Tables {
  payments: Filterable
}
const db = queryBuilder<Tables>()

/** What the filters mean once names are resolved to ids. */
export interface ResolvedFilters extends TransactionFilters {
  /** Merchants the caller reaches and asked for; null = all of the tenant. */
  merchantIds: readonly string[] | null
  /** Configurations of the connector asked for; null = all. */
  configurationIds: readonly string[] | null
}

export const countTransactions = async (tx: Tx, tenantId: string, filters: ResolvedFilters): Promise<number> => {
  const query = db
    .selectFrom('payments')
    .select(sql<number>`count(*)`.as('count'))
    .where((eb) => eb.and(conditions(eb, tenantId, filters)))
  return (await rowsOf(tx, query))[0]?.count ?? 0
}

export const pageOfTransactionIds = async (tx: Tx, tenantId: string, filters: ResolvedFilters): Promise<string[]> => {
  const query = db
    .selectFrom('payments')
    .select('id')
    .where((eb) => eb.and(conditions(eb, tenantId, filters)))
    .orderBy('tenant_id', 'desc')
    .orderBy('id', 'desc')
    .limit(limitOf(filters))
    .offset(offsetOf(filters))
  return (await rowsOf(tx, query)).map((row) => row.id)
}

const conditions = (
  eb: ExpressionBuilder<Tables, 'payments'>,
  tenantId: string,
  filters: ResolvedFilters,
): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = [eb('tenant_id', '=', tenantId)]
  const { start_date, end_date, bin_number, min_amount, max_amount, search_term, status } = filters
  // Ids follow `created`: a range of times is a range of the key.
  if (start_date !== undefined) all.push(eb('id', '>=', idAt(Date.parse(start_date), 'first')))
  if (end_date !== undefined) all.push(eb('id', '<=', idAt(Date.parse(end_date), 'last')))
  if (status !== undefined) all.push(...statusConditions(eb, status))
  if (filters.operation_type !== undefined) all.push(sql<boolean>`operation_type = ${filters.operation_type}`)
  if (filters.payment_type !== undefined) all.push(eb('payment_type', '=', filters.payment_type))
  if (filters.secure_type !== undefined) all.push(eb('secure_type', '=', filters.secure_type))
  if (filters.card_schema_type !== undefined) all.push(eb('card_scheme', '=', filters.card_schema_type))
  if (filters.card_type !== undefined) all.push(eb('card_type', '=', filters.card_type))
  if (filters.installment_count !== undefined) all.push(eb('installment_count', '=', filters.installment_count))
  if (bin_number !== undefined)
    all.push(eb.between('bin', Number(bin_number.padEnd(6, '0')), Number(bin_number.padEnd(6, '9'))))
  if (min_amount !== undefined) all.push(eb('amount', '>=', min_amount))
  if (max_amount !== undefined) all.push(eb('amount', '<=', max_amount))
  if (filters.merchantIds !== null) all.push(sql<boolean>`merchant_id = any(${filters.merchantIds}::uuid[])`)
  if (filters.configurationIds !== null)
    all.push(sql<boolean>`configuration_id = any(${filters.configurationIds}::uuid[])`)
  if (filters.connector_configuration_id !== undefined)
    all.push(eb('configuration_id', '=', filters.connector_configuration_id))
  if (filters.basket_id !== undefined) all.push(eb('basket_id', '=', filters.basket_id))
  if (search_term !== undefined && search_term !== '') all.push(eb.or(searchConditions(eb, search_term)))
  return all
}

const STATES_OF: Readonly<Record<string, readonly string[]>> = {
  voided: ['canceled'],
  pending: ['created', 'processing', 'capture_processing', 'canceled_processing', 'refund_processing'],
  pending_3ds: ['three_d_secure_init_processing', 'three_d_secure_auth_processing'],
}

const statusConditions = (eb: ExpressionBuilder<Tables, 'payments'>, status: string): Expression<SqlBool>[] => {
  if (status === 'partially_refunded') return [sql<boolean>`status = 'completed'`, eb('refunded', '>', 0)]
  const states = STATES_OF[status]
  return states === undefined ? [sql<boolean>`status = ${status}`] : [sql<boolean>`status = any(${states}::text[])`]
}

const UUID_START = /^[0-9a-f-]{4,36}$/i

/** Part of the caller's ids or of the masked card, without case; of our own id only the start, which the index can find. */
const searchConditions = (eb: ExpressionBuilder<Tables, 'payments'>, term: string): Expression<SqlBool>[] => {
  const found: Expression<SqlBool>[] = [sql<boolean>`strpos(search_text, lower(${term})) > 0`]
  const digits = term.replaceAll('-', '').toLowerCase()
  if (UUID_START.test(term) && digits.length <= 32)
    found.push(eb.and([eb('id', '>=', asUuid(digits.padEnd(32, '0'))), eb('id', '<=', asUuid(digits.padEnd(32, 'f')))]))
  return found
}
const asUuid = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
