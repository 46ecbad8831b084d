/** The lines of a settlement, one per installment. */
import type { ReactNode } from 'react'
import type { SettlementLine } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { getSettlementsByIdLines } from '../../generated/operations.ts'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Card } from '../../parts/page.tsx'
import { CalendarDay } from '../../parts/record/calendar-day.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Amount } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { TEXTS } from './texts.ts'

export const SettlementLines = ({ id, currency }: { id: string; currency: string | null }): ReactNode => {
  const words = useTexts(TEXTS)
  const columns = useColumns(currency)
  const lines = useRead(
    getSettlementsByIdLines,
    { path: { id }, query: { page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  return (
    <Card title={words.lines} className="queue">
      <List of={lines} empty={{ title: words.noLines }}>
        {(rows) => (
          <Table
            caption={words.lines}
            columns={columns}
            rows={rows}
            keyOf={({ transaction_id, kind, installment, bank_line }) =>
              `${transaction_id} ${kind} ${installment} ${bank_line}`
            }
            linkOf={({ transaction_id }) => `/payments/${transaction_id}`}
            noteOf={(row) => <CalendarDay date={row.day} />}
          />
        )}
      </List>
    </Card>
  )
}

const useColumns = (currency: string | null): Column<SettlementLine>[] => {
  const words = useTexts(TEXTS)
  const amount = (minor: number): ReactNode => <Amount minor={minor} currency={currency} isAligned />
  const taken = (row: SettlementLine): number =>
    row.bank_commission + row.bank_tax + row.platform_commission + row.platform_tax
  return [
    {
      head: words.kind,
      cell: (row) => (row.installment > 1 ? `${words[row.kind]} · ${row.installment}` : words[row.kind]),
    },
    { head: words.net, isFigure: true, isKept: true, cell: (row) => amount(row.net) },
    { head: words.gross, isFigure: true, cell: (row) => amount(row.gross) },
    { head: words.commission, isFigure: true, cell: (row) => amount(-taken(row)) },
    { head: words.day, cell: (row) => <CalendarDay date={row.day} /> },
    { head: words.valueDate, cell: (row) => <CalendarDay date={row.value_date} /> },
  ]
}
