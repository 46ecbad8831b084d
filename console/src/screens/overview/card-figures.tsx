/** Card payments of today, seven or thirty days: four figures, a chart, payments by state, the latest failures. */
import type { ReactNode } from 'react'
import type { DashboardPeriod, DashboardStats } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { getDashboardStats } from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { BarChart } from '../../parts/bar-chart.tsx'
import { To } from '../../parts/link.tsx'
import { Card } from '../../parts/page.tsx'
import { Part } from '../../parts/reading.tsx'
import { Ago, Amount, Status } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { Figure } from './figure.tsx'
import { TEXTS } from './texts.ts'

const PERIODS: readonly DashboardPeriod[] = ['today', 'last_7_days', 'last_30_days']
/** The same period by the name the lists use. */
const OF_LISTS: Readonly<Record<DashboardPeriod, string>> = { today: 'today', last_7_days: '7d', last_30_days: '30d' }
const REFRESH_MS = 60_000

export const CardFigures = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [{ period: asked }, change] = useAddress()
  const period = PERIODS.find((each) => each === asked) ?? 'today'
  const stats = useRead(getDashboardStats, { query: { period } }, { keepsRows: true, everyMs: REFRESH_MS })
  return (
    <Card
      title={words.cards}
      className="whole"
      beside={
        <fieldset className="segments">
          <legend className="unseen">{words.period}</legend>
          {PERIODS.map((each) => (
            <button key={each} type="button" aria-pressed={each === period} onClick={() => change({ period: each })}>
              {words[each]}
            </button>
          ))}
        </fieldset>
      }
    >
      <Part of={stats} lines={8}>
        {(read) => <Figures stats={read} period={period} />}
      </Part>
    </Card>
  )
}

const Figures = ({ stats, period }: { stats: DashboardStats; period: DashboardPeriod }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const count = (value: number): string => value.toLocaleString(locale)
  const of = { period: OF_LISTS[period] }
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <>
      <dl className="figures">
        <Figure
          name={words.volume}
          value={<Amount minor={stats.today_total_amount} currency="TRY" />}
          trend={stats.amount_trend}
          to="/payments"
          search={{ ...of, status: 'completed' }}
        />
        <Figure
          name={words.payments}
          value={count(stats.today_transactions)}
          trend={stats.transactions_trend}
          to="/payments"
          search={of}
        />
        <Figure
          name={words.successRate}
          value={percent.format(stats.today_success_rate / 100)}
          trend={stats.success_rate_trend}
        />
        <Figure
          name={words.failed}
          value={count(stats.today_failed)}
          to="/payments"
          search={{ ...of, status: 'failed' }}
        />
      </dl>
      <div className="figure-row">
        <BarChart
          title={period === 'today' ? words.chartHours : words.chartDays}
          head={period === 'today' ? words.hour : words.day}
          valueHead={words.payments}
          tableTitle={words.chartTable}
          bars={stats.trend_buckets.map(({ label, transactions }) => ({ label, value: transactions }))}
          locale={locale}
        />
        <Distribution rows={stats.status_distribution} of={of} />
      </div>
      <Failures rows={stats.recent_failed_transactions} />
    </>
  )
}

const Distribution = ({
  rows,
  of,
}: {
  rows: DashboardStats['status_distribution']
  of: Readonly<Record<string, string>>
}): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  return (
    <div>
      <h3>{words.statuses}</h3>
      <ul className="rows">
        {rows.map(({ status, value }) => (
          <li key={status}>
            <To to="/payments" search={{ ...of, status }}>
              <Status value={status} />
              <span>{value.toLocaleString(locale)}</span>
            </To>
          </li>
        ))}
      </ul>
    </div>
  )
}

const FAILURES_SHOWN = 5

const Failures = ({ rows }: { rows: DashboardStats['recent_failed_transactions'] }): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <div className="failures">
      <h3>{words.failures}</h3>
      {rows.length === 0 && <p className="quiet">{words.noFailures}</p>}
      <ul className="rows">
        {rows.slice(0, FAILURES_SHOWN).map((row) => (
          <li key={row.id}>
            <To to={`/payments/${row.id}`}>
              <span>
                {row.error_message ?? row.id}
                <span className="quiet small block">
                  {[row.merchant_name, row.connector_name].filter(Boolean).join(' · ')} · <Ago at={row.created} />
                </span>
              </span>
            </To>
          </li>
        ))}
      </ul>
    </div>
  )
}
