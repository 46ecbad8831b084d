/** Settlements: what each merchant gets for which days, and whether it is paid. */
import { type ReactNode, useState } from 'react'
import type { Operations, Settlement } from '../../../../sdk/src/generated/cards.ts'
import { buildAddress } from '../../api/call.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { getSettlements, getSettlementsExport, postSettlements } from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { usePeriodDays } from '../../parts/period.tsx'
import { CalendarDays } from '../../parts/record/calendar-day.tsx'
import { useMerchantOptions } from '../../parts/record/merchant-field.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Amount, Status } from '../../parts/values.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { useLanguage } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { NewSettlement } from './new-settlement.tsx'
import { HAND_TEXTS, TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/settlements']['query']>

export const SETTLEMENT_STATUSES = ['pending', 'processing', 'settled', 'failed'] as const

const SettlementList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const byHand = useTexts(HAND_TEXTS)
  const [isAdding, setAdding] = useState(false)
  const common = useTexts(WORDS)
  const language = useLanguage()
  const may = useMay()
  const merchants = useMerchantOptions()
  const query = useQueryOfAddress()
  const settlements = useRead(
    getSettlements,
    { query: { ...query, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  const columns = useColumns(words)
  return (
    <Page
      title={words.title}
      actions={
        <>
          {may(getSettlementsExport) && (
            <a
              className="button"
              href={buildAddress(getSettlementsExport, { query: { ...query, headings: language } })}
              download
            >
              <Icon name="download" />
              {words.export}
            </a>
          )}
          <Action operation={postSettlements} onPress={() => setAdding(true)}>
            <Icon name="plus" />
            {byHand.add}
          </Action>
        </>
      }
    >
      <Filters
        choices={[
          {
            name: 'status',
            label: common.status,
            options: SETTLEMENT_STATUSES.map((value) => [value, STATES[value]?.[language] ?? value]),
          },
          ...(merchants.length > 1 ? [{ name: 'merchant', label: common.merchant, options: merchants }] : []),
        ]}
        hasPeriod
      />
      <List of={settlements} kind="settlement" empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/settlements/${id}`}
            noteOf={(row) => <Days of={row} />}
          />
        )}
      </List>
      {isAdding && <NewSettlement onClose={() => setAdding(false)} />}
    </Page>
  )
}

const useQueryOfAddress = (): Query => {
  const [{ status, merchant }] = useAddress()
  return { status: status as Query['status'], merchant_id: merchant, ...usePeriodDays('start_date', 'end_date') }
}

const Days = ({ of }: { of: Settlement }): ReactNode => <CalendarDays from={of.period_start} to={of.period_end} />

const useColumns = (words: Same<(typeof TEXTS)['en']>): Column<Settlement>[] => {
  const common = useTexts(WORDS)
  return [
    { head: common.merchant, cell: (row) => row.merchant_name ?? row.merchant_id },
    {
      head: words.payout,
      isFigure: true,
      isKept: true,
      cell: (row) => (
        <>
          <Amount minor={row.payout_amount} currency={row.currency} isAligned />
          <span className="only-phone">
            <Status value={row.status} />
          </span>
        </>
      ),
    },
    {
      head: common.status,
      cell: (row) => (
        <>
          <Status value={row.status} />
          {row.awaits !== null && <span className="block small quiet">{words[row.awaits]}</span>}
        </>
      ),
    },
    {
      head: words.gross,
      isFigure: true,
      cell: (row) => <Amount minor={row.gross_amount} currency={row.currency} isAligned />,
    },
    {
      head: words.net,
      isFigure: true,
      cell: (row) => <Amount minor={row.net_amount} currency={row.currency} isAligned />,
    },
    { head: words.bank, cell: (row) => row.bank_code },
    { head: words.period, cell: (row) => <Days of={row} /> },
  ]
}

export default SettlementList
