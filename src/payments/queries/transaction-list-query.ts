/** The page and the exact count of a filtered list of transactions; both read the primary key's index only. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { idAt } from '../../core/id.ts'
import { limitOf, offsetOf } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { fetchRows, queryBuilder } from '../../infra/database/query-builder.ts'
import type { PaymentRow } from '../model/payment.ts'
import { type FacetMatch, toFacetMatch } from './transaction-facets.ts'
import type { TransactionFilters } from './transaction-schemas.ts'

interface Tables {
  payments: Pick<PaymentRow, 'tenant_id' | 'id' | 'merchant_id' | 'amount' | 'bin' | 'basket_id' | 'configuration_id'>
}
const db = queryBuilder<Tables>()

/** What the filters mean once names are resolved to ids. */
export interface ResolvedFilters extends TransactionFilters {
  /** Merchants within the caller's scope and filter; null = all of the tenant. */
  merchantIds: readonly string[] | null
  /** Configurations of the requested connector; null = all. */
  configurationIds: readonly string[] | null
}

export const countTransactions = async (tx: Tx, tenantId: string, filters: ResolvedFilters): Promise<number> => {
  const query = db
    .selectFrom('payments')
    .select(sql<number>`count(*)`.as('count'))
    .where((eb) => eb.and(buildConditions(eb, tenantId, filters)))
  return (await fetchRows(tx, query))[0]?.count ?? 0
}

/**
 * Newest first. The total is known by then: a page beyond it needs no query, and one in the older half is read from
 * the other end, so that no page reads more than half of what the count has read.
 */
export const findTransactionIds = async (
  tx: Tx,
  tenantId: string,
  filters: ResolvedFilters,
  total: number,
): Promise<string[]> => {
  const offset = offsetOf(filters)
  const size = Math.min(limitOf(filters), total - offset)
  if (size <= 0) return []
  const fromOldest = total - offset - size
  const isOlderHalf = fromOldest < offset
  const direction = isOlderHalf ? 'asc' : 'desc'
  const query = db
    .selectFrom('payments')
    .select('id')
    .where((eb) => eb.and(buildConditions(eb, tenantId, filters)))
    .orderBy('tenant_id', direction)
    .orderBy('id', direction)
    .limit(size)
    .offset(isOlderHalf ? fromOldest : offset)
  const ids = (await fetchRows(tx, query)).map((row) => row.id)
  return isOlderHalf ? ids.reverse() : ids
}

const buildConditions = (
  eb: ExpressionBuilder<Tables, 'payments'>,
  tenantId: string,
  filters: ResolvedFilters,
): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = [eb('tenant_id', '=', tenantId)]
  const { start_date, end_date, bin_number, min_amount, max_amount, search_term } = filters
  // Ids follow `created`: a range of times is a range of the key.
  if (start_date !== undefined) all.push(eb('id', '>=', idAt(Date.parse(start_date), 'first')))
  if (end_date !== undefined) all.push(eb('id', '<=', idAt(Date.parse(end_date), 'last')))
  all.push(...buildFacetConditions(filters))
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
  if (search_term !== undefined && search_term !== '') all.push(eb.or(buildSearchConditions(eb, search_term)))
  return all
}

const STATES_OF: Readonly<Record<string, readonly string[]>> = {
  voided: ['canceled'],
  pending: ['created', 'processing', 'capture_processing', 'canceled_processing', 'refund_processing'],
  pending_3ds: ['three_d_secure_init_processing', 'three_d_secure_auth_processing'],
}

/** Filters for one value each share one comparison; several states of one filter are a comparison of their own. */
const buildFacetConditions = (filters: ResolvedFilters): Expression<SqlBool>[] => {
  const matches = [...requestedFacets(filters)]
  const single = matches.filter(({ values }) => values.length === 1)
  const others = matches.filter(({ values }) => values.length !== 1)
  const joined = single.reduce(
    (all, { mask, values }) => ({ mask: all.mask | mask, value: all.value | (values[0] as number) }),
    { mask: 0, value: 0 },
  )
  return [
    ...(single.length === 0 ? [] : [sql<boolean>`facets & ${joined.mask}::integer = ${joined.value}::integer`]),
    ...others.map(({ mask, values }) => sql<boolean>`facets & ${mask}::integer = any(${values}::integer[])`),
  ]
}

const requestedFacets = function* (filters: ResolvedFilters): Generator<FacetMatch> {
  const { status, operation_type, payment_type, secure_type, card_schema_type, card_type, installment_count } = filters
  if (status === 'partially_refunded') {
    yield toFacetMatch('status', ['completed'])
    yield toFacetMatch('is_refunded', [1])
  } else if (status !== undefined) yield toFacetMatch('status', STATES_OF[status] ?? [status])
  if (operation_type !== undefined) yield toFacetMatch('operation_type', [operation_type])
  if (payment_type !== undefined) yield toFacetMatch('payment_type', [payment_type])
  if (secure_type !== undefined) yield toFacetMatch('secure_type', [secure_type])
  if (card_schema_type !== undefined) yield toFacetMatch('card_scheme', [card_schema_type])
  if (card_type !== undefined) yield toFacetMatch('card_type', [card_type])
  if (installment_count !== undefined) yield toFacetMatch('installment_count', [installment_count])
}

const UUID_START = /^[0-9a-f-]{4,36}$/i

/** Part of the caller's ids or of the masked card, without case; of our own id only the start, which the index can find. */
const buildSearchConditions = (eb: ExpressionBuilder<Tables, 'payments'>, term: string): Expression<SqlBool>[] => {
  const found: Expression<SqlBool>[] = [sql<boolean>`strpos(search_text, lower(${term})) > 0`]
  const digits = term.replaceAll('-', '').toLowerCase()
  if (UUID_START.test(term) && digits.length <= 32)
    found.push(eb.and([eb('id', '>=', toUuid(digits.padEnd(32, '0'))), eb('id', '<=', toUuid(digits.padEnd(32, 'f')))]))
  return found
}
const toUuid = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
