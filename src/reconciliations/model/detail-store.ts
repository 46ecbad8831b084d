/**
 * SQL of the rows of a reconciliation, one function per statement. It is in one piece because all statements on a table
 * are kept together.
 */
import type { Accountable } from '../../access/four-eyes.ts'
import { isoTimeOrNull } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, matches, rawSql, sql } from '../../infra/database/statements/sql.ts'
import { type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'
import type { DetailFilters, ResolveBody } from './detail-schemas.ts'
import type { DetailKind, DetailState, Discrepancy, Remedy, RemedyState, Resolution } from './reconciliation-words.ts'

export interface DetailRow
  extends Omit<
    Row<'reconciliation_details'>,
    'bank_line' | 'auth_code' | 'db_day' | 'bank_day' | 'resolved_people' | 'remedy_begun' | 'was_settled'
  > {
  kind: DetailKind
  /** Why the row exists, if amounts and statuses do not show it. */
  reason: string | null
  remedy: Remedy | null
  /** Null if it is proposed, but has not been tried. */
  remedy_status: RemedyState | null
  discrepancy: Discrepancy
  detail_status: DetailState
  resolution_action: Resolution | null
  awaiting_action: Resolution | null
  awaiting_people: Accountable | null
  /**
   * Amount that one person gave up without a second when the row was resolved; 0 for a resolved row means that two
   * people did. For a pair it is stored with the row of our payment.
   */
  written_off: number
}

interface Key {
  readonly tenantId: string
  readonly reconciliationId: string
}

/** How many rows are returned with a reconciliation itself. */
const DETAILS_MAX = 10_000
/** Rows that need attention come first. */
const WORST_FIRST = sql`case discrepancy when 'matched' then 1 else 0 end, id`

export const firstDetails = (tx: Tx, { tenantId, reconciliationId }: Key): Promise<DetailRow[]> =>
  tx.query<DetailRow>(
    sql`(select * from reconciliation_details where tenant_id = ${tenantId} and reconciliation_id = ${reconciliationId} and discrepancy <> 'matched' order by id limit ${rawSql(DETAILS_MAX)})
     union all (select * from reconciliation_details where tenant_id = ${tenantId} and reconciliation_id = ${reconciliationId} and discrepancy = 'matched' order by id limit ${rawSql(DETAILS_MAX)})
     limit ${rawSql(DETAILS_MAX)}`,
  )

export const pageOfDetails = (tx: Tx, { tenantId, reconciliationId }: Key, filters: DetailFilters) =>
  countAndPage<DetailRow>(
    tx,
    {
      columns: sql`*`,
      from: sql`reconciliation_details where ${allOf([
        matches({
          tenant_id: tenantId,
          reconciliation_id: reconciliationId,
          discrepancy: filters.discrepancy,
          detail_status: filters.detail_status,
          remedy: filters.remedy,
        }),
        filters.only_pending && sql`detail_status = 'pending'`,
      ])}`,
      order: WORST_FIRST,
    },
    filters,
  )

export const findDetail = async (
  tx: Tx,
  { tenantId, reconciliationId }: Key,
  id: string,
  lock: '' | 'for update' = '',
): Promise<DetailRow | undefined> => {
  const rows = await tx.query<DetailRow>(
    sql`select * from reconciliation_details where tenant_id = ${tenantId} and reconciliation_id = ${reconciliationId} and id = ${id} ${rawSql(lock)}`,
  )
  return rows[0]
}

interface StoredResolution {
  readonly status: DetailState
  readonly action: Resolution
  readonly adjustedAmount: number | null
  readonly appliedStatus: string | null
  readonly remarks: string | null
  readonly by: string
  readonly people: Accountable
  /** Amount given up by one person without a second. */
  readonly writtenOff: number
}

export const storeResolution = (tx: Tx, { tenant_id, id }: DetailRow, resolution: StoredResolution): Promise<number> =>
  tx.execute(
    sql`update reconciliation_details set detail_status = ${resolution.status}, resolution_action = ${resolution.action}, adjusted_amount = ${resolution.adjustedAmount}, applied_status = ${resolution.appliedStatus}, remarks = ${resolution.remarks},
       resolved_by = ${resolution.by}, resolved_people = ${resolution.people}, resolved_at = ${PLATFORM_TIME}, awaiting_action = null, awaiting_by = null, awaiting_people = null,
       awaiting_amount = null, awaiting_status = null, awaiting_remarks = null,
       written_off = ${resolution.writtenOff}
     where tenant_id = ${tenant_id} and id = ${id}`,
  )

/** Resets the row as if it had not been resolved. */
export const releaseDetail = (tx: Tx, { tenant_id, id }: DetailRow): Promise<number> =>
  tx.execute(
    updateTable(
      'reconciliation_details',
      { tenant_id, id },
      {
        detail_status: 'pending',
        resolution_action: null,
        adjusted_amount: null,
        applied_status: null,
        resolved_by: null,
        resolved_people: null,
        resolved_at: null,
        awaiting_action: null,
        awaiting_by: null,
        awaiting_people: null,
        awaiting_amount: null,
        awaiting_status: null,
        awaiting_remarks: null,
        written_off: 0,
      },
    ),
  )

/**
 * Stores a request above what one person may write off: a second person has to repeat it. Until then the row does not
 * change.
 */
export const storeAwaited = (
  tx: Tx,
  { tenant_id, id }: DetailRow,
  { action, adjusted_amount, applied_status, remarks }: ResolveBody,
  { by, people }: Pick<StoredResolution, 'by' | 'people'>,
): Promise<number> =>
  tx.execute(
    updateTable(
      'reconciliation_details',
      { tenant_id, id },
      {
        awaiting_action: action,
        awaiting_by: by,
        awaiting_people: people,
        awaiting_amount: adjusted_amount ?? null,
        awaiting_status: applied_status ?? null,
        awaiting_remarks: remarks ?? null,
      },
    ),
  )

/** Returns whether a payment of these rows was made in a currency other than that of the limits. */
export const isInOtherCurrency = async (tx: Tx, tenantId: string, rows: readonly DetailRow[]): Promise<boolean> => {
  const found = await tx.query(
    sql`select 1 from payments where tenant_id = ${tenantId} and id = any(${rows.flatMap(({ transaction_id }) => transaction_id ?? [])}::uuid[]) and currency <> 'TRY' limit 1`,
  )
  return found.length > 0
}

/**
 * Returns what single persons wrote off today, in all reconciliations, without these rows. The sum cannot change until
 * this transaction ends (migrations/0014).
 */
export const lockWrittenOffToday = async (tx: Tx, tenantId: string, rows: readonly DetailRow[]): Promise<number> => {
  await lockName(tx, `write-offs ${tenantId}`)
  const [row] = await tx.query<{ amount: number }>(
    sql`select written_off_on_day(${tenantId}, ${PLATFORM_TIME}, ${rows.map(({ id }) => id)}::uuid[]) as amount`,
  )
  return row?.amount ?? 0
}

/**
 * Begins a remedy, one at a time: an older one was left by a process that ended, or does not go on. Returns the mark that
 * ends it; undefined if another one is in progress.
 */
const REMEDY_S = 120
export const beginRemedy = async (
  tx: Tx,
  { tenant_id, id }: DetailRow,
  remedy: Remedy,
  by: string,
): Promise<string | undefined> => {
  const [begun] = await tx.query<{ mark: string }>(
    sql`update reconciliation_details set remedy = ${remedy}, remedy_status = 'under_way', remedy_by = ${by}, remedy_at = ${PLATFORM_TIME},
       remedy_begun = clock_timestamp(), remedy_outcome = null, remedy_reference = null
     where tenant_id = ${tenant_id} and id = ${id}
       and (remedy_status is distinct from 'under_way' or remedy_begun < clock_timestamp() - interval '${rawSql(REMEDY_S)} seconds')
     returning extract(epoch from remedy_begun)::text as mark`,
  )
  return begun?.mark
}

/** Returns false if another call has begun the remedy again meanwhile. */
export const endRemedy = async (
  tx: Tx,
  { tenant_id, id }: DetailRow,
  { done, outcome, reference }: { done: 'carried_out' | 'failed'; outcome: string; reference: string | null },
  mark: string,
): Promise<boolean> =>
  (await tx.execute(
    sql`update reconciliation_details set remedy_status = ${done}, remedy_outcome = ${outcome}, remedy_reference = ${reference}, remedy_at = ${PLATFORM_TIME}
     where tenant_id = ${tenant_id} and id = ${id} and extract(epoch from remedy_begun) = ${mark}::numeric`,
  )) === 1

export const toDetailView = (row: DetailRow) => ({
  id: row.id,
  reconciliation_id: row.reconciliation_id,
  transaction_id: row.transaction_id,
  bank_transaction_id: row.bank_transaction_id,
  db_amount: row.db_amount,
  bank_amount: row.bank_amount,
  db_status: row.db_status,
  bank_status: row.bank_status,
  discrepancy: row.discrepancy,
  detail_status: row.detail_status,
  resolution_action: row.resolution_action,
  adjusted_amount: row.adjusted_amount,
  applied_status: row.applied_status,
  resolved_at: isoTimeOrNull(row.resolved_at),
  resolved_by: row.resolved_by,
  remarks: row.remarks,
  proposed_match_id: row.proposed_match_id,
  proposed_score: row.proposed_score,
  awaiting_action: row.awaiting_action,
  awaiting_by: row.awaiting_by,
  awaiting_amount: row.awaiting_amount,
  awaiting_status: row.awaiting_status,
  kind: row.kind,
  reason: row.reason,
  remedy: row.remedy,
  remedy_target: row.remedy_target,
  remedy_status: row.remedy === null ? null : (row.remedy_status ?? 'proposed'),
  remedy_outcome: row.remedy_outcome,
  remedy_reference: row.remedy_reference,
  remedy_by: row.remedy_by,
  remedy_at: isoTimeOrNull(row.remedy_at),
})
