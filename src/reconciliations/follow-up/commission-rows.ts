/**
 * Compares the bank's commission with the merchant's terms; a difference above the tolerance becomes a row for a
 * person. The terms state the bank's total, so its tax is included.
 */
import { splitEqually } from '../../core/money.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row as TableRow } from '../../infra/database/statements/write-rows.ts'
import { FORMS_WITH_COMMISSIONS } from '../day-files/read-day-file.ts'
import { findCommissionTolerance } from '../model/reconciliation-settings.ts'
import type { ReconciliationRow } from '../model/reconciliation-store.ts'

interface RatedMovement {
  readonly merchantId: string
  readonly configurationId: string
  readonly day: string
  readonly isRefund: boolean
  readonly amount: number
  readonly cardType: string
  readonly cardScheme: string
  readonly isOnUs: boolean | null
  readonly installments: number
}

/**
 * The settlement function that reconciliations use: returns the signed commission of each movement; undefined if
 * nothing was agreed.
 */
export type FindCommissions = (
  tx: Tx,
  tenantId: string,
  movements: readonly RatedMovement[],
) => Promise<(number | undefined)[]>

const PAGE_ROWS = 5_000

interface Row
  extends TableRow<
    'bank_file_rows',
    | 'line'
    | 'kind'
    | 'payment_id'
    | 'order_id'
    | 'installment'
    | 'installments'
    | 'gross'
    | 'commission'
    | 'card_type'
    | 'is_on_us'
  > {
  readonly kind: 'SALE' | 'REFUND' | 'VOID_AFTER'
  readonly payment_id: string
  readonly order_id: string
  readonly reference: string | null
  readonly installment: number
  readonly installments: number
  /** Includes the tax. */
  readonly commission: number
  readonly day: string
  readonly merchant_id: string
  readonly configuration_id: string
  readonly captured: number
  readonly card_type: string
  readonly card_scheme: string
  readonly installment_count: number
}

/**
 * Rows that name one of our payments, in forms that state commissions; rows of other forms may have one nevertheless.
 */
const HAS_COMMISSION = `(commission <> 0 or tax <> 0 or basis_points is not null or exists (select from bank_files f
  where f.tenant_id = $1 and f.id = file_id and f.form = any($4)))`
const PAGE = `select r.line, r.kind, r.payment_id, r.order_id, r.provider_transaction_id as reference, r.installment, r.installments, r.gross,
    r.commission + r.tax as commission, (r.at at time zone 'Europe/Istanbul')::date::text as day, p.merchant_id, p.configuration_id,
    case when p.captured > 0 then p.captured else p.amount end as captured, p.card_type, p.card_scheme,
    p.issuer_bank_code = c.bank_code as is_on_us, p.installment_count
  from (select * from bank_file_rows where tenant_id = $1 and file_id = any($2) and line > $3
      and kind in ('SALE', 'REFUND', 'VOID_AFTER') and ${HAS_COMMISSION} order by line limit ${PAGE_ROWS}) r
    left join payments p on p.tenant_id = $1 and p.id = r.payment_id
    left join connector_configurations c on c.tenant_id = $1 and c.id = p.configuration_id
  order by r.line`

export const compareCommissions = async (
  tx: Tx,
  { findCommissions }: { readonly findCommissions: FindCommissions },
  { tenant_id, id, file_ids, follow_up_line }: ReconciliationRow,
): Promise<number | null> => {
  const read = await tx.query<Row | (Omit<Row, 'merchant_id'> & { merchant_id: null })>(PAGE, [
    tenant_id,
    file_ids,
    follow_up_line,
    FORMS_WITH_COMMISSIONS,
  ])
  const rows = read.filter((row): row is Row => row.merchant_id !== null)
  const tolerance = await findCommissionTolerance(tx, tenant_id)
  // Computed both on the amount paid here and on the bank's, because a differing amount is a separate discrepancy.
  const [byOurs, byTheirs] = [
    await findCommissions(
      tx,
      tenant_id,
      rows.map((row) => movementOf(row, row.captured)),
    ),
    await findCommissions(
      tx,
      tenant_id,
      rows.map((row) => movementOf(row, Math.abs(row.gross) * row.installments)),
    ),
  ]
  const off = rows.flatMap((row, at) => {
    const ours = partOf(row, row.kind === 'SALE' ? byOurs[at] : byTheirs[at])
    const theirs = partOf(row, byTheirs[at])
    if (ours === undefined || theirs === undefined) return []
    const isRight = Math.min(Math.abs(row.commission - ours), Math.abs(row.commission - theirs)) <= tolerance
    return isRight ? [] : [{ ...row, wanted: ours }]
  })
  if (off.length > 0) await listDifferences(tx, tenant_id, id, off)
  return read.length < PAGE_ROWS ? null : (read.at(-1)?.line ?? null)
}

/** A reversal takes the whole amount back at once. */
const movementOf = (row: Row, amount: number): RatedMovement => ({
  merchantId: row.merchant_id,
  configurationId: row.configuration_id,
  day: row.day,
  isRefund: row.kind === 'REFUND',
  amount: row.kind === 'VOID_AFTER' ? -amount : amount, // as if the sale had never happened
  cardType: row.card_type,
  cardScheme: row.card_scheme,
  isOnUs: row.is_on_us,
  installments: row.installment_count,
})

const partOf = ({ installment, installments }: Row, whole: number | undefined): number | undefined =>
  whole === undefined ? undefined : splitEqually(whole, installments)[installment - 1]

const listDifferences = async (
  tx: Tx,
  tenantId: string,
  id: string,
  rows: readonly (Row & { wanted: number })[],
): Promise<void> => {
  await tx.execute(
    sql`insert into reconciliation_details (tenant_id, reconciliation_id, transaction_id, bank_line, bank_transaction_id, bank_order_id,
       db_amount, bank_amount, bank_status, bank_day, discrepancy, detail_status, kind, reason)
     select ${tenantId}, ${id}, payment_id, line, reference, order_id, wanted, commission, case kind when 'SALE' then 'completed' when 'REFUND' then 'refunded'
       else 'voided' end, day, 'amount_mismatch', 'pending', 'commission', 'commission of installment ' || installment || '/' || installments || ', ' || gross
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(line integer, kind text, payment_id uuid, order_id text, reference text, wanted bigint,
       commission bigint, day date, installment integer, installments integer, gross bigint)`,
  )
  await tx.execute(
    sql`update reconciliations set amount_mismatch_count = amount_mismatch_count + ${rows.length} where tenant_id = ${tenantId} and id = ${id}`,
  )
}
