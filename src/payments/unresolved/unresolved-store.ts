/** SQL of operations whose outcome no bank can report, one function per statement. */
import type { Accountable } from '../../access/four-eyes.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { toLimit, toOffset } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, pick } from '../../infra/database/statements/write-rows.ts'
import type {
  KnownOutcome,
  ProposeBody,
  UnresolvedFilters,
  UnresolvedKind,
  UnresolvedReason,
  UnresolvedStatus,
} from './unresolved-schemas.ts'

/** An operation that begins to wait for a manual decision. */
export interface Unresolved {
  tenant_id: string
  id: string
  payment_id: string
  merchant_id: string
  kind: UnresolvedKind
  why: UnresolvedReason
  amount: number
  currency: string
  configuration_id: string
  connector_code: string
  reference: string
}

export interface UnresolvedRow extends Unresolved {
  status: UnresolvedStatus
  since: Date
  /** Id of the proposal; every proposal has a new one. */
  change_id: string | null
  proposed_outcome: KnownOutcome | null
  proposed_by: string | null
  proposed_people: Accountable | null
  proposed_at: Date | null
  note: string | null
  provider_transaction_id: string | null
  auth_code: string | null
  host_reference: string | null
  confirmed_by: string | null
  confirmed_at: Date | null
  outcome: KnownOutcome | null
  resolved_by: 'people' | 'bank' | null
  resolved_at: Date | null
}

const COLUMNS = [
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
] as const satisfies readonly (keyof Unresolved)[]

/** Returns false if it is already listed. The row may be a whole payment or operation, so its columns are named. */
export const insertUnresolved = async (tx: Tx, row: Unresolved): Promise<boolean> => {
  const inserted = await tx.execute(
    insertInto('unresolved_operations', { ...pick(row, COLUMNS), since: PLATFORM_TIME }, sql`on conflict do nothing`),
  )
  return inserted > 0
}

const STATUS = `case when u.resolved_at is not null then 'resolved' when u.confirmed_by is not null then 'confirmed'
  when u.proposed_by is not null then 'proposed' else 'waiting' end`
const CHANGE_ID = `case when u.proposed_by is not null then md5(row(u.id, u.proposed_outcome, u.proposed_by, extract(epoch from u.proposed_at), u.note,
  u.provider_transaction_id, u.auth_code, u.host_reference)::text)::uuid end`
const SELECT = `select u.*, ${STATUS} as status, ${CHANGE_ID} as change_id from unresolved_operations u where u.tenant_id = $1`

/** `merchantId` null means every merchant. */
export const findUnresolved = async (
  tx: Tx,
  { tenantId, id, merchantId = null }: { tenantId: string; id: string; merchantId?: string | null },
  lock: '' | 'for update' = '',
): Promise<UnresolvedRow | undefined> => {
  const rows = await tx.query<UnresolvedRow>(
    `${SELECT} and u.id = $2 and ($3::uuid is null or u.merchant_id = $3) ${lock}`,
    [tenantId, id, merchantId],
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

const FILTERED = `and ($2::uuid is null or u.merchant_id = $2) and ($3::uuid is null or u.payment_id = $3)
  and ($4::text[] is null or ${STATUS} = any($4)) and ($4::text[] is not null or u.resolved_at is null)
  and ($5::text[] is null or u.resolved_at is null and u.confirmed_by is null and not coalesce(u.proposed_people && $5, false))`

/** `waitingForPeople` restricts the list to what these people may propose or confirm. */
type Reach = { tenantId: string; merchantId: string | null; waitingForPeople?: Accountable | undefined }
const toFilterValues = (
  { tenantId, merchantId, waitingForPeople }: Reach,
  { transaction_id, status }: UnresolvedFilters,
) => [tenantId, merchantId, transaction_id ?? null, status ?? null, waitingForPeople ?? null]

export const countUnresolved = async (tx: Tx, reach: Reach, filters: UnresolvedFilters): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from unresolved_operations u where u.tenant_id = $1 ${FILTERED}`,
    toFilterValues(reach, filters),
  )
  return row?.count ?? 0
}

/** Returns the longest waiting first. */
export const findUnresolvedPage = (tx: Tx, reach: Reach, filters: UnresolvedFilters): Promise<UnresolvedRow[]> =>
  tx.query<UnresolvedRow>(`${SELECT} ${FILTERED} order by u.since, u.id limit $6 offset $7`, [
    ...toFilterValues(reach, filters),
    toLimit(filters),
    toOffset(filters),
  ])

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
