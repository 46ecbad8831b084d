/** Rows that the filters of the list of transactions select. */
import type { Call } from '../../access/endpoint.ts'
import { idsBeginningWith, spanOfTimes } from '../../core/id.ts'
import { anyOf, listAsked, type Sql, sql } from '../../infra/database/statements/sql.ts'
import type { FacetMatch, InCopies, ListFilter } from '../../lists/closed-list.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { toPersonKey } from '../personal-data/buyer-keys.ts'
import { resolveMerchants } from './list-filters.ts'
import { PAYMENT_LIST } from './payment-list.ts'
import { findRefundIds } from './refund-store.ts'
import type { TransactionFilters } from './transaction-schemas.ts'

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
  return {
    tenantId,
    span: spanOfTimes(filters.start_date, filters.end_date),
    facets: [...requestedFacets(filters)],
    scopes: filters.merchantIds,
    dimensions: wantedConfigurations(filters),
    rows: buildRowConditions(filters),
    inCopies: findInCopies(filters),
    direct: buildDirectConditions(filters),
  }
}

/** Conditions without stored counts: an inquiry may change the first error reason, and children are few. */
const buildDirectConditions = ({ error_code, childIds }: ResolvedFilters): Sql[] =>
  listAsked([
    error_code !== undefined && sql`error_code = ${error_code}`,
    childIds && sql`id = any(${childIds}::uuid[])`,
  ])

const wantedConfigurations = ({
  configurationIds,
  connector_configuration_id: one,
}: ResolvedFilters): readonly string[] | null => {
  if (one === undefined) return configurationIds
  return configurationIds === null || configurationIds.includes(one) ? [one] : []
}

const buildRowConditions = (filters: ResolvedFilters): Sql[] => {
  const { bin_number, min_amount, max_amount, basket_id, external_id, emailKey, search_term } = filters
  return listAsked([
    bin_number !== undefined &&
      sql`bin between ${Number(bin_number.padEnd(6, '0'))} and ${Number(bin_number.padEnd(6, '9'))}`,
    min_amount !== undefined && sql`amount >= ${min_amount}`,
    max_amount !== undefined && sql`amount <= ${max_amount}`,
    basket_id !== undefined && sql`basket_id = ${basket_id}`,
    external_id !== undefined && sql`external_id = ${external_id}`,
    emailKey && sql`buyer_email_key = ${emailKey}`,
    search_term !== undefined && search_term !== '' && buildSearchCondition(search_term),
  ])
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
const buildSearchCondition = (term: string): Sql => {
  const ids = idsBeginningWith(term)
  return anyOf([sql`strpos(search_text, lower(${term})) > 0`, ids && sql`id >= ${ids.first} and id <= ${ids.last}`])
}
