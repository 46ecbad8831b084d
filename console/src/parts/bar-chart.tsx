/** Bars of counts over time, with the same numbers as a table for those who do not see them. */
import type { ReactNode } from 'react'

interface BarChartProps {
  readonly title: string
  readonly head: string
  readonly valueHead: string
  readonly tableTitle: string
  readonly bars: readonly { readonly label: string; readonly value: number }[]
  readonly locale: string
}

const WIDTH = 600
const HEIGHT = 132
const FLOOR = 18
/** Most labels below the chart. */
const LABELS_MAX = 8

/** Returns the next number that suits the end of a scale; its half is a whole number, too. */
const niceTop = (most: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return ([2, 4, 6, 10].find((step) => step * power >= most) ?? 10) * power
}

export const BarChart = ({ title, head, valueHead, tableTitle, bars, locale }: BarChartProps): ReactNode => {
  const top = niceTop(Math.max(0, ...bars.map(({ value }) => value)))
  const slot = WIDTH / Math.max(1, bars.length)
  const stride = Math.ceil(bars.length / LABELS_MAX)
  const tall = (value: number): number => (value / top) * (HEIGHT - FLOOR - 12)
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
        {[0.5, 1].map((part) => (
          <g key={part} className="rule">
            <line x1="0" x2={WIDTH} y1={HEIGHT - FLOOR - tall(top * part)} y2={HEIGHT - FLOOR - tall(top * part)} />
            <text x="0" y={HEIGHT - FLOOR - tall(top * part) - 3}>
              {(top * part).toLocaleString(locale)}
            </text>
          </g>
        ))}
        <line className="floor" x1="0" x2={WIDTH} y1={HEIGHT - FLOOR} y2={HEIGHT - FLOOR} />
        {bars.map(({ label, value }, at) => (
          <g key={label}>
            <title>{`${label}: ${value.toLocaleString(locale)}`}</title>
            <rect
              className="bar"
              x={at * slot + slot * 0.14}
              width={slot * 0.72}
              y={HEIGHT - FLOOR - tall(value)}
              height={tall(value)}
              rx="2"
            />
            {at % stride === 0 && (
              <text className="tick" x={at * slot + slot / 2} y={HEIGHT - 4}>
                {label.length === 10 ? label.slice(5) : label}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details>
        <summary>{tableTitle}</summary>
        <table className="plain">
          <caption className="unseen">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col" className="figure">
                {valueHead}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, value }) => (
              <tr key={label}>
                <td>{label}</td>
                <td className="figure">{value.toLocaleString(locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
