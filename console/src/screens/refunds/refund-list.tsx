/** Refunds: who returned how much and why, and which are late. */
import type { ReactNode } from 'react'
import type { Operations, RefundListItem } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useFresh } from '../../api/stream.ts'
import { getRefunds } from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { type Choice, Filters, useOrderChoice } from '../../parts/filters.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { usePeriod } from '../../parts/period.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Actor, Amount, Status, Time } from '../../parts/values.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { useLanguage } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/refunds']['query']>
type Words = Same<(typeof TEXTS)['en']>

const STATUSES = ['pending', 'completed', 'failed'] as const
const REASONS = [
  'customer_request',
  'out_of_stock',
  'duplicate_charge',
  'product_defect',
  'fraud',
  'wrong_amount',
  'other',
] as const

const RefundList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [{ q, status, reason, kind, late, sort, payment }] = useAddress()
  const columns = useColumns(words)
  const fresh = useFresh('refund')
  const refunds = useRead(
    getRefunds,
    {
      query: {
        search_term: q,
        status: status as Query['status'],
        reason_code: reason as Query['reason_code'],
        refund_type: kind as Query['refund_type'],
        transaction_id: payment,
        sort: sort as Query['sort'],
        sla_breached: late === 'yes' ? true : undefined,
        ...usePeriod('start_date', 'end_date'),
        page: usePage(),
        page_size: PAGE_SIZE,
      },
    },
    { keepsRows: true },
  )
  return (
    <Page title={words.title}>
      <Filters find={{ name: 'q', label: words.find }} choices={useChoices(words)} hasPeriod />
      <List of={refunds} kind="refund" empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ transaction_id: id }) => `/payments/${id}`}
            noteOf={(row) => <Time at={row.created} />}
            isNew={({ transaction_id: id }) => fresh.has(id)}
          />
        )}
      </List>
    </Page>
  )
}

const useChoices = (words: Words): Choice[] => {
  const common = useTexts(WORDS)
  const language = useLanguage()
  return [
    {
      name: 'status',
      label: common.status,
      options: [
        ...STATUSES.map((value) => [value, STATES[value]?.[language] ?? value] as const),
        ['pending,failed', words.notBack],
      ],
    },
    { name: 'reason', label: common.reason, options: REASONS.map((value) => [value, words[value]]) },
    { name: 'kind', label: words.kind, options: (['full', 'partial'] as const).map((value) => [value, words[value]]) },
    { name: 'late', label: words.late, options: [['yes', words.lateOnly]] },
    useOrderChoice(),
  ]
}

const useColumns = (words: Words): Column<RefundListItem>[] => {
  const common = useTexts(WORDS)
  return [
    {
      head: common.reason,
      cell: (row) => <>{row.reason_code ? words[row.reason_code] : (row.reason ?? words.refund)}</>,
    },
    {
      head: words.refund,
      isFigure: true,
      isKept: true,
      cell: (row) => (
        <>
          <Amount minor={row.refund_amount} currency={row.currency} isAligned />
          <span className="only-phone">
            <Status value={row.status} />
          </span>
        </>
      ),
    },
    {
      head: words.of,
      isFigure: true,
      cell: (row) => <Amount minor={row.original_amount} currency={row.currency} isAligned />,
    },
    { head: common.status, cell: (row) => <Status value={row.status} /> },
    { head: common.merchant, cell: (row) => row.merchant_name ?? row.merchant_external_id },
    { head: words.by, cell: (row) => <Actor id={row.created_by} /> },
    { head: common.time, cell: (row) => <Time at={row.created} /> },
  ]
}

export default RefundList
