/** The members of a record as form fields, described once: their initial values, and the body built from them. */
import type { ReactNode } from 'react'
import { readAmount, typedAmount } from '../../format/money.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { Field } from '../form.tsx'
import { PickField } from '../pick-field.tsx'
import type { Values } from '../write-dialog.tsx'
import { RECORD } from './texts.ts'

export type Options = readonly (readonly [value: string, text: string])[]

export interface Member<B = Readonly<Record<string, unknown>>> {
  readonly name: keyof B & string
  readonly label: string
  /** text by default; `secret` is never filled in and only sent if it was typed; `pairs` are lines of name=value. */
  readonly kind?:
    | 'text'
    | 'long'
    | 'count'
    | 'decimal'
    | 'amount'
    | 'yes'
    | 'pick'
    | 'many'
    | 'date'
    | 'secret'
    | 'pairs'
  readonly options?: Options
  readonly isRequired?: boolean
  readonly hint?: string
  readonly maxLength?: number
  /** Currency of an amount. */
  readonly currency?: string
}

const COUNT = /^-?\d+$/
const DECIMAL = /^-?\d+(?:[.,]\d+)?$/
const linesOf = (typed: string): string[] => typed.split('\n').filter((line) => line.trim() !== '')
const isPairs = (typed: string): boolean => linesOf(typed).every((line) => line.indexOf('=') > 0)
const pairsOf = (typed: string): Record<string, string> =>
  Object.fromEntries(
    linesOf(typed).map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1).trim()]),
  )

export type Shown<B> = Partial<Readonly<Record<keyof B & string, unknown>>>

interface MembersProps<B> {
  readonly members: readonly Member<B>[]
  /** The initial values. */
  readonly of?: Shown<B> | undefined
}

export const Members = <B,>({ members, of = {} }: MembersProps<B>): ReactNode =>
  members.map((member) => <OneMember key={member.name} member={member} value={of[member.name]} />)

const OneMember = <B,>({ member, value }: { member: Member<B>; value: unknown }): ReactNode => {
  const { name, label, kind = 'text', options = [], isRequired = false, hint } = member
  const words = useTexts(RECORD)
  if (kind === 'yes') return <YesField name={name} label={label} isYes={value === true} hint={hint} />
  if (kind === 'many') return <ManyField member={member} chosen={Array.isArray(value) ? (value as string[]) : []} />
  if (kind === 'pick')
    return (
      <PickField
        name={name}
        label={label}
        options={isRequired ? options : [['', words.unset], ...options]}
        value={toShownText(value)}
      />
    )
  return <TypedMember member={member} value={value} />
}

const TypedMember = <B,>({ member, value }: { member: Member<B>; value: unknown }): ReactNode => {
  const { name, label, kind = 'text', isRequired = false, hint, maxLength, currency = 'TRY' } = member
  const words = useTexts(RECORD)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const faultOf = (typed: string): string | null => {
    if (typed.trim() === '') return null
    if (kind === 'count') return COUNT.test(typed.trim()) ? null : words.wholeNumber
    if (kind === 'decimal') return DECIMAL.test(typed.trim()) ? null : words.number
    if (kind === 'amount') return readAmount(typed, currency, locale) === null ? common.amountUnreadable : null
    return kind === 'pairs' && !isPairs(typed) ? words.pairsUnreadable : null
  }
  const shown = kind === 'secret' ? '' : kind === 'amount' ? amountOf(value, currency, locale) : toShownText(value)
  return (
    <Field
      name={name}
      label={kind === 'amount' ? `${label} (${currency})` : label}
      value={shown}
      hint={hint ?? (kind === 'pairs' ? words.pairs : undefined)}
      isRequired={isRequired}
      isLong={kind === 'long' || kind === 'pairs'}
      autoComplete={kind === 'secret' ? 'new-password' : 'off'}
      validate={faultOf}
      {...(kind === 'date' ? { type: 'date' } : kind === 'secret' ? { type: 'password' } : {})}
      {...(kind === 'count' ? { inputMode: 'numeric' as const } : {})}
      {...(kind === 'decimal' || kind === 'amount' ? { inputMode: 'decimal' as const } : {})}
      {...(maxLength === undefined ? {} : { maxLength })}
    />
  )
}

