/** Transfers of the last thirty days. */
import type { ReactNode } from 'react'
import { useRead } from '../../api/data.ts'
import { getDashboardMonthly } from '../../generated/operations.ts'
import { BarChart } from '../../parts/bar-chart.tsx'
import { To } from '../../parts/link.tsx'
import { Card } from '../../parts/page.tsx'
import { Part } from '../../parts/reading.tsx'
import { Amount, Status } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { Figure } from './figure.tsx'
import { TEXTS } from './texts.ts'

export const TransferFigures = (): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const figures = useRead(getDashboardMonthly, {})
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <Card title={words.transfers} className="whole">
      <Part of={figures} lines={6}>
        {({ data }) =>
          data && (
            <>
              <dl className="figures">
                <Figure
                  name={words.volumeSent}
                  value={<Amount minor={data.total_amount} currency={data.currency} />}
                  to="/transfers"
                  search={{ period: '30d' }}
                />
                <Figure
                  name={words.count}
                  value={data.total_count.toLocaleString(locale)}
                  to="/transfers"
                  search={{ period: '30d' }}
                />
                <Figure name={words.successRate} value={percent.format(data.success_rate / 100)} />
                <Figure name={words.fees} value={<Amount minor={data.fee_amount} currency={data.currency} />} />
              </dl>
              <div className="figure-row">
                <BarChart
                  title={words.chartDays}
                  head={words.day}
                  valueHead={words.count}
                  tableTitle={words.chartTable}
                  bars={data.buckets.map(({ date, count }) => ({ label: date, value: count }))}
                  locale={locale}
                />
                <ul className="rows">
                  {data.by_status
                    .filter(({ count }) => count > 0)
                    .map(({ status, count }) => (
                      <li key={status}>
                        <To to="/transfers" search={{ status }}>
                          <Status value={status} />
                          <span>{count.toLocaleString(locale)}</span>
                        </To>
                      </li>
                    ))}
                </ul>
              </div>
            </>
          )
        }
      </Part>
    </Card>
  )
}
