/** Bookings of the bank on one account in the last days. */
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AccountMovement } from '../../../../sdk/src/generated/transfers.ts'
import { useRead } from '../../api/data.ts'
import { getAccountsTransactions } from '../../generated/operations.ts'
import { Page } from '../../parts/page.tsx'
import { Reading, StateCard } from '../../parts/reading.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Amount, Id, Time } from '../../parts/values.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

type Words = Same<(typeof TEXTS)['en']>

const AccountMovements = (): ReactNode => {
  const words = useTexts(TEXTS)
  const columns = useColumns(words)
  const { id } = useParams({ strict: false }) as { id: string }
  const movements = useRead(getAccountsTransactions, { query: { connector_account_id: id, page_size: 100 } })
  return (
    <Page title={words.movements} hint={<Id value={id} />} back={{ to: '/accounts', text: words.accounts }}>
      <Reading of={movements}>
        {({ data }) =>
          data === null || data.length === 0 ? (
            <StateCard icon="list" title={words.noMovements} />
          ) : (
            <Table
              caption={words.movementsCaption}
              columns={columns}
              rows={data}
              keyOf={(row) => row.transaction_id ?? `${row.transaction_date}${row.reference}${row.amount}`}
              noteOf={(row) => <Time at={row.transaction_date} />}
            />
          )
        }
      </Reading>
    </Page>
  )
}

const useColumns = (words: Words): Column<AccountMovement>[] => {
  const common = useTexts(WORDS)
  return [
    { head: words.description, cell: (row) => row.description ?? row.transaction_type },
    {
      head: common.amount,
      isFigure: true,
      isKept: true,
      cell: (row) => <Amount minor={row.amount} currency={row.currency} isAligned />,
    },
    { head: words.kind, cell: (row) => row.transaction_type },
    { head: common.reference, cell: (row) => <Id value={row.reference} /> },
    { head: common.time, cell: (row) => <Time at={row.transaction_date} /> },
  ]
}

export default AccountMovements
