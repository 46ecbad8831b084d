/**
 * Settlements that wait for a second person: their amounts, or the request to mark them as paid. The decision is made
 * where the whole change is visible.
 */
import type { ReactNode } from 'react'
import type { Settlement } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { getSettlements, postSettlementsByIdConfirm } from '../../generated/operations.ts'
import { Table } from '../../parts/table.tsx'
import { Actor, Amount } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { QUEUE_ROWS, Queue, type WaitingProps, whose } from './queue.tsx'
import { TEXTS } from './texts.ts'

export const SettlementQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const isOn = useMay()(getSettlements, postSettlementsByIdConfirm)
  const settlements = useRead(getSettlements, { query: { page: 1, page_size: QUEUE_ROWS, ...whose(waits) } }, { isOn })
  if (!isOn) return null
  return (
    <Queue of={settlements} title={words.settlements}>
      {(rows: readonly Settlement[]) => (
        <Table
          caption={words.settlements}
          rows={rows}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/settlements/${id}`}
          columns={[
            { head: words.settlement, cell: (row) => row.merchant_name ?? row.merchant_id },
            {
              head: words.payout,
              isFigure: true,
              isKept: true,
              cell: (row) => <Amount minor={row.payout_amount} currency={row.currency} isAligned />,
            },
            { head: words.what, cell: (row) => row.awaits && words[row.awaits] },
            { head: words.askedBy, cell: (row) => <Actor id={row.asked_by} /> },
          ]}
        />
      )}
    </Queue>
  )
}
