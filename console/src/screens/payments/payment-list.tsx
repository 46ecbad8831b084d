/** Payments: one search box, a few filters, rows that link to the payment. */
import type { ReactNode } from 'react'
import type { Operations, Transaction } from '../../../../sdk/src/generated/cards.ts'
import { buildAddress } from '../../api/call.ts'
import { useRead } from '../../api/data.ts'
import { useMay, useMe } from '../../api/me.ts'
import { useFresh } from '../../api/stream.ts'
import { getTransactions, getTransactionsExport } from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { Filters, useOrderChoice } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { PaymentStatus } from '../../parts/payment-status.tsx'
import { usePeriod } from '../../parts/period.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Amount, Time } from '../../parts/values.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { useLanguage } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { cardText } from './card-text.ts'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/transactions']['query']>
type Order = Query['sort']
type Words = Same<(typeof TEXTS)['en']>

const STATUSES = [
  'completed',
  'authorized',
  'processing',
  'failed',
  'refunded',
  'partially_refunded',
  'canceled',
] as const
const KINDS = ['sale', 'pre_auth', 'refund', 'recurring'] as const

const PaymentList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const language = useLanguage()
  const may = useMay()
  const [{ sort }] = useAddress()
  const query = useQueryOfAddress()
  const payments = useRead(
    getTransactions,
    { query: { ...query, sort: sort as Order, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  const fresh = useFresh('payment')
  const columns = useColumns(words)
  return (
    <Page
      title={words.title}
      actions={
        may(getTransactionsExport) && (
          <a className="button" href={buildAddress(getTransactionsExport, { query })} download>
            <Icon name="download" />
            {words.export}
          </a>
        )
      }
    >
      <Filters
        find={{ name: 'q', label: words.find }}
        choices={[
          {
            name: 'status',
            label: common.status,
            options: [
              ...STATUSES.map((value) => [value, STATES[value]?.[language] ?? value] as const),
              ['failed,canceled', words.noMoney],
              ['pending,pending_3ds', words.underWay],
            ],
          },
          { name: 'kind', label: words.kind, options: KINDS.map((value) => [value, words[value]]) },
          ...useMerchantChoice(),
          useOrderChoice(),
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
            noteOf={(row) => (
              <>
                {cardText(row)} · <Time at={row.created} />
              </>
            )}
            isNew={({ id }) => fresh.has(id)}
          />
        )}
      </List>
    </Page>
  )
}

/** Returns the filters of the address in the form the operation takes. */
const useQueryOfAddress = (): Query => {
  const [{ q, status, kind, merchant, refunds_of: parent }] = useAddress()
  return {
    search_term: q,
    status: status as Query['status'],
    operation_type: kind as Query['operation_type'],
    merchant_id: merchant,
    parent_transaction_id: parent,
    ...usePeriod('start_date', 'end_date'),
  }
}

const useMerchantChoice = () => {
  const { merchants } = useMe()
  const common = useTexts(WORDS)
  if (merchants.length < 2) return []
  return [
    {
      name: 'merchant',
      label: common.merchant,
      options: merchants.map(({ id, name, external_id }) => [id, name ?? external_id ?? id] as const),
    },
  ]
}

const useColumns = (words: Words): Column<Transaction>[] => {
  const common = useTexts(WORDS)
  return [
    {
      head: words.order,
      cell: (row) => <>{row.external_id ?? row.basket_id ?? <span className="quiet">{words.noOrder}</span>}</>,
    },
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
    { head: words.kind, cell: (row) => words[row.operation_type] },
    { head: words.card, cell: (row) => cardText(row) },
    { head: common.merchant, cell: (row) => row.merchant_name ?? row.external_merchant_id },
    { head: common.time, cell: (row) => <Time at={row.created} /> },
  ]
}

export default PaymentList
