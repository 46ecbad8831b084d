/** Rows that the filters of the list of transactions select. */

import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Call } from '../../access/endpoint.ts'
import { idsBeginningWith, spanOfTimes } from '../../core/id.ts'
import type { FacetMatch, InCopies, ListFilter } from '../../lists/closed-list.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import type { PaymentRow } from '../model/payment.ts'
import { toPersonKey } from '../personal-data/buyer-keys.ts'
import { resolveMerchants } from './list-filters.ts'
import { PAYMENT_LIST } from './payment-list.ts'
import { findRefundIds } from './refund-store.ts'
import type { TransactionFilters } from './transaction-schemas.ts'

interface Tables {
  payments: Pick<PaymentRow, 'id' | 'amount' | 'bin' | 'basket_id' | 'external_id' | 'error_code'> & {
    buyer_email_key: Buffer | null
  }
}

/** The filters with names resolved to ids. */
export interface ResolvedFilters extends TransactionFilters {
  /** Merchants within the caller's scope and filter; null means all of the tenant. */
  merchantIds: readonly string[] | null
  /** Configurations of the requested connector; null means all. */
  configurationIds: readonly string[] | null
  /** The child rows of the requested parent; absent means all rows. */
  childIds?: readonly string[]
  /** The key by which payments of the requested e-mail address are found. */
  emailKey?: Buffer
}

/** Resolves names to ids: the merchant by its external id, configurations by their connector's code, a payment to its refunds, an address to its key. */
export const resolveTransactionFilters = async (
  services: Pick<PaymentServices, 'banks' | 'directory'>,
  { tenantId, merchantId: own, readList, runtime }: Pick<Call, 'tenantId' | 'merchantId' | 'readList' | 'runtime'>,
  query: TransactionFilters,
): Promise<ResolvedFilters> => {
  const merchantIds = await resolveMerchants(services, tenantId, own, query)
  const { parent_transaction_id: parentId, customer_email: email } = query
  const configurationIds =
    query.connector_code === undefined
      ? null
      : (await services.banks.connectors.configurationsOf(tenantId))
          .filter((each) => each.connectorCode === query.connector_code)
          .map((each) => each.id)
  return {
    ...query,
    merchantIds,
    configurationIds,
    ...(email && { emailKey: toPersonKey(runtime.sealer, tenantId, 'email', email) }),
    ...(parentId && { childIds: await readList((tx) => findRefundIds(tx, tenantId, parentId)) }),
  }
}

/**
 * Returns the request as closed blocks count it: named filters by the values they select, the others on columns that
 * never change.
 */
export const toListFilter = (tenantId: string, filters: ResolvedFilters): ListFilter => {
  const eb = expressionBuilder<Tables, 'payments'>()
  return {
    tenantId,
    span: spanOfTimes(filters.start_date, filters.end_date),
    facets: [...requestedFacets(filters)],
    scopes: filters.merchantIds,
    dimensions: wantedConfigurations(filters),
    rows: buildRowConditions(eb, filters),
    inCopies: findInCopies(filters),
    direct: buildDirectConditions(eb, filters),
  }
}

/** Conditions without stored counts: an inquiry may change the first error reason, and children are few. */
const buildDirectConditions = (
  eb: ExpressionBuilder<Tables, 'payments'>,
  { error_code, childIds }: ResolvedFilters,
): Expression<SqlBool>[] => [
  ...(error_code === undefined ? [] : [eb('error_code', '=', error_code)]),
  ...(childIds === undefined ? [] : [sql<boolean>`id = any(${childIds}::uuid[])`]),
]

const wantedConfigurations = ({
  configurationIds,
  connector_configuration_id: one,
}: ResolvedFilters): readonly string[] | null => {
  if (one === undefined) return configurationIds
  return configurationIds === null || configurationIds.includes(one) ? [one] : []
}

const buildRowConditions = (
  eb: ExpressionBuilder<Tables, 'payments'>,
  { bin_number, min_amount, max_amount, basket_id, external_id, emailKey, search_term }: ResolvedFilters,
): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = []
  if (bin_number !== undefined)
    all.push(eb.between('bin', Number(bin_number.padEnd(6, '0')), Number(bin_number.padEnd(6, '9'))))
  if (min_amount !== undefined) all.push(eb('amount', '>=', min_amount))
  if (max_amount !== undefined) all.push(eb('amount', '<=', max_amount))
  if (basket_id !== undefined) all.push(eb('basket_id', '=', basket_id))
  if (external_id !== undefined) all.push(eb('external_id', '=', external_id))
  if (emailKey !== undefined) all.push(eb('buyer_email_key', '=', emailKey))
  if (search_term !== undefined && search_term !== '') all.push(eb.or(buildSearchConditions(eb, search_term)))
  return all
}

