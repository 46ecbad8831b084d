/**
 * Facets that closed blocks count for transfers, and the rows that the filters of their list select; migrations/0012
 * creates the triggers.
 */
import type { Accountable } from '../../access/four-eyes.ts'
import { spanOfTimes } from '../../core/id.ts'
import { TRANSFER_TYPES } from '../../core/transfer-type.ts'
import { contains, listAsked, rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import type { FacetMatch, ListFilter } from '../../lists/closed-list.ts'
import { exactList } from '../../lists/exact-list.ts'
import { TRANSFER_CURRENCIES } from '../model/transfer.ts'
import { TRANSFER_STATES, type TransferState } from '../model/transfer-states.ts'
import type { TransferFilters } from '../schemas/transfer-schemas.ts'

export const TRANSFER_LIST = exactList({
  list: 'transfers',
  table: 'transfers',
  facets: 'transfer_facets(status, request_type, currency)',
  scope: 'merchant_id',
  dimension: 'source_account_id',
  kinds: {
    status: { shift: 0, bits: 4, names: TRANSFER_STATES },
    type: { shift: 4, bits: 3, names: TRANSFER_TYPES },
    currency: { shift: 7, bits: 3, names: TRANSFER_CURRENCIES },
  },
})

/** The caller's people, and the moment until which sending is due, for the filter of what waits for them. */
interface WaitingFor {
  readonly people: Accountable
  readonly now: Date
}

/** `merchantId` restricts it to one merchant. */
export const toTransferFilter = (
  tenantId: string,
  merchantId: string | null,
  filters: TransferFilters,
  waiting?: WaitingFor,
): ListFilter => {
  const account = filters.connector_account_id ?? filters.source_account_id
  return {
    tenantId,
    span: spanOfTimes(filters.from_date, filters.to_date),
    facets: [...requestedFacets(filters), ...(waiting ? [TRANSFER_LIST.match('status', WAITING)] : [])],
    scopes: merchantsOf(merchantId, filters.merchant_id),
    dimensions: account === undefined ? null : [account],
    rows: buildRowConditions(filters),
    // No counts are stored for a search, because the receipt becomes known later and a name may be erased.
    direct: listAsked([
      contains(['external_id', 'receipt_no', 'description', 'holder_name'], filters.search_term),
      waiting && mayTakeNextStep(waiting),
    ]),
    isRareKind: waiting !== undefined,
  }
}

const WAITING: readonly TransferState[] = ['pending', 'approved']

/**
 * The same rules as whyNotApprovable and whyNotSendable (model/step-eligibility.ts), except for the bank's hours, which
 * apply to every caller.
 */
const mayTakeNextStep = ({ people, now }: WaitingFor): Sql => {
  const tookPartIn = (steps: Sql) => sql`coalesce(${steps} && ${people}::text[], false)`
  const made = tookPartIn(sql`transfer_makers(tenant_id,
    coalesce(made_people, people_behind(tenant_id, created_by) || people_behind(tenant_id, terms_by)), receiver_account_id, source_account_id)`)
  const decided = tookPartIn(sql`coalesce(decided_people, people_behind(tenant_id, approved_by))`)
  return sql`(case status when 'pending' then not is_held
    else scheduled_date <= ${now} and not ((three_persons is true or wants_three_persons(tenant_id)) and ${decided}) end and not ${made})`
}

const merchantsOf = (own: string | null, asked: string | undefined): readonly string[] | null => {
  if (own === null) return asked === undefined ? null : [asked]
  return asked === undefined || asked === own ? [own] : []
}

const requestedFacets = function* ({ status, transfer_type, currency }: TransferFilters): Generator<FacetMatch> {
  if (status !== undefined) yield TRANSFER_LIST.match('status', status)
  if (transfer_type !== undefined) yield TRANSFER_LIST.match('type', [transfer_type])
  if (currency !== undefined) yield TRANSFER_LIST.match('currency', [currency])
}

/** Selects transfers of an account in any of these states. */
export const inStates = (tenantId: string, accountId: string, states: readonly TransferState[]): ListFilter => ({
  ...toTransferFilter(tenantId, null, { source_account_id: accountId }),
  facets: [TRANSFER_LIST.match('status', states)],
})

/** The destination never changes, because it is stored when the transfer is created. */
const buildRowConditions = ({ min_amount, max_amount, iban, ...filters }: TransferFilters): Sql[] =>
  listAsked([
    ...(['recipient_id', 'receiver_account_id', 'external_id'] as const).map(
      (column) =>
        filters[column] !== undefined && filters[column] !== null && sql`${rawSql(column)} = ${filters[column]}`,
    ),
    min_amount !== undefined && sql`amount >= ${min_amount}`,
    max_amount !== undefined && sql`amount <= ${max_amount}`,
    iban !== undefined && sql`iban = ${iban.replaceAll(' ', '').toUpperCase()}`,
  ])
