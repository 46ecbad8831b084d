/** Expressions evaluated only by docs/interface/fraud.md#operators: slow, and sharing nothing with what it checks. */

type Json = unknown
type Vars = Readonly<Record<string, Json>>

export class NaiveFailure extends Error {}

/** Reads the JSON as written, short forms included. */
export const naive = (node: Json, vars: Vars): Json => {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return node
  const [operator, raw] = Object.entries(node)[0]!
  const parts: Json[] = Array.isArray(raw) ? raw : [raw]
  const lazy = LAZY[operator]
  return lazy ? lazy(parts, vars) : EAGER[operator]!(parts.map((part) => naive(part, vars)))
}

export const naiveTruth = (value: Json): boolean => {
  if (Array.isArray(value)) return value.length > 0
  return value !== false && value !== null && value !== 0 && value !== ''
}

const read = (name: string, vars: Vars): Json => {
  const value = vars[name]
  if (value !== undefined && value !== null) return value
  return name.startsWith('velocity.') ? 0 : null
}

const LAZY: Record<string, (parts: Json[], vars: Vars) => Json> = {
  var([name, otherwise], vars) {
    const value = read(name as string, vars)
    if (value !== null) return value
    return otherwise === undefined ? null : naive(otherwise, vars)
  },
  missing: (names, vars) => names.filter((name) => read(name as string, vars) === null),
  and(parts, vars) {
    let value: Json = null
    for (const part of parts) {
      value = naive(part, vars)
      if (!naiveTruth(value)) break
    }
    return value
  },
  or(parts, vars) {
    let value: Json = null
    for (const part of parts) {
      value = naive(part, vars)
      if (naiveTruth(value)) break
    }
    return value
  },
  if(parts, vars) {
    if (parts.length === 1) return naive(parts[0], vars)
    const [condition, value, ...rest] = parts
    return naiveTruth(naive(condition, vars)) ? naive(value, vars) : naive({ if: rest }, vars)
  },
}

const equal = (a: Json, b: Json): boolean =>
  Array.isArray(a) && Array.isArray(b) ? JSON.stringify(a) === JSON.stringify(b) : a === b

const ordered =
  (holds: (a: number, b: number) => boolean) =>
  (args: Json[]): boolean => {
    for (const arg of args) if (typeof arg !== 'number') return false
    for (let at = 1; at < args.length; at++) if (!holds(args[at - 1] as number, args[at] as number)) return false
    return true
  }

const numbers = (args: Json[], whenNull: number): number[] =>
  args.map((arg) => {
    if (arg === null) return whenNull
    if (typeof arg !== 'number') throw new NaiveFailure()
    return arg
  })
const orNull = (value: number): number | null => (value - value === 0 ? value : null)
const known = (args: Json[], work: (a: number, b: number) => number): number | null => {
  if (args.includes(null)) return null
  const [a, b] = numbers(args, 0)
  return orNull(b === undefined ? -a! : work(a!, b))
}

const EAGER: Record<string, (args: Json[]) => Json> = {
  '==': ([a, b]) => equal(a, b),
  '===': ([a, b]) => equal(a, b),
  '!=': ([a, b]) => !equal(a, b),
  '!==': ([a, b]) => !equal(a, b),
  '<': ordered((a, b) => a < b),
  '<=': ordered((a, b) => a <= b),
  '>': ordered((a, b) => a > b),
  '>=': ordered((a, b) => a >= b),
  '!': ([value]) => !naiveTruth(value),
  '!!': ([value]) => naiveTruth(value),
  in([needle, hay]) {
    if (needle === null || hay === null) return false
    if (Array.isArray(hay)) return hay.filter((item) => equal(item, needle)).length > 0
    return typeof hay === 'string' && typeof needle === 'string' && hay.split(needle).length > (needle === '' ? -1 : 1)
  },
  '+': (args) => orNull(numbers(args, 0).reduce((a, b) => a + b, 0)),
  '*': (args) => orNull(numbers(args, 0).reduce((a, b) => a * b, 1)),
  '-': (args) => known(args, (a, b) => a - b),
  '/': (args) => known(args, (a, b) => a / b),
  '%': (args) => known(args, (a, b) => a % b),
  min: (args) => args.filter((arg) => typeof arg === 'number').sort((a, b) => a - b)[0] ?? null,
  max: (args) => args.filter((arg) => typeof arg === 'number').sort((a, b) => b - a)[0] ?? null,
  cat: (args) => args.map((arg) => (arg === null ? '' : `${arg}`)).join(''),
}
