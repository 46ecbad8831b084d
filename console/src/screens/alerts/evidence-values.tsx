/** How the findings of fraud rules look: scores, rule codes, remaining time. */
import type { ReactNode } from 'react'
import { usePlatformNow } from '../../api/platform-now.ts'
import { Ago } from '../../parts/values.tsx'
import { useLocale } from '../../texts/language.ts'

const SOON_MS = 2 * 3_600_000

export const Score = ({ value }: { value: number }): ReactNode => {
  const locale = useLocale()
  return (
    <span className={value >= 100 ? 'score soon' : 'score'}>
      {value.toLocaleString(locale)}
      <span className="quiet"> / {(100).toLocaleString(locale)}</span>
    </span>
  )
}

export const parseCodes = (text: string | null): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')

export const Codes = ({ of }: { of: string | null }): ReactNode => (
  <span className="codes">
    {parseCodes(of).map((code) => (
      <code key={code}>{code}</code>
    ))}
  </span>
)

/** `in 3 hours` by the platform's clock; highlighted if little time is left. */
export const Countdown = ({ at }: { at: string }): ReactNode => {
  const left = Date.parse(at) - usePlatformNow()
  return (
    <span className={left < SOON_MS ? 'soon' : undefined}>
      <Ago at={at} />
    </span>
  )
}
