/** SQL for making settlements: the position of a run, what it reads, and the lines it writes. */
import type { Tx } from '../../infra/database/database.ts'
import { ifGiven, sql } from '../../infra/database/statements/sql.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'
import type { BankRow, SettledMovement } from '../model/settled-lines.ts'
import type { LineRow } from '../store/line-store.ts'

export interface Run {
  readonly tenant_id: string
  readonly reconciliation_id: string
  readonly stage: 'payments' | 'bank' | 'close' | 'confirm'
  readonly cursor: string | null
  readonly source: 'self' | 'rows' | 'files'
  readonly file_ids: readonly string[]
  /** Day of the bank's file. */
  readonly file_day: string
}

/**
 * Begins the run of a reconciliation that this transaction has just finalized; the sweep finds the run once both are
 * committed.
 */
export const beginSettlementRun = (tx: Tx, tenantId: string, reconciliationId: string): Promise<number> =>
  tx.execute(
    sql`insert into settlement_runs (tenant_id, reconciliation_id, stage, last_day, created)
     select tenant_id, id, 'payments', ((period_end - interval '1 millisecond') at time zone 'Europe/Istanbul')::date, finalized_at
       from reconciliations where tenant_id = ${tenantId} and id = ${reconciliationId} on conflict do nothing`,
  )

/** Reads across tenants; returns a run that is not finished, after `after`. */
export const findOpenRun = async (
  tx: Tx,
  after: string | null,
): Promise<{ tenant_id: string; id: string } | undefined> => {
  const rows = await tx.query<{ tenant_id: string; id: string }>(
    sql`select tenant_id, reconciliation_id as id from settlement_runs where stage <> 'done' and ${ifGiven(after, sql`reconciliation_id > ${after}`)}
     order by reconciliation_id limit 1`,
  )
  return rows[0]
}

/** Returns undefined if it is finished, or another process is working on it. */
export const lockRun = async (tx: Tx, tenantId: string, reconciliationId: string): Promise<Run | undefined> => {
  const rows = await tx.query<Run>(
    sql`select u.tenant_id, u.reconciliation_id, u.stage, u.cursor, r.source, r.file_ids, r.reconciliation_date::text as file_day
     from settlement_runs u join reconciliations r on r.tenant_id = u.tenant_id and r.id = u.reconciliation_id
     where u.tenant_id = ${tenantId} and u.reconciliation_id = ${reconciliationId} and u.stage <> 'done' for update of u skip locked`,
  )
  return rows[0]
}

export const moveRun = (tx: Tx, run: Run, to: { stage: string; cursor: string | null }): Promise<number> =>
  tx.execute(
    sql`update settlement_runs set stage = ${to.stage}, cursor = ${to.cursor} where tenant_id = ${run.tenant_id} and reconciliation_id = ${run.reconciliation_id}`,
  )

export interface ReadMovement extends SettledMovement {
  /** The day it was made, in Istanbul. */
  readonly created_day: string
}

/**
 * Returns a page of what the reconciliation settled, in the order of ids; for `mark_matched` the bank's row comes from
 * its counterpart.
 */
