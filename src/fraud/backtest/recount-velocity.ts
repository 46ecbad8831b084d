/** Velocities counted again from the check logs, in one sweep through them in the order of time (docs/interface/fraud.md#velocity). */
import type { Value, Variables } from '../expressions/payment-variables.ts'
import type { SubjectKind } from '../velocity/counting-plan.ts'
import { WINDOWS_S, type WindowName } from '../velocity/velocity-windows.ts'
import type { LoggedCheck } from './check-log-pages.ts'

/** Returns a check's subject from its variables or a column. */
const SUBJECTS: Readonly<Record<SubjectKind, (check: LoggedCheck, variables: Variables) => Value | undefined>> = {
  card: ({ card }) => card,
  iban: ({ iban }) => iban,
  source_account: ({ source_account }) => source_account,
  email: (_, variables) => variables['customer.email'],
  ip: (_, variables) => lowerCase(variables['customer.ip']),
  device: (_, variables) => variables['device.fingerprint'],
  customer: (_, variables) => variables['customer.id'],
  merchant: (_, variables) => variables.merchant,
}
const lowerCase = (value: Value | undefined): Value | undefined =>
  typeof value === 'string' ? value.toLowerCase() : value

type Measure = 'count' | 'amount_minor' | 'declined_count' | 'distinct_cards'
interface RecountVariable {
  readonly name: string
  readonly kind: SubjectKind
  readonly windowS: number
  readonly measure: Measure
}

const parseVelocityVariable = (name: string): RecountVariable => {
  const [, kind, window, measure] = name.split('.') as [string, SubjectKind, WindowName, Measure]
  return { name, kind, windowS: WINDOWS_S[window], measure }
}

export const longestWindowS = (names: readonly string[]): number =>
  Math.max(0, ...names.map((name) => parseVelocityVariable(name).windowS))

/** Returns whether any of them needs the results of earlier payments or transfers. */
export const needsDeclines = (names: readonly string[]): boolean =>
  names.some((name) => parseVelocityVariable(name).measure === 'declined_count')

export interface VelocityRecount {
  /** Returns the value for this check, counting everything noted before it; null if the sweep began too late to count it. */
  read(name: string, check: LoggedCheck, variables: Variables): number | null
  /** Adds a check to the counts. Call it after the values for the check were read, whatever its result. */
  note(check: LoggedCheck, variables: Variables): void
}

/** `completeFromS`: every check of that second and later will be noted. */
export const createVelocityRecount = (names: readonly string[], completeFromS: number): VelocityRecount => {
  const needs = new Map(names.map((name) => [name, parseVelocityVariable(name)]))
  const windows = new Map<string, { kind: SubjectKind; bySubject: Map<Value, Window>; windowS: number }>()
  for (const { kind, windowS } of needs.values())
    windows.set(`${kind} ${windowS}`, { kind, windowS, bySubject: new Map() })
  return {
    read(name, check, variables) {
      const { kind, windowS, measure } = needs.get(name) as RecountVariable
      const nowS = secondOf(check)
      if (nowS - windowS < completeFromS) return null
      const subject = subjectOf(kind, check, variables)
      const window = subject === null ? undefined : windows.get(`${kind} ${windowS}`)?.bySubject.get(subject)
      if (!window) return 0
      leave(window, nowS - windowS)
      return MEASURES[measure](window, check)
    },
    note(check, variables) {
      for (const { kind, bySubject } of windows.values()) {
        const subject = subjectOf(kind, check, variables)
        if (subject === null) continue
        const window = bySubject.get(subject)
        if (window) enter(window, check)
        else bySubject.set(subject, enter(emptyWindow(), check))
      }
    },
  }
}

const secondOf = ({ checked_at }: LoggedCheck): number => Math.floor(checked_at.getTime() / 1_000)

const subjectOf = (kind: SubjectKind, check: LoggedCheck, variables: Variables): Value => {
  const value = SUBJECTS[kind](check, variables) ?? null
  return value === '' ? null : value
}

/** The checks of one subject that are young enough, oldest first, and their sums. */
interface Window {
  readonly entries: { atS: number; amount: number; currency: string; failed: boolean; card: number | null }[]
  /** Entries before it have left. */
  first: number
  declined: number
  readonly amounts: Map<string, number>
  readonly cards: Map<number, number>
}
const emptyWindow = (): Window => ({ entries: [], first: 0, declined: 0, amounts: new Map(), cards: new Map() })

const MEASURES: Readonly<Record<Measure, (window: Window, check: LoggedCheck) => number>> = {
  count: ({ entries, first }) => entries.length - first,
  amount_minor: ({ amounts }, { currency }) => amounts.get(currency) ?? 0,
  declined_count: ({ declined }) => declined,
  distinct_cards: ({ cards }) => cards.size,
}

const enter = (window: Window, check: LoggedCheck): Window => {
  const { amount, currency, failed, card } = check
  window.entries.push({ atS: secondOf(check), amount, currency, failed, card })
  add(window, amount, currency, failed, card, 1)
  return window
}

/** Removes the entries of that second and earlier. */
const leave = (window: Window, lastS: number): void => {
  const { entries } = window
  for (; window.first < entries.length && (entries[window.first]?.atS ?? 0) <= lastS; window.first++) {
    const { amount, currency, failed, card } = entries[window.first] as Window['entries'][number]
    add(window, amount, currency, failed, card, -1)
  }
  if (window.first > entries.length / 2) {
    entries.splice(0, window.first)
    window.first = 0
  }
}

const add = (
  window: Window,
  amount: number,
  currency: string,
  failed: boolean,
  card: number | null,
  sign: 1 | -1,
): void => {
  window.amounts.set(currency, (window.amounts.get(currency) ?? 0) + sign * amount)
  if (failed) window.declined += sign
  if (card === null) return
  const times = (window.cards.get(card) ?? 0) + sign
  if (times === 0) window.cards.delete(card)
  else window.cards.set(card, times)
}
