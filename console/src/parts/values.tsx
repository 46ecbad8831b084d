/** How single values look everywhere: amounts, times, ids, states, names of people. */
import { type ReactNode, useCallback, useState } from 'react'
import { useMe } from '../api/me.ts'
import { useLastEdit, useName } from '../api/names.ts'
import { usePlatformNow } from '../api/platform-now.ts'
import { amountText, countDecimals } from '../format/money.ts'
import { clock, day, dayAndTime, relative, utc } from '../format/time.ts'
import { useTexts } from '../texts/dictionary.ts'
import { useGivenNames } from '../texts/given-names.ts'
import { useLanguage, useLocale } from '../texts/language.ts'
import { STATES } from '../texts/states.ts'
import { WORDS } from '../texts/words.ts'
import { announce } from './announce.tsx'
import { Icon } from './icon.tsx'

interface AmountProps {
  readonly minor: number
  readonly currency: string | null
  /** In a column: leaves room for two decimals, so that figures of all currencies align. */
  readonly isAligned?: boolean
  readonly isStruck?: boolean
}

export const Amount = ({ minor, currency, isAligned = false, isStruck = false }: AmountProps): ReactNode => {
  const locale = useLocale()
  const code = currency ?? 'TRY'
  const missing = isAligned ? 2 - countDecimals(code) : 0
  return (
    <span className={isStruck ? 'amount struck' : 'amount'}>
      {amountText(minor, code, locale)}
      {missing > 0 && <span className="pad" aria-hidden="true">{`.${'0'.repeat(missing)}`}</span>}{' '}
      <span className="currency">{code}</span>
    </span>
  )
}

/** Local time in the tenant's zone; UTC on hover. */
export const Time = ({ at, form = 'full' }: { at: string | null; form?: 'full' | 'day' | 'clock' }): ReactNode => {
  const locale = useLocale()
  const { zone } = useMe()
  if (at === null) return <None />
  const show = { full: dayAndTime, day, clock }[form]
  return (
    <time dateTime={at} title={utc(at)}>
      {show(at, locale, zone)}
    </time>
  )
}

/** `2 hours ago` by the platform's clock. */
export const Ago = ({ at }: { at: string }): ReactNode => {
  const locale = useLocale()
  const now = usePlatformNow()
  const { zone } = useMe()
  return (
    <time dateTime={at} title={`${dayAndTime(at, locale, zone)} · ${utc(at)}`}>
      {relative(at, now, locale)}
    </time>
  )
}

export const None = (): ReactNode => <span className="quiet">–</span>

export const Copy = ({ text, label }: { text: string; label: string }): ReactNode => {
  const words = useTexts(WORDS)
  const [isDone, setDone] = useState(false)
  const copy = useCallback(() => {
    void navigator.clipboard.writeText(text).then(() => {
      setDone(true)
      announce(words.copied)
      setTimeout(() => setDone(false), 1_500)
    })
  }, [text, words])
  return (
    <button type="button" className="copy" onClick={copy} aria-label={`${words.copy}: ${label}`}>
      <Icon name={isDone ? 'approve' : 'copy'} />
    </button>
  )
}

/** The complete id, never shortened. */
export const Id = ({ value, label }: { value: string | null; label?: string }): ReactNode =>
  value === null || value === '' ? (
    <None />
  ) : (
    <span className="id">
      <code>{value}</code>
      <Copy text={value} label={label ?? value} />
    </span>
  )

const SHAPES = {
  done: 'M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1zM3.700 6.200 5.300 7.800 8.400 4.400',
  open: 'M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1zM6 3.500V6l1.700 1.200',
  waits: 'M6 1 11 6 6 11 1 6zM6 4v2.200M6 7.900v.1',
  bad: 'M2 2h8v8H2zM4.300 4.300l3.400 3.400M7.700 4.300 4.300 7.700',
  off: 'M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1zM3.500 6h5',
} as const

/** A state in words, with a shape and a colour for its tone. */
export const Status = ({ value }: { value: string }): ReactNode => {
  const language = useLanguage()
  const known = STATES[value]
  const tone = known?.tone ?? 'off'
  return (
    <span className={`status ${tone}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        <path d={SHAPES[tone]} />
      </svg>
      {known?.[language] ?? value.replaceAll('_', ' ')}
    </span>
  )
}

/** Who changed a record last, and when. */
export const LastEdit = ({ id }: { id: string }): ReactNode => {
  const edit = useLastEdit(id)
  if (edit === null) return <None />
  return (
    <span className="small">
      <Actor id={edit.by} />
      <span className="block quiet">
        <Ago at={edit.at} />
      </span>
    </span>
  )
}

/** A person or key by name, `you` for the signed-in person; the id if no name is known. */
export const Actor = ({ id }: { id: string | null }): ReactNode => {
  const words = useTexts(WORDS)
  const { person } = useMe()
  const given = useGivenNames()
  const found = useName(id)
  const name = found === null ? null : given(found)
  if (id === null) return <None />
  const isMe = id === person.id
  return (
    <span className="actor" title={id}>
      {isMe ? `${name ?? person.name} (${words.you})` : (name ?? id)}
    </span>
  )
}