const amountOf = (value: unknown, currency: string, locale: string): string =>
  typeof value === 'number' ? typedAmount(value, currency, locale) : ''

const toShownText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, text]) => `${name}=${String(text)}`)
      .join('\n')
  return String(value)
}

export const YesField = ({
  name,
  label,
  isYes = false,
  hint,
}: {
  name: string
  label: string
  isYes?: boolean
  hint?: string | undefined
}): ReactNode => (
  <label className="yes-field">
    <input type="checkbox" name={name} defaultChecked={isYes} />
    <span>
      {label}
      {hint !== undefined && <span className="hint block">{hint}</span>}
    </span>
  </label>
)

const ManyField = <B,>({ member, chosen }: { member: Member<B>; chosen: readonly string[] }): ReactNode => (
  <fieldset className="many-field">
    <legend>{member.label}</legend>
    {(member.options ?? []).map(([value, text]) => (
      <YesField key={value} name={`${member.name}.${value}`} label={text} isYes={chosen.includes(value)} />
    ))}
  </fieldset>
)

/**
 * Returns the fields that can show a fault of the service; faults of choices and check boxes are shown above the form.
 */
export const listNames = <B,>(members: readonly Member<B>[]): readonly string[] =>
  members.filter(({ kind }) => kind !== 'yes' && kind !== 'pick' && kind !== 'many').map(({ name }) => name)

/** Returns the body for what was typed; an empty text is not sent. */
export const buildBody = <B,>(members: readonly Member<B>[], values: Values, locale: string): B =>
  Object.fromEntries(
    members
      .map((member) => [member.name, valueTyped(member, values, locale)] as const)
      .filter(([, value]) => value !== undefined),
  ) as B

/** Returns the initial values as the form contains them before it is changed. */
const shownValues = <B,>(members: readonly Member<B>[], of: Shown<B>, locale: string): Values =>
  Object.fromEntries(
    members.flatMap(({ name, kind = 'text', options = [], currency = 'TRY', isRequired = false }) => {
      const value = of[name]
      if (kind === 'yes') return value === true ? [[name, 'on']] : []
      if (kind === 'many')
        return options.flatMap(([each]) =>
          Array.isArray(value) && value.includes(each) ? [[`${name}.${each}`, 'on']] : [],
        )
      if (kind === 'secret') return []
      if (kind === 'amount') return [[name, amountOf(value, currency, locale)]]
      // A list without an empty choice begins with its first option.
      const first = kind === 'pick' && isRequired ? (options[0]?.[0] ?? '') : ''
      return [[name, toShownText(value) || first]]
    }),
  )

/**
 * For an operation that changes only named members: returns the members whose fields were changed, and those that were
 * emptied.
 */
export const buildChanges = <B,>(
  members: readonly Member<B>[],
  values: Values,
  of: Shown<B>,
  locale: string,
): { readonly sent: Partial<B>; readonly emptied: readonly (keyof B & string)[] } => {
  const before = shownValues(members, of, locale)
  const entries = members.map(
    (member) => [member.name, valueTyped(member, before, locale), valueTyped(member, values, locale)] as const,
  )
  const changed = entries.filter(([, was, is]) => JSON.stringify(was) !== JSON.stringify(is))
  return {
    sent: Object.fromEntries(
      changed.filter(([, , is]) => is !== undefined).map(([name, , is]) => [name, is]),
    ) as Partial<B>,
    emptied: changed.filter(([, , is]) => is === undefined).map(([name]) => name),
  }
}

const valueTyped = <B,>(member: Member<B>, values: Values, locale: string): unknown => {
  const { name, kind = 'text', options = [], currency = 'TRY' } = member
  if (kind === 'yes') return values[name] === 'on'
  if (kind === 'many') return options.map(([value]) => value).filter((value) => values[`${name}.${value}`] === 'on')
  const typed = values[name]?.replaceAll('\r\n', '\n').trim() ?? ''
  if (typed === '') return undefined
  if (kind === 'count' || kind === 'decimal') return Number(typed.replace(',', '.'))
  if (kind === 'amount') return readAmount(typed, currency, locale)
  return kind === 'pairs' ? pairsOf(typed) : typed
}
