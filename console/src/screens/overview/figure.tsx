/** One figure: its name, its value, the comparison with the period before; it links to the list it counts. */
import type { ReactNode } from 'react'
import type { Trend } from '../../../../sdk/src/generated/cards.ts'
import { To } from '../../parts/link.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { TEXTS } from './texts.ts'

interface FigureProps {
  readonly name: string
  readonly value: ReactNode
  readonly trend?: Trend | null | undefined
  readonly to?: string
  readonly search?: Readonly<Record<string, string>>
}

export const Figure = ({ name, value, trend, to, search }: FigureProps): ReactNode => (
  <div className="figure-card">
    <dt>
      {to === undefined ? (
        name
      ) : (
        <To to={to} search={search}>
          {name}
        </To>
      )}
    </dt>
    <dd>
      <span className="figure-value">{value}</span>
      {trend?.has_baseline && <TrendWord trend={trend} />}
    </dd>
  </div>
)

const TrendWord = ({ trend }: { trend: Trend }): ReactNode => {
  const words = useTexts(TEXTS)
  const percent = new Intl.NumberFormat(useLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(
    Math.abs(trend.value) / 100,
  )
  return (
    <span className="quiet small block">
      {trend.is_positive ? words.up(percent) : words.down(percent)} {words.before}
    </span>
  )
}
