/**
 * SQL of reconciliations, one function per statement. It is in one piece because all statements on a table are kept
 * together.
 */
import type { Accountable } from '../../access/four-eyes.ts'
import type { Holder } from '../../access/idempotency/idempotency-key.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, ifGiven, matches, rawSql, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, type Row } from '../../infra/database/statements/write-rows.ts'
import type { ReconciliationFilters } from './reconciliation-schemas.ts'
import { findLimitsOfToday } from './reconciliation-settings.ts'
import type { FollowUpPart, OverallState } from './reconciliation-words.ts'

interface NewReconciliation
  extends Row<
    'reconciliations',
    | 'tenant_id'
    | 'id'
    | 'scope'
    | 'connector_config_id'
    | 'merchant_id'
    | 'bank_code'
    | 'period'
    | 'reconciliation_date'
    | 'source'
    | 'currency'
    | 'first_id'
    | 'last_id'
    | 'file_ids'
    | 'started_by'
    | 'start_key'
    | 'start_fingerprint'
  > {
  period_start: string
  period_end: string
  /** Fingerprint of the request that brought the key. */
  start_fingerprint: Buffer | null
}

export interface ReconciliationRow
  extends Omit<NewReconciliation, 'period_start' | 'period_end'>,
    Row<
      'reconciliations',
      | 'period_start'
      | 'period_end'
      | 'write_off_max'
      | 'write_off_total_max'
      | 'stage'
      | 'cursor'
      | 'overall_status'
      | 'total_db_transactions'
      | 'total_bank_transactions'
      | 'matched_count'
      | 'amount_mismatch_count'
      | 'status_mismatch_count'
      | 'orphan_db_count'
      | 'orphan_bank_count'
      | 'resolved_count'
      | 'ignored_count'
      | 'total_db_amount'
      | 'total_bank_amount'
      | 'closing_as'
      | 'finalized_at'
      | 'answer_owed'
      | 'follow_up'
      | 'follow_up_line'
      | 'finalized_by'
      | 'notes'
      | 'created'
      | 'started_people'
      | 'written_off'
    > {
  /**
   * Amount that one person could write off of one row when the reconciliation was created, in minor units; null if not
   * recorded.
   */
  write_off_max: number | null
  /** The same limit for all rows. */
  write_off_total_max: number | null
  connector_config_name: string | null
  merchant_name: string | null
  overall_status: OverallState
  follow_up: FollowUpPart
  /** The people behind the rows that were sent with it, as of then. */
  started_people: Accountable
  /** Amount that single persons gave up without a second, over all its rows. */
  written_off: number
  /** Number of its files that are not vouched for. */
  waiting_files: number
}

/** Returns undefined if one with this key was started before. */
export const insertReconciliation = async (tx: Tx, row: NewReconciliation): Promise<boolean> => {
  const limits = await findLimitsOfToday(tx, row.tenant_id)
  const inserted = await tx.execute(
    insertInto(
      'reconciliations',
      {
        ...row,
        stage: row.source === 'files' ? 'bank' : 'platform',
        overall_status: 'draft',
        write_off_max: limits.row,
        write_off_total_max: limits.total,
        created: PLATFORM_TIME,
        last_modified: PLATFORM_TIME,
      },
      sql`on conflict (start_key, tenant_id) where start_key is not null do nothing`,
    ),
  )
  return inserted > 0
}

const SHOWN = sql`r.*, coalesce(r.started_people, people_behind(r.tenant_id, r.started_by)) as started_people, r.reconciliation_date::text as reconciliation_date, c.name as connector_config_name, m.name as merchant_name,
    (select count(*)::integer from bank_files f where f.tenant_id = r.tenant_id and f.id = any(r.file_ids) and f.status = 'taken'
      and not is_file_vouched(f)) as waiting_files`
const JOINED = sql`reconciliations r
  left join connector_configurations c on c.tenant_id = r.tenant_id and c.id = r.connector_config_id
  left join merchants m on m.tenant_id = r.tenant_id and m.id = r.merchant_id`

const findReconciliation = async (
  tx: Tx,
  tenantId: string,
  id: string,
  lock: '' | 'for update' = '',
): Promise<ReconciliationRow | undefined> => {
  const rows = await tx.query<ReconciliationRow>(
    sql`select ${SHOWN} from ${JOINED} where r.tenant_id = ${tenantId} and r.id = ${id} ${rawSql(lock && 'for update of r')}`,
  )
  return rows[0]
}

export const requireReconciliation = async (
  tx: Tx,
  tenantId: string,
  id: string,
  lock: '' | 'for update' = '',
): Promise<ReconciliationRow> => {
  const row = await findReconciliation(tx, tenantId, id, lock)
  if (row) return row
  throw noReconciliation()
}

export const noReconciliation = (): Problem =>
  new Problem('resource_not_found', { detail: phrase`No reconciliation with this id is within reach of this token.` })

export const findReconciliationByKey = async (
  tx: Tx,
  tenantId: string,
  key: string,
): Promise<(Holder & { id: string }) | undefined> => {
  const rows = await tx.query<Holder & { id: string }>(
    sql`select id, start_fingerprint as fingerprint, created from reconciliations where start_key = ${key} and tenant_id = ${tenantId}`,
  )
  return rows[0]
}

export const releaseStartKey = (tx: Tx, tenantId: string, id: string): Promise<number> =>
  tx.execute(sql`update reconciliations set start_key = null where tenant_id = ${tenantId} and id = ${id}`)

/** Returns reconciliations, newest first. */
export const pageOfReconciliations = (tx: Tx, tenantId: string, filters: ReconciliationFilters) =>
  countAndPage<ReconciliationRow>(
    tx,
    {
      columns: SHOWN,
      from: sql`${JOINED} where ${allOf([
        matches({
          'r.tenant_id': tenantId,
          'r.scope': filters.scope,
          'r.connector_config_id': filters.connector_config_id,
          'r.merchant_id': filters.merchant_id,
          'r.bank_code': filters.bank_code,
          'r.period': filters.period,
          'r.overall_status': filters.overall_status,
        }),
        ifGiven(filters.start_date, sql`r.period_start >= ${filters.start_date}`),
        ifGiven(filters.end_date, sql`r.period_start <= ${filters.end_date}`),
      ])}`,
      order: sql`r.tenant_id desc, r.id desc`,
    },
    filters,
  )

export const toReconciliationView = (row: ReconciliationRow) => ({
  id: row.id,
  scope: row.scope,
  connector_config_id: row.connector_config_id,
  connector_config_name: row.connector_config_name,
  merchant_id: row.merchant_id,
  merchant_name: row.merchant_name,
  bank_code: row.bank_code,
  currency: row.currency,
  period: row.period,
  period_start: isoTime(row.period_start),
  period_end: isoTime(row.period_end),
  reconciliation_date: row.reconciliation_date,
  total_db_transactions: row.total_db_transactions,
  total_bank_transactions: row.total_bank_transactions,
  matched_count: row.matched_count,
  amount_mismatch_count: row.amount_mismatch_count,
  status_mismatch_count: row.status_mismatch_count,
  orphan_db_count: row.orphan_db_count,
  orphan_bank_count: row.orphan_bank_count,
  resolved_count: row.resolved_count,
  ignored_count: row.ignored_count,
  total_db_amount: row.total_db_amount,
  total_bank_amount: row.total_bank_amount,
  overall_status: row.overall_status,
  finalized_at: isoTimeOrNull(row.finalized_at),
  finalized_by: row.finalized_by,
  notes: row.notes,
  written_off: row.written_off,
  waiting_files: row.waiting_files,
  created: isoTime(row.created),
})