export const readMovements = (tx: Tx, run: Run, limit: number): Promise<ReadMovement[]> =>
  tx.query<ReadMovement>(
    sql`with page as materialized (select payment_id from reconciled_payments
       where tenant_id = ${run.tenant_id} and reconciliation_id = ${run.reconciliation_id} and ${ifGiven(run.cursor, sql`payment_id > ${run.cursor}`)} order by payment_id limit ${limit})
     select p.id as source_id, coalesce(p.parent_id, p.id) as payment_id, p.merchant_id, p.configuration_id, p.currency,
       p.operation_type = 'refund' as is_refund, case when p.operation_type = 'refund' then p.amount else p.captured end as amount,
       p.installment_count as installments, p.card_type, p.card_scheme, p.issuer_bank_code = c.bank_code as is_on_us,
       (coalesce(p.completed_at, p.created) at time zone 'Europe/Istanbul')::date::text as day,
       (p.created at time zone 'Europe/Istanbul')::date::text as created_day,
       coalesce(d.bank_line, o.bank_line) as bank_line, coalesce(d.bank_amount, o.bank_amount) as bank_amount,
       coalesce(d.bank_status, o.bank_status) as bank_status, d.resolution_action, d.adjusted_amount
     from page join payments p on p.tenant_id = ${run.tenant_id} and p.id = page.payment_id
     left join connector_configurations c on c.tenant_id = p.tenant_id and c.id = p.configuration_id
     left join lateral (select * from reconciliation_details d where d.tenant_id = ${run.tenant_id} and d.transaction_id = p.id and d.reconciliation_id = ${run.reconciliation_id}
       and d.kind = 'movement' and d.detail_status in ('auto_matched', 'resolved') order by d.id limit 1) d on true
     left join reconciliation_details o on o.tenant_id = ${run.tenant_id} and o.id = d.proposed_match_id and d.resolution_action = 'mark_matched'
     order by p.id`,
  )

/** A person decided that the bank's record is correct. */
const FOR_THE_BANK = `d.detail_status = 'resolved' and d.resolution_action in ('accept_bank', 'mark_matched')`

/**
 * `r` is a row of a file of the reconciliation `$3`. If the bank took too much or too little, that amount is agreed
 * once a person has accepted it.
 */
const ROW = `r.file_id, r.line, r.kind, r.payment_id, r.order_id, r.provider_transaction_id, coalesce(r.installment, 1) as installment, r.gross,
  r.basis_points, r.commission, r.tax, r.value_date::text as value_date, (r.at at time zone 'Europe/Istanbul')::date::text as day,
  (select case when ${FOR_THE_BANK} then coalesce(d.adjusted_amount, case r.commission + r.tax when 0 then 0 end)
      when d.detail_status = 'resolved' and d.resolution_action = 'adjust_amount' then d.adjusted_amount else d.db_amount end
    from reconciliation_details d where d.tenant_id = r.tenant_id and d.reconciliation_id = $3 and d.kind = 'commission' and d.bank_line = r.line
    order by d.id limit 1) as agreed_commission`

/** Returns rows at these lines of the run's files, and sales and reversals that name these payments. */
export const readBankRows = (
  tx: Tx,
  run: Run,
  { lines, payments }: { lines: readonly number[]; payments: readonly string[] },
): Promise<BankRow[]> =>
  tx.query<BankRow>(
    `select ${ROW} from bank_file_rows r where r.tenant_id = $1 and r.file_id = any($2::uuid[]) and r.line = any($4::integer[])
     union
     select ${ROW} from bank_file_rows r where r.tenant_id = $1 and r.file_id = any($2::uuid[]) and r.payment_id = any($5::uuid[])
       and r.kind in ('SALE', 'VOID_AFTER')`,
    [run.tenant_id, run.file_ids, run.reconciliation_id, lines, payments],
  )

export interface BankMovement extends BankRow {
  readonly file_id: string
  readonly payment_id: string
  readonly merchant_id: string
  readonly configuration_id: string
  readonly currency: string
  /** Amount that our journal took back of a sale that the bank took back. */
  readonly booked: number
  /** False if the platform refused it, and no person decided that the bank is right. */
  readonly is_taken: boolean
}

const referenceOf = (row: string): string => `coalesce(${row}.provider_transaction_id, ${row}.host_reference)`

/** Queues runs, so that of two concurrent ones the second sees what the first has taken. */
export const queueBankRows = (tx: Tx, { tenant_id }: Run): Promise<unknown> =>
  lockName(tx, `settled rows of banks ${tenant_id}`)

/**
 * Conditions for movements the platform accepted or knew. A movement it refused, or found to differ, is settled once a
 * person resolved it for the bank. Accepted notices have no row; voids always have the row of their payment.
 */
