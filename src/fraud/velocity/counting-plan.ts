/** What the velocity variables of some rules ask to be counted. */
import { WINDOWS_S, type WindowName } from './velocity-windows.ts'

export const NARROW_KINDS = ['card', 'email', 'ip', 'device', 'customer', 'iban'] as const
/** Subjects of very many checks: counted by sums. */
export const WIDE_KINDS = ['merchant', 'source_account'] as const
export const KINDS = [...NARROW_KINDS, ...WIDE_KINDS] as const
export type Kind = (typeof KINDS)[number]
type Measure = 'count' | 'amount_minor' | 'declined_count' | 'distinct_cards'

export interface Need {
  /** The variable's full name. */
  readonly name: string
  readonly kind: Kind
  readonly windowS: number
  readonly measure: Measure
}

export interface Plan {
  readonly needs: readonly Need[]
  /** Subjects an entry bears. */
  readonly kinds: ReadonlySet<Kind>
  /** Longest window by kind, of what is counted from entries one by one. */
  readonly entries: ReadonlyMap<Kind, number>
  /** Windows by kind, of what is counted from sums. */
  readonly sums: ReadonlyMap<Kind, readonly number[]>
  /** Longest window by kind, where different cards are counted. */
  readonly cards: ReadonlyMap<Kind, number>
}

const plans = new WeakMap<readonly string[], Plan>()

/** Of the needs of one version of the rules: made once. */
export const planOf = (names: readonly string[]): Plan => {
  const known = plans.get(names)
  if (known) return known
  const plan = makePlan(names.map(needOf))
  plans.set(names, plan)
  return plan
}

const needOf = (name: string): Need => {
  const [, kind, window, measure] = name.split('.') as [string, Kind, WindowName, Measure]
  return { name, kind, windowS: WINDOWS_S[window], measure }
}

const makePlan = (needs: readonly Need[]): Plan => {
  const ofCards = needs.filter(({ measure }) => measure === 'distinct_cards')
  const others = needs.filter(({ measure }) => measure !== 'distinct_cards')
  const longest = (of: readonly Need[]): Map<Kind, number> => {
    const byKind = new Map<Kind, number>()
    for (const { kind, windowS } of of) byKind.set(kind, Math.max(windowS, byKind.get(kind) ?? 0))
    return byKind
  }
  const sums = new Map<Kind, number[]>()
  for (const { kind, windowS } of others.filter(({ kind }) => isWide(kind)))
    sums.set(kind, [...new Set([...(sums.get(kind) ?? []), windowS])])
  const kinds = new Set(needs.map(({ kind }) => kind))
  if (ofCards.length > 0) kinds.add('card')
  return { needs, kinds, entries: longest(others.filter(({ kind }) => !isWide(kind))), sums, cards: longest(ofCards) }
}

export const isWide = (kind: Kind): boolean => (WIDE_KINDS as readonly Kind[]).includes(kind)
