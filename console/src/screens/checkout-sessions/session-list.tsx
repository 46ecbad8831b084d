/** Checkout sessions, newest first. */
import type { ReactNode } from 'react'
import type { CheckoutSessionRow, Operations } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { getCheckoutSessions } from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { usePeriod } from '../../parts/period.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Actor, Amount, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/checkout/sessions']['query']>
const STATUSES = ['open', 'processing', 'completed', 'failed', 'expired', 'cancelled'] as const

export const SessionList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const language = useLanguage()
  const columns = useColumns()
  const [{ q, status }] = useAddress()
  const sessions = useRead(
    getCheckoutSessions,
    {
      query: {
        search_term: q,
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
        find={{ name: 'q', label: words.findOrder }}
        choices={[
          {
            name: 'status',
            label: common.status,
            options: STATUSES.map((each) => [each, STATES[each]?.[language] ?? each]),
          },
        ]}
        hasPeriod
      />
      <List of={sessions} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ session_id }) => session_id}
            linkOf={({ session_id }) => `/checkout-sessions/${session_id}`}
            noteOf={(row) => <Time at={row.created_at} />}
          />
        )}
      </List>
    </>
  )
}

const useColumns = (): Column<CheckoutSessionRow>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  return [
    { head: words.order, cell: (row) => row.external_id ?? row.description ?? row.session_id },
    {
      head: common.amount,
      isFigure: true,
      isKept: true,
      cell: (row) => (
        <>
          <Amount minor={row.amount} currency={row.currency} isAligned />
          <span className="only-phone">
            <Status value={row.status} />
          </span>
        </>
      ),
    },
    { head: common.status, cell: (row) => <Status value={row.status} /> },
    {
      head: words.tries,
      cell: (row) => words.triesOf(row.attempt_count.toLocaleString(locale), row.max_attempts.toLocaleString(locale)),
    },
    { head: common.merchant, cell: (row) => row.merchant_name ?? row.external_merchant_id },
    { head: words.madeBy, cell: (row) => <Actor id={row.created_by} /> },
    { head: words.created, cell: (row) => <Time at={row.created_at} /> },
  ]
}