const IS_TAKEN = `case when r.kind = 'VOID_AFTER' then exists (select from reconciliation_details d where d.tenant_id = r.tenant_id and d.reconciliation_id = $3
      and d.transaction_id = r.payment_id and d.kind = 'movement' and d.bank_status = 'voided'
      and (d.bank_amount = -r.gross or d.bank_transaction_id = r.provider_transaction_id)
      and (d.detail_status = 'auto_matched' or ${FOR_THE_BANK} and coalesce(d.adjusted_amount, -r.gross) = -r.gross))
    else not exists (select from reconciliation_details d where d.tenant_id = r.tenant_id and d.reconciliation_id = $3 and d.kind = 'chargeback'
      and d.bank_line = r.line and not (${FOR_THE_BANK})) end`

/**
 * Returns a page of the files' movements that are not a payment's own: chargebacks, and reversals of sales that another
 * reconciliation settled. Only payments of the same bank are included, and each once, however often the files list it.
 */
export const readBankMovements = (tx: Tx, run: Run, limit: number): Promise<BankMovement[]> =>
  tx.query<BankMovement>(
    `select ${ROW}, p.merchant_id, p.configuration_id, p.currency,
       case when r.kind = 'VOID_AFTER' and p.status = 'canceled' then -p.captured else 0 end as booked, ${IS_TAKEN} as is_taken
     from bank_file_rows r join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
       join reconciliations c on c.tenant_id = r.tenant_id and c.id = $3 and c.connector_config_id = p.configuration_id and c.currency = p.currency
     where r.tenant_id = $1 and r.file_id = any($2::uuid[]) and r.kind in ('CHARGEBACK', 'CHARGEBACK_REVERSAL', 'VOID_AFTER')
       and ($5::text is null or (r.file_id::text || '/' || lpad(r.line::text, 9, '0')) > $5)
       and not exists (select from bank_file_rows b where b.tenant_id = r.tenant_id and b.file_id = r.file_id and b.payment_id = r.payment_id
         and b.kind = r.kind and b.gross = r.gross and b.line < r.line and ${referenceOf('b')} is not distinct from ${referenceOf('r')}
         and b.installment is not distinct from r.installment)
       and not exists (select from settlement_lines l left join bank_file_rows b on b.tenant_id = l.tenant_id and b.file_id = l.source_id
           and b.line = l.line
         where l.tenant_id = r.tenant_id and l.payment_id = r.payment_id and l.reconciliation_id <> $3 and l.installment = coalesce(r.installment, 1)
           and (l.kind = 'void' and r.kind = 'VOID_AFTER' or l.kind = lower(r.kind) and ${referenceOf('b')} = ${referenceOf('r')}))
       and (r.kind <> 'VOID_AFTER' or exists (select from reconciled_payments s where s.tenant_id = r.tenant_id and s.payment_id = r.payment_id
         and s.reconciliation_id <> $3))
     order by r.file_id::text || '/' || lpad(r.line::text, 9, '0') limit $4`,
    [run.tenant_id, run.file_ids, run.reconciliation_id, limit, run.cursor],
  )

export const toBankCursor = ({ file_id, line }: BankMovement): string => `${file_id}/${String(line).padStart(9, '0')}`

/** The table refuses an existing line, so nothing is written twice. */
export const insertLines = async (tx: Tx, lines: readonly LineRow[]): Promise<void> => {
  if (lines.length === 0) return
  await tx.execute(
    sql`insert into settlement_lines (tenant_id, reconciliation_id, merchant_id, configuration_id, currency, period_day, source_id, line, installment,
       payment_id, kind, day, gross, bank_commission, bank_tax, platform_commission, platform_tax, net, booked, value_date, terms_id)
     select tenant_id, reconciliation_id, merchant_id, configuration_id, currency, period_day, source_id, line, installment,
       payment_id, kind, day, gross, bank_commission, bank_tax, platform_commission, platform_tax, net, booked, value_date, terms_id
     from jsonb_populate_recordset(null::settlement_lines, ${JSON.stringify(lines)}::jsonb)`,
  )
}
