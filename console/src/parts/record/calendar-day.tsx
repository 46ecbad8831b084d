/** A calendar day, the same in every time zone. */
import type { ReactNode } from 'react'
import { day } from '../../format/time.ts'
import { useLocale } from '../../texts/language.ts'
import { None } from '../values.tsx'

export const CalendarDay = ({ date }: { date: string | null }): ReactNode => {
  const locale = useLocale()
  if (date === null) return <None />
  const iso = date.slice(0, 10)
  return <time dateTime={iso}>{day(`${iso}T00:00:00Z`, locale, 'UTC')}</time>
}

/** Both days are part of the period. */
export const CalendarDays = ({ from, to }: { from: string; to: string }): ReactNode => (
  <>
    <CalendarDay date={from} />
    {to.slice(0, 10) !== from.slice(0, 10) && (
      <>
        {' – '}
        <CalendarDay date={to} />
      </>
    )}
  </>
)
