/** The queue of alerts: what waits for a decision, how high it scored, and until when. */
import type { ReactNode } from 'react'
import type { FraudAlert, Operations } from '../../../../sdk/src/generated/fraud.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { useFresh } from '../../api/stream.ts'
import { getFraudAlerts, getPlatformFraudAlerts } from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Lanes } from '../../parts/lanes.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { usePeriod } from '../../parts/period.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Actor, Amount, Status, Time } from '../../parts/values.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { useLanguage } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { Codes, Countdown, Score } from './evidence-values.tsx'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/fraud/alerts']['query']>
type Words = Same<(typeof TEXTS)['en']>

const STATUSES = ['open', 'approved', 'rejected', 'expired'] as const

/** For the platform's people: the alerts of every tenant. */
const useAlertsOperation = () => {
  const may = useMay()
  return may(getFraudAlerts) ? getFraudAlerts : getPlatformFraudAlerts
}

const AlertList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const language = useLanguage()
  const [{ q, status, process, assigned_to }] = useAddress()
  const alerts = useRead(
    useAlertsOperation(),
    {
      query: {
        search_term: q,
        status: status as Query['status'],
        process: process as Query['process'],
        assigned_to,
        ...usePeriod('from', 'to'),
        page: usePage(),
        page_size: PAGE_SIZE,
      },
    },
    { keepsRows: true },
  )
  const fresh = useFresh('alert')
  const columns = useColumns(words)
  const processes = (['sanal_pos', 'para_transferi'] as const).map((value) => [value, words[value]] as const)
  return (
    <Page title={words.title}>
      <Lanes
        label={words.lanes}
        to="/alerts"
        name="status"
        options={STATUSES.map((value) => [value, STATES[value]?.[language] ?? value])}
      />
      <Filters
        find={{ name: 'q', label: words.find }}
        choices={[
          { name: 'process', label: words.process, options: processes },
          {
            name: 'assigned_to',
            label: words.assigned,
            options: [
              ['me', words.toMe],
              ['none', words.toNobody],
            ],
          },
        ]}
        hasPeriod
      />
      <List of={alerts} kind="alert" empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/alerts/${id}`}
            noteOf={(row) => (
              <>
                {row.reason_codes} ·{' '}
                {row.status === 'open' ? <Countdown at={row.expires_at} /> : <Time at={row.created} />}
              </>
            )}
            isNew={({ id }) => fresh.has(id)}
          />
        )}
      </List>
    </Page>
  )
}

const useColumns = (words: Words): Column<FraudAlert>[] => {
  const common = useTexts(WORDS)
  return [
    {
      head: words.waitsFor,
      cell: (row) =>
        `${words[row.process]}${row.merchant_external_id === null ? '' : ` · ${row.merchant_external_id}`}`,
    },
    {
      head: common.amount,
      isFigure: true,
      isKept: true,
      cell: (row) => (
        <>
          <Amount minor={row.amount_minor} currency={row.currency} isAligned />
          <span className="only-phone">
            <Status value={row.status} />
          </span>
        </>
      ),
    },
    { head: common.status, cell: (row) => <Status value={row.status} /> },
    { head: words.score, isFigure: true, cell: (row) => <Score value={row.score} /> },
    { head: words.rules, cell: (row) => <Codes of={row.reason_codes} /> },
    { head: words.assigned, cell: (row) => row.assigned_to && <Actor id={row.assigned_to} /> },
    { head: common.time, cell: (row) => <Time at={row.created} /> },
    { head: words.expires, cell: (row) => (row.status === 'open' ? <Countdown at={row.expires_at} /> : null) },
  ]
}

export default AlertList
