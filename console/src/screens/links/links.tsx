/** Payment links: create one with its QR code, and see who has paid. */
import { type ReactNode, useState } from 'react'
import type { Operations, Transaction } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { getPaymentsOrderLink, getTransactions, postPaymentsOrderLink } from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { PaymentStatus } from '../../parts/payment-status.tsx'
import { usePeriod } from '../../parts/period.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Amount, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { NewLink } from './new-link.tsx'
import { OpenLinks } from './open-links.tsx'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/transactions']['query']>
const STATUSES = ['created', 'processing', 'completed', 'failed', 'refunded', 'canceled'] as const

/** As shown in the rows: a link in processing has not been paid yet. */
const wordOf = (status: string) => STATES[status === 'processing' ? 'awaiting_payment' : status]

const Links = (): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        <Action operation={postPaymentsOrderLink} onPress={() => setOpen(true)} kind="primary">
          <Icon name="plus" />
          {words.make}
        </Action>
      }
    >
      {may(getPaymentsOrderLink) && <OpenLinks />}
      {may(getTransactions) && <Payments />}
      {isOpen && <NewLink onClose={() => setOpen(false)} />}
    </Page>
  )
}

const Payments = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const language = useLanguage()
  const columns = useColumns()
  const [{ status }] = useAddress()
  const payments = useRead(
    getTransactions,
    {
      query: {
        payment_type: 'link',
        status: status as Query['status'],
        ...usePeriod('start_date', 'end_date'),
        page: usePage(),
        page_size: PAGE_SIZE,
      },
    },
    { keepsRows: true },
  )
  return (
    <>
      <Filters
        choices={[
          {
            name: 'status',
            label: common.status,
            options: STATUSES.map((each) => [each, wordOf(each)?.[language] ?? each]),
          },
        ]}
        hasPeriod
      />
      <List of={payments} kind="payment" empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id, parent_transaction_id: parent }) => `/payments/${parent ?? id}`}
            noteOf={(row) => <Time at={row.created} />}
          />
        )}
      </List>
    </>
  )
}

const useColumns = (): Column<Transaction>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  return [
    { head: words.order, cell: (row) => row.external_id ?? <span className="quiet">{words.noOrder}</span> },
    {
      head: common.amount,
      isFigure: true,
      isKept: true,
      cell: (row) => (
        <>
          <Amount minor={row.amount} currency={row.currency} isAligned />
          <span className="only-phone">
            <PaymentStatus of={row} />
          </span>
        </>
      ),
    },
    { head: common.status, cell: (row) => <PaymentStatus of={row} /> },
    { head: common.merchant, cell: (row) => row.merchant_name ?? row.external_merchant_id },
    { head: common.time, cell: (row) => <Time at={row.created} /> },
  ]
}

export default Links
