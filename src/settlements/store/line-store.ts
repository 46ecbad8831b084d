/** The lines of settlements, read by settlement. */
import { type PageRequest, toLimit, toOffset } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Line } from '../model/settled-lines.ts'
import type { SettlementRow } from '../model/settlement-row.ts'

export interface LineRow extends Line {
  readonly tenant_id: string
  readonly reconciliation_id: string
  readonly merchant_id: string
  readonly configuration_id: string
  readonly currency: string
  readonly period_day: string
  /** A payment or refund; for a movement that only the bank reports, its file. */
  readonly source_id: string
  readonly payment_id: string
  readonly terms_id: string | null
}

type Owner = Pick<
  SettlementRow,
  'tenant_id' | 'reconciliation_id' | 'merchant_id' | 'configuration_id' | 'currency' | 'period_end'
>

const OF_SETTLEMENT = `from settlement_lines l where l.tenant_id = $1 and l.reconciliation_id = $2 and l.merchant_id = $3
  and l.configuration_id = $4 and l.currency = $5 and l.period_day = $6`
const ownerValues = (owner: Owner) => [
  owner.tenant_id,
  owner.reconciliation_id,
  owner.merchant_id,
  owner.configuration_id,
  owner.currency,
  owner.period_end,
]

export const countLines = async (tx: Tx, owner: Owner): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(`select count(*) as count ${OF_SETTLEMENT}`, ownerValues(owner))
  return row?.count ?? 0
}

export const listLines = (tx: Tx, owner: Owner, page: PageRequest): Promise<LineRow[]> =>
  tx.query<LineRow>(
    `select l.*, l.period_day::text as period_day, l.day::text as day, l.value_date::text as value_date ${OF_SETTLEMENT}
     order by l.source_id, l.line, l.installment limit $7 offset $8`,
    [...ownerValues(owner), toLimit(page), toOffset(page)],
  )

export const toLineView = (row: LineRow) => ({
  transaction_id: row.payment_id,
  kind: row.kind,
  day: row.day,
  installment: row.installment,
  gross: row.gross,
  bank_commission: row.bank_commission,
  bank_tax: row.bank_tax,
  platform_commission: row.platform_commission,
  platform_tax: row.platform_tax,
  net: row.net,
  value_date: row.value_date,
  bank_line: row.line === 0 ? null : row.line,
})
