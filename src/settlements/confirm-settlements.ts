/**
 * Completes settlements once they are settled and every payment of their days is in a finalized reconciliation,
 * whichever comes last.
 */
import { idAt } from '../core/id.ts'
import type { Tx } from '../infra/database/database.ts'
import { sql } from '../infra/database/statements/sql.ts'
import { findPeriod } from './model/days.ts'
import type { SettlementRow } from './model/settlement-row.ts'
import { announceSettlements } from './settlement-events.ts'
import { updateSettlement } from './store/settlement-store.ts'

interface OpenPayments {
  readonly merchant_id: string
  readonly configuration_id: string
  readonly bank_code: string | null
  readonly currency: string
}

/**
 * Condition for a payment that is reconciled by more than one person: by the bank's file, by two people, or with
 * amounts that a second person has confirmed since. A row that a person decided on also counts; a payment that was
 * forced into a state is settled by the next comparison.
 */
const IS_RECONCILED = sql`exists (select from reconciled_payments r join reconciliations f on f.tenant_id = r.tenant_id and f.id = r.reconciliation_id
    where r.tenant_id = p.tenant_id and r.payment_id = p.id and (not f.is_of_one or exists (select from settlements s
      where s.tenant_id = r.tenant_id and s.reconciliation_id = r.reconciliation_id and s.merchant_id = p.merchant_id
        and s.configuration_id = p.configuration_id and s.currency = p.currency
        and s.period_end = (p.created at time zone 'Europe/Istanbul')::date and s.confirmed_by is not null)))
  or not exists (select from reconciled_payments r where r.tenant_id = p.tenant_id and r.payment_id = p.id)
    and exists (select from reconciliation_details d join reconciliations f on f.tenant_id = d.tenant_id and f.id = d.reconciliation_id
    where d.transaction_id = p.id and d.tenant_id = p.tenant_id and d.kind = 'movement' and d.detail_status in ('ignored', 'resolved')
      and d.resolution_action <> 'force_status' and f.finalized_at is not null)`

/**
 * Finds merchants and configurations whose payments of these days moved money, or still may, and are in no finalized
 * reconciliation.
 */
const findOpenPayments = (
  tx: Tx,
  tenantId: string,
  days: Pick<SettlementRow, 'period_start' | 'period_end'>,
  merchantIds: readonly string[],
): Promise<OpenPayments[]> => {
  const { start, end } = findPeriod(days)
  return tx.query<OpenPayments>(
    sql`select distinct p.merchant_id, p.configuration_id, c.bank_code, p.currency from payments p
       left join connector_configurations c on c.tenant_id = p.tenant_id and c.id = p.configuration_id
      where p.tenant_id = ${tenantId} and p.id >= ${idAt(start, 'first')} and p.id <= ${idAt(end - 1, 'last')} and p.merchant_id = any(${merchantIds}::uuid[])
        and p.status not in ('created', 'authorized', 'failed', 'canceled')
        and not (${IS_RECONCILED})`,
  )
}

const isOf = (row: SettlementRow, open: OpenPayments): boolean =>
  row.merchant_id === open.merchant_id &&
  row.currency === open.currency &&
  (row.configuration_id === null
    ? row.bank_code === null || row.bank_code === open.bank_code
    : row.configuration_id === open.configuration_id)

/**
 * `settled` are locked rows of one tenant and the same days. Returns the confirmed ones with their stored changes. Wake
 * the deliveries after the commit.
 */
export const completeConfirmed = async (
  tx: Tx,
  settled: readonly SettlementRow[],
  context: { correlationId: string; nowMs: number },
): Promise<SettlementRow[]> => {
  const waiting = settled.filter((row) => row.status === 'settled' && row.completed_at === null)
  const [first] = waiting
  if (first === undefined) return []
  const merchants = [...new Set(waiting.map((row) => row.merchant_id))]
  const open = await findOpenPayments(tx, first.tenant_id, first, merchants)
  const now = new Date(context.nowMs)
  const completed = waiting
    .filter((row) => !open.some((each) => isOf(row, each)))
    .map((row) => ({ ...row, completed_at: now, event_count: row.event_count + 1, last_modified: now }))
  for (const row of completed) await updateSettlement(tx, row)
  await announceSettlements(tx, 'settlement.completed', completed, context)
  return completed
}
