/** Recurring plans. */
import type { ReactNode } from 'react'
import type { Operations, RecurringPlan } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { getRecurring } from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { usePeriod } from '../../parts/period.tsx'
import { useMerchantOptions } from '../../parts/record/merchant-field.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Amount, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/recurring']['query']>
const STATUSES = ['active', 'completed', 'cancelled', 'failed'] as const

const PlanList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const language = useLanguage()
  const columns = useColumns()
  const merchants = useMerchantOptions()
  const [{ q, status, merchant }] = useAddress()
  const plans = useRead(
    getRecurring,
    {
      query: {
        search_term: q,
        status: status as Query['status'],
        merchant_id: merchant,
        ...usePeriod('start_date', 'end_date'),
        include_inactive: true,
        page: usePage(),
        page_size: PAGE_SIZE,
      },
    },
    { keepsRows: true },
  )
  return (
    <Page title={words.title}>
      <Filters
        find={{ name: 'q', label: words.find }}
        choices={[
          {
            name: 'status',
            label: common.status,
            options: STATUSES.map((each) => [each, STATES[each]?.[language] ?? each]),
          },
          ...(merchants.length > 1 ? [{ name: 'merchant', label: common.merchant, options: merchants }] : []),
        ]}
        hasPeriod
      />
      <List of={plans} kind="recurring_plan" empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/recurring/${id}`}
            noteOf={(row) => <Every of={row} />}
          />
        )}
      </List>
    </Page>
  )
}

export const Every = ({ of }: { of: Pick<RecurringPlan, 'period' | 'interval'> }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  return words[of.period](of.interval.toLocaleString(locale))
}

const useColumns = (): Column<RecurringPlan>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  return [
    {
      head: words.external,
      cell: (row) => row.external_id ?? row.card_holder_name ?? row.masked_card_number ?? row.id,
    },
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
    { head: words.period, cell: (row) => <Every of={row} /> },
    { head: words.installments, isFigure: true, cell: (row) => row.installment_count.toLocaleString(locale) },
    { head: common.status, cell: (row) => <Status value={row.status} /> },
    { head: words.card, cell: (row) => row.masked_card_number },
    { head: words.begins, cell: (row) => <Time at={row.start_date} form="day" /> },
  ]
}

export default PlanList
