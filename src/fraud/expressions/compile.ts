/** Turns an expression into a function over the variables of one payment, with the operators as the contract defines them. */
import { LogicEngine } from 'json-logic-engine'
import { LRUCache } from 'lru-cache'
import { parseExpression } from './grammar.ts'
import { isVelocity } from './variable-names.ts'
import type { Value, Variables } from './variables.ts'

/** True = the rule matches. Throws where the expression fails on these values. */
export type Compiled = (variables: Variables) => boolean

const KEPT_MAX = 5_000 // expressions; a tenant's rules are read again every few seconds, their functions are not

const kept = new LRUCache<string, Compiled>({ max: KEPT_MAX })

export const compile = (text: string): Compiled => {
  const known = kept.get(text)
  if (known) return known
  // The grammar lets nothing through to the compiler but the operators below, known names and constants.
  const evaluate = engine.build(parseExpression(text)) as (variables: Variables) => Value
  const compiled: Compiled = (variables) => isTrue(evaluate(variables))
  kept.set(text, compiled)
  return compiled
}

export const isTrue = (value: Value | undefined): boolean =>
  !(
    value === undefined ||
    value === null ||
    value === false ||
    value === 0 ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  )

const valueFor = (variables: Variables, name: Value | undefined): Value =>
  variables[name as string] ?? (isVelocity(name as string) ? 0 : null)

const isSame = (a: Value, b: Value): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((item, at) => isSame(item, b[at])) : a === b

const ordered =
  (holds: (a: number, b: number) => boolean) =>
  (args: readonly Value[]): boolean =>
    args.every((arg) => typeof arg === 'number') &&
    args.every((arg, at) => at === 0 || holds(args[at - 1] as number, arg as number))

const isIn = ([needle, hay]: readonly Value[]): boolean => {
  if (needle === null || needle === undefined) return false
  if (Array.isArray(hay)) return hay.some((item) => isSame(item, needle))
  return typeof hay === 'string' && typeof needle === 'string' && hay.includes(needle)
}

const numberOf = (value: Value | undefined, whenNull: number): number => {
  if (value === null || value === undefined) return whenNull
  if (typeof value !== 'number') throw new TypeError('not a number')
  return value
}
/** Minus, divide, remainder: unknown when an operand is, or when the result is no number. */
const arithmetic = (args: readonly Value[], work: (a: number, b: number) => number): number | null => {
  if (args.some((arg) => arg === null)) return null
  const result = args.length === 1 ? -numberOf(args[0], 0) : work(numberOf(args[0], 0), numberOf(args[1], 0))
  return Number.isFinite(result) ? result : null
}
const extreme = (args: readonly Value[], pick: (...numbers: number[]) => number): number | null => {
  const numbers = args.filter((arg) => typeof arg === 'number')
  return numbers.length === 0 ? null : pick(...numbers)
}

const chooseBranch = (args: readonly Value[]): Value => {
  for (let at = 0; at + 1 < args.length; at += 2) if (isTrue(args[at])) return args[at + 1] as Value
  return args.at(-1) as Value
}

type Operator = (args: readonly Value[], variables: Variables) => Value

const OPERATORS: Readonly<Record<string, Operator>> = {
  var: ([name, fallback], variables) => valueFor(variables, name) ?? fallback ?? null,
  missing: (names, variables) => names.filter((name) => valueFor(variables, name) === null),
  '==': ([a, b]) => isSame(a!, b!),
  '===': ([a, b]) => isSame(a!, b!),
  '!=': ([a, b]) => !isSame(a!, b!),
  '!==': ([a, b]) => !isSame(a!, b!),
  '<': ordered((a, b) => a < b),
  '<=': ordered((a, b) => a <= b),
  '>': ordered((a, b) => a > b),
  '>=': ordered((a, b) => a >= b),
  and: (args) => args.find((arg) => !isTrue(arg)) ?? (args.every(isTrue) ? args.at(-1)! : null),
  or: (args) => args.find(isTrue) ?? args.at(-1)!,
  '!': ([value]) => !isTrue(value),
  '!!': ([value]) => isTrue(value),
  if: chooseBranch,
  in: isIn,
  '+': (args) => args.reduce<number>((sum, arg) => sum + numberOf(arg, 0), 0),
  '*': (args) => args.reduce<number>((product, arg) => product * numberOf(arg, 0), 1),
  '-': (args) => arithmetic(args, (a, b) => a - b),
  '/': (args) => arithmetic(args, (a, b) => a / b),
  '%': (args) => arithmetic(args, (a, b) => a % b),
  min: (args) => extreme(args, Math.min),
  max: (args) => extreme(args, Math.max),
  cat: (args) => args.map((arg) => (arg === null ? '' : String(arg))).join(''),
}

const engine = new LogicEngine({})
for (const [name, operator] of Object.entries(OPERATORS)) engine.addMethod(name, operator as never)
