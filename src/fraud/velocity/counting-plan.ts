/** The counts that the velocity variables of some rules need. */
import { WINDOWS_S, type WindowName } from './velocity-windows.ts'

const COUNTED_KINDS = ['card', 'email', 'ip', 'device', 'customer', 'iban'] as const
/** Subjects of very many checks: counted by sums. */
const SUMMED_KINDS = ['merchant', 'source_account'] as const
export const SUBJECT_KINDS = [...COUNTED_KINDS, ...SUMMED_KINDS] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]
type Measure = 'count' | 'amount_minor' | 'declined_count' | 'distinct_cards'

export interface VelocityVariable {
  /** The variable's full name. */
  readonly name: string
  readonly kind: SubjectKind
  readonly windowS: number
  readonly measure: Measure
}

export interface CountingPlan {
  readonly needs: readonly VelocityVariable[]
  /** Kinds of subjects in an entry. */
  readonly kinds: ReadonlySet<SubjectKind>
  /** Longest window by kind, for counts from single entries. */
  readonly entries: ReadonlyMap<SubjectKind, number>
  /** Windows by kind, for counts from sums. */
  readonly sums: ReadonlyMap<SubjectKind, readonly number[]>
  /** Longest window by kind, where different cards are counted. */
  readonly cards: ReadonlyMap<SubjectKind, number>
}

const plans = new WeakMap<readonly string[], CountingPlan>()

/** Plans the needs of one version of the rules; made once. */
export const findCountingPlan = (names: readonly string[]): CountingPlan => {
  const cachedPlan = plans.get(names)
  if (cachedPlan) return cachedPlan
  const plan = buildCountingPlan(names.map(parseVelocityVariable))
  plans.set(names, plan)
  return plan
}

const parseVelocityVariable = (name: string): VelocityVariable => {
  const [, kind, window, measure] = name.split('.') as [string, SubjectKind, WindowName, Measure]
  return { name, kind, windowS: WINDOWS_S[window], measure }
}

const buildCountingPlan = (needs: readonly VelocityVariable[]): CountingPlan => {
  const ofCards = needs.filter(({ measure }) => measure === 'distinct_cards')
  const others = needs.filter(({ measure }) => measure !== 'distinct_cards')
  const longest = (of: readonly VelocityVariable[]): Map<SubjectKind, number> => {
    const byKind = new Map<SubjectKind, number>()
    for (const { kind, windowS } of of) byKind.set(kind, Math.max(windowS, byKind.get(kind) ?? 0))
    return byKind
  }
  const sums = new Map<SubjectKind, number[]>()
  for (const { kind, windowS } of others.filter(({ kind }) => isSummed(kind)))
    sums.set(kind, [...new Set([...(sums.get(kind) ?? []), windowS])])
  const kinds = new Set(needs.map(({ kind }) => kind))
  if (ofCards.length > 0) kinds.add('card')
  return { needs, kinds, entries: longest(others.filter(({ kind }) => !isSummed(kind))), sums, cards: longest(ofCards) }
}

export const isSummed = (kind: SubjectKind): boolean => (SUMMED_KINDS as readonly SubjectKind[]).includes(kind)
