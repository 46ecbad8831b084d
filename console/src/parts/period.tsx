/**
 * The period of a list: the last days, calendar periods, or from one day to another; days are in the tenant's zone, by
 * the platform's clock.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useMe } from '../api/me.ts'
import { usePlatformNow } from '../api/platform-now.ts'
import { type Days, isDay, toDays } from '../format/period.ts'
import { dateIn, endOfDay, startOfDay } from '../format/time.ts'
import { useTexts } from '../texts/dictionary.ts'
import { WORDS } from '../texts/words.ts'
import { useAddress } from './address.ts'

const useDays = (): Days => {
  const [search] = useAddress()
  const { zone } = useMe()
  return toDays(search, dateIn(usePlatformNow(), zone))
}

type Bounds<F extends string, T extends string> = { readonly [K in F | T]?: string | undefined }

/** Returns the period as moments, under the names a list uses for its beginning and its end. */
export const usePeriod = <const F extends string, const T extends string>(from: F, to: T): Bounds<F, T> => {
  const { first, last } = useDays()
  const { zone } = useMe()
  return { [from]: first && startOfDay(first, zone), [to]: last && endOfDay(last, zone) } as Bounds<F, T>
}

/** For lists whose rows have days, not moments. */
export const usePeriodDays = <const F extends string, const T extends string>(from: F, to: T): Bounds<F, T> => {
  const { first, last } = useDays()
  return { [from]: first, [to]: last } as Bounds<F, T>
}

export const Period = (): ReactNode => {
  const words = useTexts(WORDS)
  const id = useId()
  const [search, change] = useAddress()
  const days = useDays()
  const { zone } = useMe()
  const today = dateIn(usePlatformNow(), zone)
  const choose = (period: string): void =>
    change({
      period,
      page: undefined,
      // A custom period begins with the days that were shown.
      from: period === 'own' ? (days.first ?? today) : undefined,
      to: period === 'own' ? (days.last ?? today) : undefined,
    })
  const options = [
    ['today', words.periodToday],
    ['yesterday', words.periodYesterday],
    ['week', words.periodThisWeek],
    ['month', words.periodThisMonth],
    ['7d', words.periodWeek],
    ['30d', words.periodMonth],
    ['own', words.periodOwn],
  ] as const
  return (
    <>
      <div className="pick">
        <label htmlFor={id}>{words.period}</label>
        <select id={id} value={search.period ?? ''} onChange={(event) => choose(event.target.value)}>
          <option value="">{words.periodAny}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      {search.period === 'own' && (
        <>
          <DayPick name="from" label={words.periodFrom} />
          <DayPick name="to" label={words.periodTo} />
        </>
      )}
    </>
  )
}

/** The browser's own date field: it supports keyboard, phone and screen reader, and adds no code. */
const DayPick = ({ name, label }: { name: 'from' | 'to'; label: string }): ReactNode => {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [search, change] = useAddress()
  const chosen = search[name] ?? ''
  // Back changes the address while the field is displayed; a half-typed date is not a value yet and stays.
  useEffect(() => {
    if (field.current !== null && field.current.value !== chosen) field.current.value = chosen
  }, [chosen])
  return (
    <div className="pick">
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        type="date"
        defaultValue={chosen}
        onChange={({ target: { value } }) => {
          // While a year is typed it is 0002, then 0020.
          if (value !== chosen && (value === '' || isDay(value)))
            change({ [name]: value || undefined, page: undefined })
        }}
      />
    </div>
  )
}
