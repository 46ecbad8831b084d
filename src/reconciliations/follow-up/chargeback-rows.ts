/**
 * Opens and ends chargebacks from a bank's file, once per reference of the bank; one that cannot be processed becomes a
 * row for a person.
 */
import type { Accountable } from '../../access/four-eyes.ts'
import type { Tx } from '../../infra/database/database.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import type { Row as TableRow } from '../../infra/database/statements/write-rows.ts'
import { findFile } from '../model/file-store.ts'
import type { ReconciliationRow } from '../model/reconciliation-store.ts'

interface ChargebackNotice {
  readonly kind: 'opened' | 'reversed'
  readonly tenantId: string
  readonly paymentId: string
  readonly configurationId: string
  readonly amount: number
  readonly currency: string | null
  readonly bankReference: string
  readonly correlationId: string
  readonly nowMs: number
  /** The key whose word the file is, with those who know its secret; null: the bank's own word, or a second person's. */
  readonly saidBy: { readonly subject: string; readonly accountable: Accountable } | null
}

/** The chargeback functions that reconciliations use. */
export interface BankChargebacks {
  take(
    tx: Tx,
    notice: ChargebackNotice,
  ): Promise<{ done: 'opened' | 'won' | 'asked' | 'known' } | { done: 'refused'; why: string }>
  wakeDeliveries(tenantIds: readonly string[]): void
}

const PAGE_ROWS = 100 // each locks its payment

interface Row
  extends TableRow<
    'reconciliation_entries',
    'line' | 'kind' | 'payment_id' | 'order_id' | 'reference' | 'auth_code' | 'day'
  > {
  readonly line: number
  readonly kind: 'CHARGEBACK' | 'CHARGEBACK_REVERSAL'
  readonly gross: number
}

interface Services {
  readonly clock: { ms(): number }
  readonly chargebacks: BankChargebacks
}

export const receiveChargebacks = async (
  tx: Tx,
  services: Services,
  reconciliation: ReconciliationRow,
): Promise<number | null> => {
  const { tenant_id, id, file_ids, follow_up_line } = reconciliation
  const rows = await tx.query<Row>(
    sql`select line, kind, payment_id, order_id, coalesce(provider_transaction_id, host_reference) as reference, auth_code, gross,
       (at at time zone 'Europe/Istanbul')::date::text as day
     from bank_file_rows where tenant_id = ${tenant_id} and file_id = any(${file_ids}) and line > ${follow_up_line} and kind in ('CHARGEBACK', 'CHARGEBACK_REVERSAL')
     order by line limit ${rawSql(PAGE_ROWS)}`,
  )
  const refused: (Row & { why: string })[] = []
  const saidBy = rows.length === 0 ? null : await keyBehind(tx, reconciliation)
  for (const row of rows) {
    const why = await takeOne(tx, services, reconciliation, row, saidBy)
    if (why !== null) refused.push({ ...row, why })
  }
  if (refused.length > 0) await listRefused(tx, tenant_id, id, refused)
  return rows.length < PAGE_ROWS ? null : (rows.at(-1)?.line ?? null)
}

/** Returns the key whose word a file of the reconciliation is: every person who knows the secret of a key can have written what it sends. */
const keyBehind = async (tx: Tx, { tenant_id, file_ids }: ReconciliationRow): Promise<ChargebackNotice['saidBy']> => {
  for (const id of file_ids) {
    const file = await findFile(tx, tenant_id, id)
    if (file?.origin === 'machine' && file.confirmed_by === null)
      return { subject: file.taken_by, accountable: file.sent_people }
  }
  return null
}

/** Returns null if it is done, or was reported before. */
const takeOne = async (
  tx: Tx,
  { clock, chargebacks }: Services,
  { tenant_id, id, connector_config_id, currency, file_ids }: ReconciliationRow,
  row: Row,
  saidBy: ChargebackNotice['saidBy'],
): Promise<string | null> => {
  if (row.payment_id === null) return 'its order id names no payment'
  const taken = await chargebacks.take(tx, {
    kind: row.kind === 'CHARGEBACK' ? 'opened' : 'reversed',
    tenantId: tenant_id,
    paymentId: row.payment_id,
    configurationId: connector_config_id as string,
    amount: Math.abs(row.gross),
    currency,
    bankReference: row.reference ?? `${file_ids[0]} ${row.line}`,
    correlationId: id,
    nowMs: clock.ms(),
    saidBy,
  })
  return taken.done === 'refused' ? taken.why : null
}

const listRefused = async (
  tx: Tx,
  tenantId: string,
  id: string,
  rows: readonly (Row & { why: string })[],
): Promise<void> => {
  await tx.execute(
    sql`insert into reconciliation_details (tenant_id, reconciliation_id, transaction_id, bank_line, bank_transaction_id, bank_order_id,
       auth_code, bank_amount, bank_status, bank_day, discrepancy, detail_status, kind, reason)
     select ${tenantId}, ${id}, payment_id, line, reference, order_id, auth_code, abs(gross), lower(kind), day, 'orphan_bank', 'pending', 'chargeback', why
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(line integer, kind text, payment_id uuid, order_id text, reference text, auth_code text,
       gross bigint, day date, why text)`,
  )
  await tx.execute(
    `update reconciliations set orphan_bank_count = orphan_bank_count + $3, total_bank_transactions = total_bank_transactions + $3,
       total_bank_amount = total_bank_amount + $4 where tenant_id = $1 and id = $2`,
    [tenantId, id, rows.length, rows.reduce((sum, { gross }) => sum + Math.abs(gross), 0)],
  )
}
