/**
 * Facets that closed blocks count for refunds, and the rows that the filters of their list select; migrations/0011
 * creates the triggers.
 */
import { spanOfTimes } from '../../core/id.ts'
import { joinByKey } from '../../infra/database/key-join.ts'
import { listAsked, type Sql, sql, toLikePattern } from '../../infra/database/statements/sql.ts'
import type { FacetMatch, ListFilter } from '../../lists/closed-list.ts'
import { exactList } from '../../lists/exact-list.ts'
import type { RefundFilters } from './refund-schemas.ts'

export const REFUND_LIST = exactList({
  list: 'refunds',
  table: 'payment_operations',
  facets: `coalesce(array_position('{processing,completed,failed}'::text[], status), 0)`,
  scope: 'merchant_id',
  dimension: null,
  member: `kind = 'refund'`,
  kinds: { status: { shift: 0, bits: 2, names: ['processing', 'completed', 'failed'] } },
})

interface ResolvedRefundFilters extends RefundFilters {
  /** Merchants within the caller's scope and filter; null means all of the tenant. */
  merchantIds: readonly string[] | null
  /** Refunds older than this id are late while they are pending. */
  lateBefore: string
  /** Refunds of the requested payment; absent means of all payments. */
  refundIds?: readonly string[]
}

/** Refunds that are not late are all newer ones, and those of the older ones that have ended. */
export const toRefundFilters = (tenantId: string, filters: ResolvedRefundFilters): ListFilter[] => {
  const { start_date, end_date, status, sla_breached, lateBefore } = filters
  const span = spanOfTimes(start_date, end_date)
  const states = status?.map((each) => (each === 'pending' ? 'processing' : each))
  const facets = states === undefined ? [] : [REFUND_LIST.match('status', [...new Set(states)])]
  const all = {
    tenantId,
    span,
    facets,
    scopes: filters.merchantIds,
    dimensions: null,
    rows: buildRowConditions(filters),
    direct: ofPayment(filters),
  }
  if (sla_breached === undefined) return [all]
  const wanted = sla_breached ? ['processing'] : ['completed', 'failed']
  const older = { ...all, span: { from: span.from, before: earlier(span.before, lateBefore) } }
  const late = { ...older, facets: [...facets, REFUND_LIST.match('status', wanted)] satisfies FacetMatch[] }
  if (sla_breached) return [late]
  return [{ ...all, span: { from: later(span.from, lateBefore), before: span.before } }, late]
}

/** A payment has few refunds, which are found by their keys in the payment's month. */
const ofPayment = ({ transaction_id, refundIds }: ResolvedRefundFilters): Sql[] =>
  refundIds === undefined ? [] : [sql`(payment_id = ${transaction_id}::uuid and id = any(${refundIds}::uuid[]))`]

const earlier = (one: string, other: string): string => (one < other ? one : other)
const later = (one: string, other: string): string => (one > other ? one : other)

/** The captured amount is safe to use, because it no longer changes once a payment can be refunded. */
const buildRowConditions = (filters: ResolvedRefundFilters): Sql[] => {
  const { reason_code, min_amount, max_amount, refund_type, search_term } = filters
  return listAsked([
    reason_code !== undefined && sql`reason_code = ${reason_code}`,
    min_amount !== undefined && sql`amount >= ${min_amount}`,
    max_amount !== undefined && sql`amount <= ${max_amount}`,
    refund_type !== undefined &&
      parentCondition(sql`(p.captured = payment_operations.amount) = ${refund_type === 'full'}`),
    search_term !== undefined && search_term !== '' && searchCondition(search_term),
  ])
}

const THEIR_PAYMENT = joinByKey('p', {
  tenant_id: 'payment_operations.tenant_id',
  id: 'payment_operations.payment_id',
})
const parentCondition = (condition: Sql): Sql =>
  sql`exists (select from payments p where ${THEIR_PAYMENT} and ${condition})`

const searchCondition = (term: string): Sql => {
  const start = `${term.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql`(reason ilike ${toLikePattern(term)} or id::text like ${start} or payment_id::text like ${start}
    or ${parentCondition(sql`strpos(p.search_text, lower(${term})) > 0`)})`
}
