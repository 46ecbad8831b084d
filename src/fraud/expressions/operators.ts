/** The operators' effect on values (docs/interface/fraud.md#operators). A value that none of them defines fails the expression. */

import type { Value, Variables } from './payment-variables.ts'
import { spendOnText, spendSteps } from './step-budget.ts'
import { containsText } from './text-search.ts'
import { isVelocity } from './variable-names.ts'

export const isTrue = (value: Value): boolean =>
  !(
    value === false ||
    value === null ||
    value === 0 ||
    value === '' ||
    (typeof value === 'object' && value.length === 0)
  )

/** Entry by entry for arrays, without conversion for everything else. */
export const isSame = (a: Value, b: Value): boolean => {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  spendSteps(a.length)
  return a.length === b.length && a.every((item, at) => isSame(item, b[at]))
}

const isNumber = (value: Value): value is number => typeof value === 'number'

type Comparison = (a: Value, b: Value) => boolean
export const COMPARISONS: Readonly<Record<string, Comparison>> = {
  '<': (a, b) => isNumber(a) && isNumber(b) && a < b,
  '<=': (a, b) => isNumber(a) && isNumber(b) && a <= b,
  '>': (a, b) => isNumber(a) && isNumber(b) && a > b,
  '>=': (a, b) => isNumber(a) && isNumber(b) && a >= b,
}

/** Needle of a text, or member of an array. */
export const isIn = (needle: Value, hay: Value): boolean => {
  if (needle === null) return false
  if (typeof hay === 'string') {
    if (typeof needle !== 'string') return false
    spendOnText(hay.length + needle.length)
    return containsText(hay, needle)
  }
  if (!Array.isArray(hay)) return false
  spendSteps(hay.length)
  return hay.some((item) => isSame(item, needle))
}

/** Like the search in any array, for an array that is known beforehand and holds no arrays: constant time whatever its length. */
export const isAmong = (needle: Value, hay: ReadonlySet<Value>): boolean => needle !== null && hay.has(needle)

const toNumber = (value: Value): number => {
  if (value === null) return 0
  if (typeof value !== 'number') throw new TypeError('arithmetic takes numbers')
  return value
}
/** Returns null for results beyond a number, including a division by zero. */
const finite = (result: number): number | null => (Number.isFinite(result) ? result : null)

export const sum = (values: readonly Value[]): number | null =>
  finite(values.reduce<number>((total, value) => total + toNumber(value), 0))

export const product = (values: readonly Value[]): number | null =>
  finite(values.reduce<number>((total, value) => total * toNumber(value), 1))

type Arithmetic = (a: Value, b: Value) => number | null
const ofKnown =
  (work: (a: number, b: number) => number): Arithmetic =>
  (a, b) =>
    a === null || b === null ? null : finite(work(toNumber(a), toNumber(b)))

export const ARITHMETIC: Readonly<Record<string, Arithmetic>> = {
  '-': ofKnown((a, b) => a - b),
  '/': ofKnown((a, b) => a / b),
  '%': ofKnown((a, b) => a % b),
}

export const least = (values: readonly Value[]): number | null => extreme(values, (a, b) => a < b)
export const greatest = (values: readonly Value[]): number | null => extreme(values, (a, b) => a > b)

const extreme = (values: readonly Value[], isBetter: (a: number, b: number) => boolean): number | null =>
  values.reduce<number | null>((best, value) => {
    if (!isNumber(value)) return best
    return best === null || isBetter(value, best) ? value : best
  }, null)

export const missing = (variables: Variables, names: readonly string[]): readonly string[] =>
  names.filter((name) => (variables[name] ?? null) === null && !isVelocity(name))

export const joined = (values: readonly Value[]): string => {
  const text = values.map((value) => (value === null ? '' : String(value))).join('')
  spendOnText(text.length)
  return text
}
