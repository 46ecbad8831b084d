/** The form an expression must have: checked when a rule is written, and again before it is compiled. */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import type { FieldCode } from '../../core/problem.ts'
import { SIGNATURES, type Signature } from './operator-signatures.ts'
import { parseStrictJson } from './strict-json.ts'
import { ANY, canBe, LIST, NULL, nameOfTypes, type Types, typesOfConstant, typesOfVariable } from './value-types.ts'
import { suggestNames, typeOfVariable } from './variable-names.ts'

export type Constant = string | number | boolean | null | readonly Constant[]
/** Every operator's arguments as an array, whatever the short form was. */
export type Operation = { readonly [operator: string]: readonly Expression[] }
export type Expression = Constant | Operation

export interface Fault {
  /** JSON Pointer (RFC 6901) to the operator or the value at fault; empty for the whole text. */
  readonly path: string
  readonly code: FieldCode
  readonly message: Phrase
}

export class GrammarFault extends Error {
  readonly faults: readonly Fault[]
  constructor(faults: readonly Fault[]) {
    super(faults.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; '))
    this.faults = faults
  }
}

const BYTES_MAX = 8192
const DEPTH_MAX = 10
const NODES_MAX = 200
const FAULTS_MAX = 10 // as many as a caller fixes at once
const QUOTED_MAX = 64

/** Reads the text of an expression; throws a {@link GrammarFault} whose faults say where and how to fix them. */
export const parseExpression = (text: string): Operation => {
  if (Buffer.byteLength(text) > BYTES_MAX)
    throw new GrammarFault([{ path: '', code: 'too_long', message: phrase`longer than ${BYTES_MAX} bytes` }])
  const { json, fault } = parseStrictJson(text)
  if (json === undefined && fault) throw new GrammarFault([{ ...fault, code: 'invalid_format' }])
  const reading: Reading = { nodes: 0, faults: [] }
  const node = isObject(json)
    ? readOperation(reading, json, '', 1)
    : note(reading, '', 'invalid_type', phrase`the top level must be an object with one operator as its key`)
  if (reading.faults.length > 0) throw new GrammarFault(reading.faults.slice(0, FAULTS_MAX))
  // Faults that JSON.parse does not report: duplicate names, numbers that change their value, half characters.
  if (fault) throw new GrammarFault([{ ...fault, code: 'invalid_format' }])
  return node.expression as Operation
}

interface Reading {
  nodes: number
  readonly faults: Fault[]
}
interface Node {
  readonly expression: Expression
  readonly types: Types
}
/** Placeholder where a fault was noted, so that it does not cause others. */
const UNKNOWN: Node = { expression: null, types: ANY }

const note = ({ faults }: Reading, path: string, code: FieldCode, message: Phrase): Node => {
  faults.push({ path, code, message })
  return UNKNOWN
}

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** Counts a node; false where it is beyond a limit, which is noted once. */
const enters = (reading: Reading, path: string, depth: number): boolean => {
  reading.nodes++
  if (reading.nodes === NODES_MAX + 1) note(reading, path, 'too_many_items', phrase`more than ${NODES_MAX} nodes`)
  if (reading.nodes > NODES_MAX) return false
  if (depth > DEPTH_MAX) note(reading, path, 'out_of_range', phrase`deeper than ${DEPTH_MAX} levels`)
  return depth <= DEPTH_MAX
}

const readNode = (reading: Reading, json: unknown, path: string, depth: number): Node => {
  if (isObject(json)) return readOperation(reading, json, path, depth)
  if (!enters(reading, path, depth)) return UNKNOWN
  if (!Array.isArray(json)) return { expression: json as Constant, types: typesOfConstant(json) }
  return { expression: json.map((item, at) => readConstant(reading, item, `${path}/${at}`, depth + 1)), types: LIST }
}

const readConstant = (reading: Reading, json: unknown, path: string, depth: number): Constant => {
  if (isObject(json))
    note(reading, path, 'invalid_type', phrase`an array holds constants only; give operations as arguments`)
  else if (enters(reading, path, depth))
    return Array.isArray(json)
      ? json.map((item, at) => readConstant(reading, item, `${path}/${at}`, depth + 1))
      : (json as Constant)
  return null
}

const readOperation = (reading: Reading, json: Record<string, unknown>, path: string, depth: number): Node => {
  if (!enters(reading, path, depth)) return UNKNOWN
  const operators = Object.keys(json)
  const [operator] = operators
  if (operator === undefined || operators.length > 1)
    return note(
      reading,
      path,
      'invalid_format',
      phrase`an object has exactly one operator, this one has ${operators.length}`,
    )
  const at = `${path}/${pointerToken(operator)}`
  const signature = SIGNATURES.get(operator)
  if (!signature)
    return note(
      reading,
      at,
      'unknown_value',
      phrase`unknown operator ${quoted(operator)}; known are ${[...SIGNATURES.keys()].join(' ')}`,
    )
  const given = json[operator]
  const list: readonly unknown[] = Array.isArray(given) ? given : [given]
  const places = list.map((_, index) => (Array.isArray(given) ? `${at}/${index}` : at))
  if (!signature.fits(list.length))
    return note(
      reading,
      at,
      'mismatch',
      list.length === 1
        ? phrase`${quoted(operator)} takes ${signature.takes}; 1 is given`
        : phrase`${quoted(operator)} takes ${signature.takes}; ${list.length} are given`,
    )
  const before = reading.faults.length
  const args = list.map((each, index) => readArgument(reading, operator, each, index, places[index]!, depth + 1))
  if (reading.faults.length > before)
    return { expression: null, types: signature.gives(args.map(({ types }) => types)) }
  checkTypes(reading, operator, signature, args, at, places)
  return {
    expression: { [operator]: args.map(({ expression }) => expression) },
    types: operator === 'var' ? typesOfVar(args) : signature.gives(args.map(({ types }) => types)),
  }
}

const readArgument = (
  reading: Reading,
  operator: string,
  json: unknown,
  index: number,
  path: string,
  depth: number,
): Node => {
  const isName = operator === 'missing' || (operator === 'var' && index === 0)
  if (!isName) return readNode(reading, json, path, depth)
  if (!enters(reading, path, depth)) return UNKNOWN
  if (typeof json !== 'string')
    return note(reading, path, 'invalid_type', phrase`${quoted(operator)} takes the name of a variable as a text`)
  if (typeOfVariable(json) === undefined)
    return note(
      reading,
      path,
      'unknown_value',
      phrase`unknown variable ${quoted(json)}; known are ${suggestNames(json)}`,
    )
  return { expression: json, types: typesOfConstant(json) }
}

/** Refuses only expressions that can never be right; the evaluation decides what depends on the payment. */
const checkTypes = (
  reading: Reading,
  operator: string,
  { each, together }: Signature,
  args: readonly Node[],
  path: string,
  places: readonly string[],
): void => {
  args.forEach(({ types }, at) => {
    if (!canBe(types, each))
      note(
        reading,
        places[at]!,
        'invalid_type',
        phrase`${quoted(operator)} takes ${nameOfTypes(each)}, this is ${nameOfTypes(types)}`,
      )
  })
  const fault = together?.(args.map(({ types }) => types))
  if (fault !== undefined) note(reading, path, 'invalid_type', phrase`${quoted(operator)} ${fault}`)
  const [name, fallback] = args
  if (operator !== 'var' || !fallback) return
  const types = typesOfVariable(name!.expression as string) & ~NULL
  if (!canBe(fallback.types, types))
    note(
      reading,
      places[1]!,
      'invalid_type',
      phrase`the default is ${nameOfTypes(fallback.types)}, ${quoted(String(name!.expression))} is ${nameOfTypes(types)}`,
    )
}

const typesOfVar = ([name, fallback]: readonly Node[]): Types => {
  const types = typesOfVariable(name!.expression as string)
  return fallback && (types & NULL) !== 0 ? (types & ~NULL) | fallback.types : types
}

const pointerToken = (name: string): string => shortened(name).replaceAll('~', '~0').replaceAll('/', '~1')
const quoted = (name: string): string => JSON.stringify(shortened(name))
/** A name is the caller's text: enough of it to be recognised, whole characters only. */
const shortened = (name: string): string =>
  name.length > QUOTED_MAX ? `${name.slice(0, QUOTED_MAX).toWellFormed()}...` : name.toWellFormed()
