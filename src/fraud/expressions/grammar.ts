/** The form an expression must have: checked when a rule is written, and again before it is compiled. */
import { isVariable } from './variables.ts'

export type Constant = string | number | boolean | null | readonly Constant[]
/** Every operator's arguments as an array, whatever the short form was. */
export type Expression = Constant | readonly Expression[] | { readonly [operator: string]: readonly Expression[] }

export class GrammarFault extends Error {}

const BYTES_MAX = 8192
const DEPTH_MAX = 10
const NODES_MAX = 200

/** Operator to the numbers of arguments it takes. */
const ARGUMENTS: Readonly<Record<string, (count: number) => boolean>> = {
  var: (n) => n === 1 || n === 2,
  ...Object.fromEntries(
    ['==', '!=', '===', '!==', 'in', '/', '%'].map((operator) => [operator, (n: number) => n === 2]),
  ),
  ...Object.fromEntries(['<', '<=', '>', '>='].map((operator) => [operator, (n: number) => n === 2 || n === 3])),
  ...Object.fromEntries(
    ['and', 'or', '+', '*', 'min', 'max', 'missing', 'cat'].map((operator) => [operator, (n: number) => n >= 1]),
  ),
  '!': (n) => n === 1,
  '!!': (n) => n === 1,
  '-': (n) => n === 1 || n === 2,
  if: (n) => n >= 3 && n % 2 === 1,
}

/** Reads the text of an expression; throws a {@link GrammarFault} whose message says what to mend. */
export const parseExpression = (text: string): Expression => {
  if (Buffer.byteLength(text) > BYTES_MAX) throw new GrammarFault(`longer than ${BYTES_MAX} bytes`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new GrammarFault('not a JSON text')
  }
  if (!isOperation(json)) throw new GrammarFault('the top level must be an object with exactly one operator')
  return checked(json, 1, { nodes: 0 })
}

const isOperation = (node: unknown): node is Record<string, unknown> =>
  typeof node === 'object' && node !== null && !Array.isArray(node) && Object.keys(node).length === 1

const checked = (node: unknown, depth: number, seen: { nodes: number }): Expression => {
  if (depth > DEPTH_MAX) throw new GrammarFault(`deeper than ${DEPTH_MAX} levels`)
  if (++seen.nodes > NODES_MAX) throw new GrammarFault(`more than ${NODES_MAX} nodes`)
  if (Array.isArray(node)) return node.map((item) => checked(item, depth + 1, seen))
  if (typeof node !== 'object' || node === null) return node as Constant
  if (!isOperation(node)) throw new GrammarFault('an object must have exactly one operator')
  const [operator, given] = Object.entries(node)[0]!
  const fits = Object.hasOwn(ARGUMENTS, operator) ? ARGUMENTS[operator] : undefined
  if (!fits) throw new GrammarFault(`unknown operator ${JSON.stringify(operator)}`)
  const list = Array.isArray(given) ? given : [given]
  if (!fits(list.length)) throw new GrammarFault(`${operator} does not take ${list.length} arguments`)
  checkNames(operator, list)
  return { [operator]: list.map((item) => checked(item, depth + 1, seen)) }
}

const checkNames = (operator: string, list: readonly unknown[]): void => {
  const names = operator === 'var' ? list.slice(0, 1) : operator === 'missing' ? list : []
  for (const name of names)
    if (typeof name !== 'string' || !isVariable(name))
      throw new GrammarFault(`unknown variable ${JSON.stringify(name)}`)
}
