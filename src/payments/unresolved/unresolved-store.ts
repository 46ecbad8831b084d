/** SQL of operations whose outcome no bank can report, one function per statement. */
import type { Accountable } from '../../access/four-eyes.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, ifGiven, matches, rawSql, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, pick, type Row } from '../../infra/database/statements/write-rows.ts'
import type {
  KnownOutcome,
  ProposeBody,
  UnresolvedFilters,
  UnresolvedKind,
  UnresolvedReason,
  UnresolvedStatus,
} from './unresolved-schemas.ts'

const WAITING = [
  'tenant_id',
  'id',
  'payment_id',
  'merchant_id',
  'kind',
  'why',
  'amount',
  'currency',
  'configuration_id',
  'connector_code',
  'reference',
] as const

/** An operation that begins to wait for a manual decision. */
export interface Unresolved extends Row<'unresolved_operations', (typeof WAITING)[number]> {
  kind: UnresolvedKind
  why: UnresolvedReason
}

export interface UnresolvedRow
  extends Unresolved,
    Row<
      'unresolved_operations',
      | 'since'
      | 'proposed_outcome'
      | 'proposed_by'
      | 'proposed_people'
      | 'proposed_at'
      | 'note'
      | 'provider_transaction_id'
      | 'auth_code'
      | 'host_reference'
      | 'confirmed_by'
      | 'confirmed_at'
      | 'outcome'
      | 'resolved_by'
      | 'resolved_at'
    > {
  status: UnresolvedStatus
  /** Id of the proposal; every proposal has a new one. */
  change_id: string | null
  proposed_outcome: KnownOutcome | null
  proposed_people: Accountable | null
  outcome: KnownOutcome | null
}

/** Returns false if it is already listed. The operation may have more columns, of its own table. */
export const insertUnresolved = async (tx: Tx, row: Unresolved): Promise<boolean> => {
  const inserted = await tx.execute(
    insertInto('unresolved_operations', { ...pick(row, WAITING), since: PLATFORM_TIME }, sql`on conflict do nothing`),
  )
  return inserted > 0
}

const STATUS = sql`case when u.resolved_at is not null then 'resolved' when u.confirmed_by is not null then 'confirmed'
  when u.proposed_by is not null then 'proposed' else 'waiting' end`
const CHANGE_ID = sql`case when u.proposed_by is not null then md5(row(u.id, u.proposed_outcome, u.proposed_by, extract(epoch from u.proposed_at), u.note,
  u.provider_transaction_id, u.auth_code, u.host_reference)::text)::uuid end`
const SHOWN = sql`u.*, ${STATUS} as status, ${CHANGE_ID} as change_id`

/** `merchantId` null means every merchant. */
export const findUnresolved = async (
  tx: Tx,
  { tenantId, id, merchantId = null }: { tenantId: string; id: string; merchantId?: string | null },
  lock: '' | 'for update' = '',
): Promise<UnresolvedRow | undefined> => {
  const rows = await tx.query<UnresolvedRow>(
    sql`select ${SHOWN} from unresolved_operations u where ${matches({ tenant_id: tenantId, id, merchant_id: merchantId })} ${rawSql(lock)}`,
  )
  return rows[0]
}

type Key = Pick<UnresolvedRow, 'tenant_id' | 'id'>

/** Replaces an earlier proposal that is not confirmed. */
export const proposeOutcome = (
  tx: Tx,
  { tenant_id, id }: Key,
  by: string,
  { outcome, note, provider_transaction_id, auth_code, host_reference }: ProposeBody,
): Promise<number> =>
  tx.execute(
    sql`update unresolved_operations set proposed_outcome = ${outcome}, proposed_by = ${by}, proposed_at = ${PLATFORM_TIME}, note = ${note},
       provider_transaction_id = ${provider_transaction_id ?? null}, auth_code = ${auth_code ?? null}, host_reference = ${host_reference ?? null}
     where tenant_id = ${tenant_id} and id = ${id} and confirmed_by is null and resolved_at is null`,
  )

/** Confirms the proposal. The next inquiry carries it out, unless the bank reports the outcome after all. */
export const confirmOutcome = async (tx: Tx, { tenant_id, id }: Key, by: string): Promise<void> => {
  await tx.execute(
    sql`update unresolved_operations set confirmed_by = ${by}, confirmed_at = ${PLATFORM_TIME}
     where tenant_id = ${tenant_id} and id = ${id} and confirmed_by is null and resolved_at is null`,
  )
  await inquireSoon(tx, { tenant_id, id })
}

/** Makes an open payment or operation due, so that the bank is asked about it at once. */
export const inquireSoon = async (tx: Tx, { tenant_id, id }: Key): Promise<void> => {
  for (const table of ['payments', 'payment_operations'])
    await tx.execute(
      sql`update ${rawSql(table)} set next_inquiry_at = ${PLATFORM_TIME} where tenant_id = ${tenant_id} and id = ${id} and next_inquiry_at is not null`,
    )
}

/** `waitingForPeople` restricts the list to what these people may propose or confirm. */
type Reach = { tenantId: string; merchantId: string | null; waitingForPeople?: Accountable | undefined }

/** Returns the longest waiting first; without a status, those that are not resolved. */
export const pageOfUnresolved = (
  tx: Tx,
  { tenantId, merchantId, waitingForPeople }: Reach,
  filters: UnresolvedFilters,
) =>
  countAndPage<UnresolvedRow>(
    tx,
    {
      columns: SHOWN,
      from: sql`unresolved_operations u where ${allOf([
        matches({ tenant_id: tenantId, merchant_id: merchantId, payment_id: filters.transaction_id }),
        filters.status ? sql`${STATUS} = any(${filters.status})` : sql`resolved_at is null`,
        ifGiven(
          waitingForPeople,
          sql`resolved_at is null and confirmed_by is null and not coalesce(proposed_people && ${waitingForPeople}, false)`,
        ),
      ])}`,
      order: sql`u.since, u.id`,
    },
    filters,
  )

export const toUnresolvedView = (row: UnresolvedRow) => ({
  id: row.id,
  transaction_id: row.payment_id,
  merchant_id: row.merchant_id,
  kind: row.kind,
  reason: row.why,
  status: row.status,
  amount: row.amount,
  currency: row.currency,
  connector_configuration_id: row.configuration_id,
  connector_code: row.connector_code,
  bank_reference: row.reference,
  waiting_since: isoTime(row.since),
  change_id: row.change_id,
  proposed_outcome: row.proposed_outcome,
  proposed_by: row.proposed_by,
  proposed_at: isoTimeOrNull(row.proposed_at),
  note: row.note,
  provider_transaction_id: row.provider_transaction_id,
  auth_code: row.auth_code,
  host_reference: row.host_reference,
  confirmed_by: row.confirmed_by,
  confirmed_at: isoTimeOrNull(row.confirmed_at),
  outcome: row.outcome,
  resolved_by: row.resolved_by,
  resolved_at: isoTimeOrNull(row.resolved_at),
})
