/** The lines of settlements, read by settlement. */
import type { PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { matches, sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { Line } from '../model/settled-lines.ts'
import type { SettlementRow } from '../model/settlement-row.ts'

export interface LineRow
  extends Line,
    Row<
      'settlement_lines',
      | 'tenant_id'
      | 'reconciliation_id'
      | 'merchant_id'
      | 'configuration_id'
      | 'currency'
      | 'period_day'
      | 'source_id'
      | 'payment_id'
      | 'terms_id'
    > {
  /** A payment or refund; for a movement that only the bank reports, its file. */
  readonly source_id: string
}

type Owner = Pick<
  SettlementRow,
  'tenant_id' | 'reconciliation_id' | 'merchant_id' | 'configuration_id' | 'currency' | 'period_end'
>

export const pageOfLines = (tx: Tx, owner: Owner, page: PageRequest) =>
  countAndPage<LineRow>(
    tx,
    {
      columns: sql`l.*, l.period_day::text as period_day, l.day::text as day, l.value_date::text as value_date`,
      from: sql`settlement_lines l where ${matches({ tenant_id: owner.tenant_id, reconciliation_id: owner.reconciliation_id, merchant_id: owner.merchant_id, configuration_id: owner.configuration_id, currency: owner.currency, period_day: owner.period_end })}`,
      order: sql`l.source_id, l.line, l.installment`,
    },
    page,
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
