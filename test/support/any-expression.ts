/** Generated rule expressions: right ones by construction, arbitrary ones, and texts that were damaged. */
import fc from 'fast-check'
import { PLAIN_NAMES, typeOfVariable, type VariableType } from '../../src/fraud/expressions/variable-names.ts'

type Json = unknown

const VELOCITIES = ['velocity.card.1h.count', 'velocity.ip.10m.distinct_cards', 'velocity.iban.30d.amount_minor']
const namesOf = (type: VariableType): readonly string[] =>
  [...PLAIN_NAMES, ...VELOCITIES].filter((name) => typeOfVariable(name) === type)

// Few values, so that they meet.
const number = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 1, 2, -1, 3, 0.5, 14, 15_000) },
  { weight: 1, arbitrary: fc.constantFrom(1e-300, -9_007_199_254_740_991, 9_007_199_254_740_991) },
)
const text = fc.constantFrom('TR', 'DE', 'T', '', 'card', '0', 'a@example.com', 'ş"\\\n', 'prev', 'await', '🂡', '*/')
const scalar = fc.oneof(number, text, fc.boolean(), fc.constant(null))
const list = fc.oneof(
  fc.array(scalar, { maxLength: 5 }),
  fc.array(fc.array(scalar, { maxLength: 2 }), { maxLength: 3 }),
)
const listOfTypes = fc.subarray(['card', 'email', 'ip'])

const nullable = (arbitrary: fc.Arbitrary<Json>) =>
  fc.oneof({ weight: 3, arbitrary }, { weight: 1, arbitrary: fc.constant(null) })
const VALUES: Record<VariableType, fc.Arbitrary<Json>> = {
  text,
  number: fc.oneof({ weight: 9, arbitrary: number }, { weight: 1, arbitrary: fc.constantFrom(1e300, -1e300) }),
  boolean: fc.boolean(),
  list: listOfTypes,
}

/** Values of some of the variables, each of its type. */
export const anyVariables: fc.Arbitrary<Record<string, Json>> = fc.record(
  Object.fromEntries([...PLAIN_NAMES, ...VELOCITIES].map((name) => [name, nullable(VALUES[typeOfVariable(name)!])])),
  { requiredKeys: [] },
)

const variable = (type: VariableType, otherwise: fc.Arbitrary<Json>): fc.Arbitrary<Json> => {
  const name = fc.constantFrom(...namesOf(type))
  return fc.oneof(
    name.map((each) => ({ var: each })),
    name.map((each) => ({ var: [each] })),
    fc.tuple(name, otherwise).map((each) => ({ var: each })),
  )
}

const operation = (operators: readonly string[], args: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.tuple(fc.constantFrom(...operators), args).map(([operator, list]) => ({ [operator]: list }))
const some = (arbitrary: fc.Arbitrary<Json>) => fc.array(arbitrary, { minLength: 1, maxLength: 4 })
const branchesOf = (condition: fc.Arbitrary<Json>, value: fc.Arbitrary<Json>) =>
  fc
    .tuple(fc.array(fc.tuple(condition, value), { minLength: 1, maxLength: 3 }), value)
    .map(([pairs, last]) => ({ if: [...pairs.flat(), last] }))

/** Every operation is right in itself; an `if` may still give a number here and a text there, and fail when it does. */
export const { operation: rightExpression } = fc.letrec<
  Record<'number' | 'text' | 'boolean' | 'any' | 'operation', Json>
>((tie) => {
  const depth = { maxDepth: 4, depthIdentifier: 'expression', depthSize: 'medium' } as const
  const mixed = fc
    .tuple(tie('boolean'), tie('text'), fc.oneof(number, variable('number', number)))
    .map((args) => ({ if: args }))
  const numeric = fc.oneof({ ...depth }, number, fc.constant(null), tie('number'), mixed)
  const condition = fc.oneof({ ...depth }, fc.boolean(), tie('boolean'), tie('any'))
  return {
    number: fc.oneof(
      depth,
      variable('number', number),
      operation(['+', '*', 'min', 'max'], some(numeric)),
      operation(['-'], fc.array(numeric, { minLength: 1, maxLength: 2 })),
      operation(['-', '/', '%'], fc.tuple(numeric, numeric)),
      branchesOf(condition, numeric),
    ),
    text: fc.oneof(depth, variable('text', text), operation(['cat'], some(tie('any'))), branchesOf(condition, text)),
    boolean: fc.oneof(
      depth,
      variable('boolean', fc.boolean()),
      operation(['==', '!=', '===', '!=='], fc.tuple(tie('any'), tie('any'))),
      operation(['<', '<=', '>', '>='], fc.tuple(numeric, numeric)),
      operation(['<', '<=', '>', '>='], fc.tuple(numeric, numeric, numeric)),
      operation(['and', 'or'], some(condition)),
      operation(
        ['!', '!!'],
        condition.map((each) => [each]),
      ),
      operation(['in'], fc.tuple(tie('any'), fc.oneof(list, variable('list', listOfTypes)))),
      operation(['in'], fc.tuple(fc.oneof(text, tie('text')), tie('text'))),
    ),
    any: fc.oneof(
      depth,
      scalar,
      list,
      tie('number'),
      tie('text'),
      tie('boolean'),
      operation(['and', 'or'], some(tie('any'))),
      fc.subarray([...PLAIN_NAMES, ...VELOCITIES], { minLength: 1, maxLength: 4 }).map((names) => ({ missing: names })),
    ),
    operation: fc.oneof(tie('boolean'), tie('number'), tie('text')),
  }
}) as { operation: fc.Arbitrary<Json> }

const OPERATORS = [
  ...['var', 'missing', '==', '!=', '===', '!==', '<', '<=', '>', '>=', 'and', 'or', '!', '!!', 'if', 'in'],
  ...['+', '*', '-', '/', '%', 'min', 'max', 'cat', 'map', '__proto__', 'constructor', 'a/b~c'],
]

/** Known and unknown operators over anything. */
export const { node: arbitraryExpression } = fc.letrec<{ node: Json }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc.oneof(
      scalar,
      list,
      fc.constantFrom('card.bin', 'amount_minor', 'velocity.card.2h.count'),
      variable('text', text),
    ),
    fc
      .tuple(fc.constantFrom(...OPERATORS), fc.oneof(tie('node'), fc.array(tie('node'), { maxLength: 4 })))
      .map(([operator, args]) => JSON.parse(`{${JSON.stringify(operator)}:${JSON.stringify(args)}}`)),
  ),
})) as { node: fc.Arbitrary<Json> }

/** A right text with pieces cut out, doubled, or overwritten. */
export const damagedText: fc.Arbitrary<string> = fc
  .tuple(
    rightExpression,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom(0, 0, 0, 1, 2, 6),
        fc.constantFrom(
          ' ',
          '1',
          '',
          '{',
          '}',
          '[',
          ']',
          ',',
          '"',
          ':',
          'null',
          '1e999',
          '-0',
          '\uFEFF',
          '\ud800',
          '\\ud800',
          '\u0000',
          '"var"',
        ),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([expression, cuts]) =>
    cuts.reduce((damaged, [place, length, piece]) => {
      const at = place % (damaged.length + 1)
      return damaged.slice(0, at) + piece + damaged.slice(at + length)
    }, JSON.stringify(expression)),
  )
