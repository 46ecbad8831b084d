/** Payment links that can still be paid, with the address to send again. */
import type { ReactNode } from 'react'
import type { OrderLinkRow } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { getPaymentsOrderLink } from '../../generated/operations.ts'
import { Card } from '../../parts/page.tsx'
import { Part } from '../../parts/reading.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Actor, Ago, Amount, Copy } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

const SHOWN = 25

export const OpenLinks = (): ReactNode => {
  const words = useTexts(TEXTS)
  const columns = useColumns()
  const links = useRead(getPaymentsOrderLink, { query: { status: 'open', page: 1, page_size: SHOWN } })
  if (links.data?.items.length === 0) return null
  return (
    <Card title={words.openLinks} className="queue">
      <Part of={links}>
        {({ items }) => (
          <Table
            caption={words.openLinks}
            columns={columns}
            rows={items}
            keyOf={({ transaction_id }) => transaction_id}
            linkOf={({ transaction_id }) => `/payments/${transaction_id}`}
            noteOf={(row) => row.description}
          />
        )}
      </Part>
    </Card>
  )
}

const useColumns = (): Column<OrderLinkRow>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  return [
    { head: words.order, cell: (row) => row.external_id ?? row.description ?? words.noOrder },
    {
      head: common.amount,
      isFigure: true,
      isKept: true,
      cell: (row) => <Amount minor={row.amount} currency={row.currency} isAligned />,
    },
    { head: common.merchant, cell: (row) => row.merchant_name ?? row.external_merchant_id },
    { head: words.madeBy, cell: (row) => <Actor id={row.created_by} /> },
    { head: words.until, cell: (row) => <Ago at={row.expires_at} /> },
    {
      head: words.link,
      isKept: true,
      cell: (row) =>
        row.payment_link && (
          <span className="id">
            <a href={row.payment_link} target="_blank" rel="noreferrer">
              {words.open}
            </a>
            <Copy text={row.payment_link} label={words.link} />
          </span>
        ),
    },
  ]
}