/**
 * Decides whether to search the copies: by a text that every row has, because a search includes the caller's ids; or by
 * one value, if that is the only filter.
 */
const findInCopies = (filters: ResolvedFilters): InCopies => {
  const { bin_number: bin, min_amount, max_amount, basket_id, external_id, emailKey, search_term } = filters
  if (search_term) {
    const orIds = idsBeginningWith(search_term)
    return { text: { part: search_term, ...(orIds && { orIds }) } }
  }
  if (external_id !== undefined) return { text: { part: external_id } }
  const values: NonNullable<InCopies['value']>[] = []
  if (bin !== undefined) values.push({ name: 'bin', from: BigInt(bin.padEnd(6, '0')), to: BigInt(bin.padEnd(6, '9')) })
  if (min_amount !== undefined || max_amount !== undefined)
    values.push({ name: 'amount', from: BigInt(min_amount ?? 0), to: BigInt(max_amount ?? AMOUNT_MAX) })
  if (basket_id !== undefined) values.push({ name: 'basket', equals: basket_id })
  if (emailKey !== undefined) values.push({ name: 'email', equals: emailKey })
  if (values.length > 1) return basket_id === undefined ? {} : { text: { part: basket_id } }
  return values[0] === undefined ? {} : { value: values[0] }
}

/** Largest amount the table allows. */
const AMOUNT_MAX = 2 ** 53 - 1

const STATES_OF: Readonly<Record<string, readonly string[]>> = {
  voided: ['canceled'],
  pending: ['created', 'processing', 'capture_processing', 'canceled_processing', 'refund_processing'],
  pending_3ds: ['three_d_secure_init_processing', 'three_d_secure_auth_processing'],
}

/** Matches any of these statuses; `partially_refunded` are completed ones with refunds. */
const matchStatuses = (wanted: readonly string[]): FacetMatch => {
  const states = wanted.filter((each) => each !== 'partially_refunded').flatMap((each) => STATES_OF[each] ?? [each])
  const whole = PAYMENT_LIST.match('status', [...new Set(states)])
  if (!wanted.includes('partially_refunded')) return whole
  const completed = PAYMENT_LIST.match('status', ['completed'])
  const refunded = PAYMENT_LIST.match('is_refunded', [1])
  const [bit = 0] = refunded.values
  const values = [...completed.values.map((each) => each | bit), ...whole.values.flatMap((each) => [each, each | bit])]
  return { mask: whole.mask | refunded.mask, values: [...new Set(values)] }
}

const requestedFacets = function* (filters: ResolvedFilters): Generator<FacetMatch> {
  const { status, operation_type, payment_type, secure_type, card_schema_type, card_type, installment_count } = filters
  if (status !== undefined) yield matchStatuses(status)
  if (operation_type !== undefined) yield PAYMENT_LIST.match('operation_type', [operation_type])
  if (payment_type !== undefined) yield PAYMENT_LIST.match('payment_type', [payment_type])
  if (secure_type !== undefined) yield PAYMENT_LIST.match('secure_type', [secure_type])
  if (card_schema_type !== undefined) yield PAYMENT_LIST.match('card_scheme', [card_schema_type])
  if (card_type !== undefined) yield PAYMENT_LIST.match('card_type', [card_type])
  if (installment_count !== undefined) yield PAYMENT_LIST.match('installment_count', [installment_count])
}

/**
 * Matches part of the caller's ids or of the masked card, ignoring case; of our own id only the start, which the index
 * can find.
 */
const buildSearchConditions = (eb: ExpressionBuilder<Tables, 'payments'>, term: string): Expression<SqlBool>[] => {
  const found: Expression<SqlBool>[] = [sql<boolean>`strpos(search_text, lower(${term})) > 0`]
  const ids = idsBeginningWith(term)
  if (ids !== undefined) found.push(eb.and([eb('id', '>=', ids.first), eb('id', '<=', ids.last)]))
  return found
}
