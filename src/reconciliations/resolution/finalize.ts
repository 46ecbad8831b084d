/** Closes a reconciliation: its matched transactions are settled, a page per step, and can no longer be voided. */
import type { Database, Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { runToEnd } from '../../infra/database/staged-run.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import { settlePaymentsCte } from '../../payments/persistence/settle-payments.ts'
import { type ReconciliationRow, requireReconciliation } from '../model/reconciliation-store.ts'
import { SETTLING_ACTIONS } from '../model/settled-amount.ts'

const PAGE_ROWS = 5_000

/**
 * Movements on which the bank and we agree, automatically or by a person's decision, and for which money moved; one
 * that was settled before stays with the reconciliation that settled it.
 */
const SETTLED = sql`d.transaction_id is not null and d.kind = 'movement' and not d.was_settled and (d.detail_status = 'auto_matched' or d.detail_status = 'resolved'
  and (d.resolution_action = 'mark_matched' or d.discrepancy in ('amount_mismatch', 'status_mismatch')
    and d.resolution_action in (${rawSql(SETTLING_ACTIONS.map((action) => `'${action}'`).join(', '))})))`

/** Serializes the closings of a tenant: of two with a payment in common, the second sees the first. */
export const queueClosings = (tx: Tx, tenantId: string): Promise<unknown> =>
  tx.query(sql`select pg_advisory_xact_lock(hashtextextended('reconciliation closings ' || ${tenantId}, 0))`)

/** Counts payments of this reconciliation that another one has settled, or is about to. */
export const countSettledElsewhere = async (tx: Tx, tenantId: string, id: string): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(
    sql`with closing as materialized (select id from reconciliations
       where tenant_id = ${tenantId} and id <> ${id} and closing_as is not null and finalized_at is null),
     mine as (select distinct d.transaction_id from reconciliation_details d
       where d.tenant_id = ${tenantId} and d.reconciliation_id = ${id} and ${SETTLED})
     select count(*) as count from mine
     where exists (select 1 from reconciled_payments s where s.tenant_id = ${tenantId} and s.payment_id = mine.transaction_id and s.reconciliation_id <> ${id})
        or exists (select 1 from reconciliation_details d where d.tenant_id = ${tenantId} and d.reconciliation_id in (select id from closing)
             and d.transaction_id = mine.transaction_id and ${SETTLED})`,
  )
  return row?.count ?? 0
}

interface OpenAtBank {
  readonly reconciliation_id: string
  /** Number of payments of this reconciliation. */
  readonly payments: number
}

/**
 * Returns an open reconciliation of a bank's file that is in use and names payments of this one; if there are several,
 * the one with the most of them.
 */
export const findOpenAtBank = async (tx: Tx, tenantId: string, id: string): Promise<OpenAtBank | undefined> => {
  const rows = await tx.query<OpenAtBank>(
    sql`with mine as materialized (select distinct d.transaction_id from reconciliation_details d
       where d.tenant_id = ${tenantId} and d.reconciliation_id = ${id} and ${SETTLED}),
     open as materialized (select r.id from reconciliations r where r.tenant_id = ${tenantId} and r.id <> ${id} and r.source = 'files'
       and r.overall_status in ('draft', 'in_review') and r.closing_as is null and exists (select from bank_files f
         where f.tenant_id = r.tenant_id and f.reconciliation_id = r.id and f.status = 'taken' and is_file_vouched(f)))
     select d.reconciliation_id, count(distinct d.transaction_id)::integer as payments from mine
     join reconciliation_details d on d.tenant_id = ${tenantId} and d.transaction_id = mine.transaction_id and d.kind = 'movement'
       and d.reconciliation_id in (select id from open)
     group by d.reconciliation_id order by payments desc, d.reconciliation_id limit 1`,
  )
  return rows[0]
}

export interface SettlingServices {
  readonly db: Pick<Database, 'transaction'>
  /** Begins the making of settlements, in the transaction that finalizes the reconciliation. */
  readonly beginSettlementRun: (tx: Tx, tenantId: string, reconciliationId: string) => Promise<unknown>
}

/** Runs to the end; the caller that begins it has set `closing_as`. */
export const settleReconciliation = (services: SettlingServices, tenantId: string, id: string): Promise<number> =>
  runToEnd({
    inTransaction: (work) => services.db.transaction({ of: [tenantId] }, work),
    async lock(tx) {
      const row = await requireReconciliation(tx, tenantId, id, 'for update')
      return row.closing_as === null || row.finalized_at !== null ? undefined : row
    },
    takeStep: (tx, row) => settlePage(tx, services, row),
  })

const settlePage = async (
  tx: Tx,
  { beginSettlementRun }: SettlingServices,
  { tenant_id, id, cursor }: ReconciliationRow,
): Promise<void> => {
  const [page] = await tx.query<{ count: number; last: string | null }>(
    `with page as materialized (select d.id, d.transaction_id, ${SETTLED} as is_settled from reconciliation_details d
       where d.tenant_id = $1 and d.reconciliation_id = $2 and d.transaction_id is not null and d.kind = 'movement'
         and ($3::uuid is null or d.transaction_id > $3)
       order by d.transaction_id limit ${PAGE_ROWS}),
     ${settlePaymentsCte('page', '$1')},
     kept as (insert into reconciled_payments (tenant_id, payment_id, reconciliation_id, settled_at)
       select tenant_id, id, $2, settlement_date from settled on conflict do nothing)
     select count(*)::integer as count, (select transaction_id from page order by transaction_id desc limit 1) as last from page`,
    [tenant_id, id, cursor],
  )
  const { count, last } = page as { count: number; last: string | null }
  const isEnd = count < PAGE_ROWS
  await tx.execute(
    `update reconciliations set cursor = $3, last_modified = ${PLATFORM_TIME},
       overall_status = case when $4 then closing_as else overall_status end, finalized_at = case when $4 then ${PLATFORM_TIME} end
     where tenant_id = $1 and id = $2`,
    [tenant_id, id, isEnd ? null : last, isEnd],
  )
  if (isEnd) await beginSettlementRun(tx, tenant_id, id)
}
