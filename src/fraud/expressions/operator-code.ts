/** The code of every operator: plain comparisons and branches where the arguments allow it, calls otherwise. */
import type { Expression } from './grammar.ts'
import {
  ARITHMETIC,
  COMPARISONS,
  greatest,
  isAmong,
  isIn,
  isSame,
  isTrue,
  joined,
  least,
  missing,
  product,
  sum,
} from './operators.ts'
import type { Value } from './payment-variables.ts'
import { spendSteps } from './step-budget.ts'
import { isVelocity } from './variable-names.ts'

/** State of the library's compiler for one expression. The code can use `methods` and `values`. */
interface Build {
  readonly methods: unknown[]
  readonly values: unknown[]
  compile(strings: TemplateStringsArray, ...items: unknown[]): { [COMPILED]: string }
}
type Code = (args: readonly Expression[], build: Build) => string

/** The library's mark of a piece of code. */
const COMPILED: unique symbol = Symbol.for('json_logic_compiled') as never

const kept = (list: unknown[], name: string, item: unknown): string => {
  const at = list.indexOf(item)
  return `${name}[${at < 0 ? list.push(item) - 1 : at}]`
}
const valueCode = (build: Build, value: unknown): string => kept(build.values, 'values', value)
const callCode = (build: Build, work: unknown, ...args: readonly string[]): string =>
  `${kept(build.methods, 'methods', work)}(${args.join(', ')})`

const buildCode = (build: Build, expression: Expression): string =>
  Array.isArray(expression) ? valueCode(build, expression) : build.compile`${expression}`[COMPILED]

const isOperation = (expression: Expression): boolean =>
  typeof expression === 'object' && expression !== null && !Array.isArray(expression)

/** An operation pays for itself and for its constants; operations among its arguments pay for themselves. */
const paid =
  (code: Code): Code =>
  (args, build) => {
    const steps = 1 + args.filter((arg) => !isOperation(arg)).length
    return `(${callCode(build, spendSteps, String(steps))}, ${code(args, build)})`
  }

const call =
  (work: unknown): Code =>
  (args, build) =>
    callCode(build, work, ...args.map((arg) => buildCode(build, arg)))

const callWithList =
  (work: unknown): Code =>
  (args, build) =>
    callCode(build, work, `[${args.map((arg) => buildCode(build, arg)).join(', ')}]`)

const variable: Code = ([name, fallback], build) => {
  const otherwise = isVelocity(name as string) ? '0' : fallback === undefined ? 'null' : buildCode(build, fallback)
  return `(context[${JSON.stringify(name)}] ?? ${otherwise})`
}

const equality =
  (sign: '===' | '!=='): Code =>
  (args, build) => {
    const [a, b] = args.map((arg) => buildCode(build, arg)) as [string, string]
    const isPlain = args.some((arg) => !isOperation(arg) && !Array.isArray(arg))
    return isPlain ? `(${a} ${sign} ${b})` : `${sign === '!==' ? '!' : ''}${callCode(build, isSame, a, b)}`
  }

const compared =
  (holds: unknown): Code =>
  (args, build) =>
    args.length === 2 ? call(holds)(args, build) : call(between(holds as never))(args, build)

const betweens = new Map<unknown, unknown>()
const between = (holds: (a: Value, b: Value) => boolean): unknown => {
  if (!betweens.has(holds)) betweens.set(holds, (a: Value, b: Value, c: Value) => holds(a, b) && holds(b, c))
  return betweens.get(holds)
}

const truthCode = (build: Build, expression: Expression): string =>
  callCode(build, isTrue, buildCode(build, expression))

/** Returns the first argument that decides, else the last. `prev` is the library's own variable for it, read before it is set again. */
const firstThat =
  (decides: boolean): Code =>
  (args, build) => {
    const codes = args.map((arg) => buildCode(build, arg))
    return codes.reduceRight((rest, code) => {
      const truth = callCode(build, isTrue, `prev = ${code}`)
      return decides ? `(${truth} ? prev : ${rest})` : `(${truth} ? ${rest} : prev)`
    })
  }

const branches: Code = (args, build) => {
  let code = buildCode(build, args.at(-1)!)
  for (let at = args.length - 3; at >= 0; at -= 2)
    code = `(${truthCode(build, args[at]!)} ? ${buildCode(build, args[at + 1]!)} : ${code})`
  return code
}

const membership: Code = ([needle, hay], build) =>
  Array.isArray(hay) && !hay.some(Array.isArray)
    ? callCode(build, isAmong, buildCode(build, needle!), valueCode(build, new Set(hay)))
    : callCode(build, isIn, buildCode(build, needle!), buildCode(build, hay!))

const difference: Code = (args, build) => call(ARITHMETIC['-'])(args.length === 1 ? [0, ...args] : args, build)

const CODE: Readonly<Record<string, Code>> = {
  var: variable,
  missing: (names, build) => callCode(build, missing, 'context', valueCode(build, names)),
  '==': equality('==='),
  '===': equality('==='),
  '!=': equality('!=='),
  '!==': equality('!=='),
  ...Object.fromEntries(Object.entries(COMPARISONS).map(([operator, holds]) => [operator, compared(holds)])),
  and: firstThat(false),
  or: firstThat(true),
  '!': ([value], build) => `!${truthCode(build, value!)}`,
  '!!': ([value], build) => truthCode(build, value!),
  if: branches,
  in: membership,
  '+': callWithList(sum),
  '*': callWithList(product),
  '-': difference,
  '/': call(ARITHMETIC['/']),
  '%': call(ARITHMETIC['%']),
  min: callWithList(least),
  max: callWithList(greatest),
  cat: callWithList(joined),
}

export const OPERATOR_CODE: Readonly<Record<string, Code>> = Object.fromEntries(
  Object.entries(CODE).map(([operator, code]) => [operator, paid(code)]),
)
