/** Every check of the fraud rules: the decision, the reason, and what happened afterwards. */
import type { ReactNode } from 'react'
import type { FraudCheckLog, Operations } from '../../../../sdk/src/generated/fraud.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { getFraudLogs, getTransactionsById, getTransfersById } from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { To } from '../../parts/link.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { usePeriod } from '../../parts/period.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Amount, None, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { Codes, Score } from '../alerts/evidence-values.tsx'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/fraud/logs']['query']>

const DECISIONS = ['approve', 'challenge', 'review', 'block'] as const
const SCORES = ['25', '50', '75', '100'] as const

const CheckList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const language = useLanguage()
  const locale = useLocale()
  const [{ q, process, decision, score }] = useAddress()
  const checks = useRead(
    getFraudLogs,
    {
      query: {
        search_term: q,
        process: process as Query['process'],
        decision: decision as Query['decision'],
        min_score: score === undefined ? undefined : Number(score),
        ...usePeriod('from', 'to'),
        page: usePage(),
        page_size: PAGE_SIZE,
      },
    },
    { keepsRows: true },
  )
  const columns = useColumns()
  return (
    <Page title={words.title}>
      <Filters
        find={{ name: 'q', label: words.find }}
        choices={[
          {
            name: 'process',
            label: words.process,
            options: (['sanal_pos', 'para_transferi'] as const).map((value) => [value, words[value]]),
          },
          {
            name: 'decision',
            label: words.decision,
            options: DECISIONS.map((value) => [value, STATES[value]?.[language] ?? value]),
          },
          {
            name: 'score',
            label: words.minScore,
            options: SCORES.map((value) => [value, Number(value).toLocaleString(locale)]),
          },
        ]}
        hasPeriod
      />
      <List of={checks} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            noteOf={(row) => (
              <>
                {row.reason_codes || words.quietRules} · <Time at={row.checked_at} />
              </>
            )}
          />
        )}
      </List>
    </Page>
  )
}

const useColumns = (): Column<FraudCheckLog>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  return [
    { head: words.process, cell: (row) => <WayTo of={row} /> },
    {
      head: common.amount,
      isFigure: true,
      cell: (row) => <Amount minor={row.amount_minor} currency={row.currency} isAligned />,
    },
    { head: words.decision, isKept: true, cell: (row) => <Status value={row.decision} /> },
    { head: words.score, isFigure: true, cell: (row) => <Score value={row.score} /> },
    {
      head: words.rules,
      cell: (row) =>
        row.provider_used === 'policy_off' ? (
          <span className="quiet">{words.policyOff}</span>
        ) : row.reason_codes ? (
          <Codes of={row.reason_codes} />
        ) : (
          <None />
        ),
    },
    { head: words.outcome, cell: (row) => (row.outcome === null ? <None /> : <Status value={row.outcome} />) },
    { head: common.time, cell: (row) => <Time at={row.checked_at} /> },
  ]
}

/** Named by its kind, with a link if the person may open it. */
const WayTo = ({ of }: { of: FraudCheckLog }): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const id = of.external_txn_id
  const name = words[of.process]
  if (id !== null && of.process === 'sanal_pos' && may(getTransactionsById))
    return <To to={`/payments/${id}`}>{name}</To>
  if (id !== null && of.process === 'para_transferi' && may(getTransfersById))
    return <To to={`/transfers/${id}`}>{name}</To>
  return name
}

export default CheckList
