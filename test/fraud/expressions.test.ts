/** 10,000 generated expressions, valid and invalid: none crashes, none exceeds its budget, and valid ones evaluate as the interface says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../src/core/problem.ts'
import { compileOperation } from '../../src/fraud/expressions/compile.ts'
import type { Constant, Operation } from '../../src/fraud/expressions/grammar.ts'
import type { Variables } from '../../src/fraud/expressions/payment-variables.ts'
import { BudgetExceeded, STEPS_MAX, stepsLeft } from '../../src/fraud/expressions/step-budget.ts'
import { containsText } from '../../src/fraud/expressions/text-search.ts'
import { validateExpression, variablesReadBy } from '../../src/fraud/expressions/validate-expression.ts'
import { anyVariables, arbitraryExpression, damagedText, rightExpression } from '../support/any-expression.ts'
import { NaiveFailure, naive, naiveTruth } from '../support/naive-expression.ts'
import { examples } from '../support/property-examples.ts'

/** By the interface: levels and nodes of the JSON as written, arguments not counted as a level of their own. */
const sizeOf = (node: unknown): { depth: number; nodes: number } => {
  const below = Array.isArray(node)
    ? node
    : typeof node === 'object' && node !== null
      ? Object.values(node).flatMap((args) => (Array.isArray(args) ? args : [args]))
      : []
  const sizes = below.map(sizeOf)
  return {
    depth: 1 + Math.max(0, ...sizes.map(({ depth }) => depth)),
    nodes: 1 + sizes.reduce((sum, { nodes }) => sum + nodes, 0),
  }
}
const isWithinLimits = (json: unknown): boolean => {
  const { depth, nodes } = sizeOf(json)
  return depth <= 10 && nodes <= 200 && Buffer.byteLength(JSON.stringify(json)) <= 8192
}

const refusalOf = (text: string): Problem | undefined => {
  try {
    validateExpression(text)
    return undefined
  } catch (problem) {
    assert.ok(problem instanceof Problem, String(problem))
    return problem
  }
}

/** Truth and value as the reference has them, and within the budget; a failure where the reference fails. */
const checkMeaning = (json: unknown, variables: Record<string, unknown>): void => {
  const operation = validateExpression(JSON.stringify(json))
  const evaluate = (each: Operation): boolean => compileOperation(each)(variables as Variables)
  let expected: unknown
  try {
    expected = naive(json, variables)
  } catch (failure) {
    assert.ok(failure instanceof NaiveFailure)
    assert.throws(() => evaluate(operation), TypeError)
    return
  }
  assert.equal(evaluate(operation), naiveTruth(expected))
  assert.ok(stepsLeft() > STEPS_MAX / 4, `${STEPS_MAX - stepsLeft()} steps`)
  assert.equal(evaluate({ '===': [operation, expected as Constant] }), true, JSON.stringify(expected))
}

test('valid expressions are accepted and evaluate as the interface says', () => {
  let taken = 0
  fc.assert(
    fc.property(rightExpression, anyVariables, (json, variables) => {
      if (!isWithinLimits(json)) return assert.ok(refusalOf(JSON.stringify(json)))
      taken++
      checkMeaning(json, variables)
    }),
    { numRuns: examples(4_000) },
  )
  assert.ok(taken > examples(3_000), String(taken))
})

test('arbitrary expressions are refused at existing paths, or evaluate as the interface says', () => {
  const seen = { taken: 0, refused: 0 }
  fc.assert(
    fc.property(arbitraryExpression, anyVariables, (json, variables) => {
      const refusal = refusalOf(JSON.stringify(json))
      seen[refusal ? 'refused' : 'taken']++
      if (!refusal) return checkMeaning(json, variables)
      assert.deepEqual([refusal.code, refusal.status], ['invalid_expression', 422])
      for (const { field, message } of refusal.extras.errors!) {
        assert.equal(field, 'expression_json')
        const path = /^(\/.*?): /s.exec(String(message))?.[1]
        if (path !== undefined) assert.ok(hasPlace(json, path), String(message))
      }
    }),
    { numRuns: examples(3_000) },
  )
  assert.ok(seen.taken > examples(200) && seen.refused > examples(200), JSON.stringify(seen))
})

const hasPlace = (json: unknown, path: string): boolean => {
  let node = json
  for (const token of path.slice(1).split('/')) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return false
    node = (node as Record<string, unknown>)[name]
  }
  return true
}

test('damaged texts are refused or still right, and never more than that', () => {
  const seen = { taken: 0, refused: 0 }
  fc.assert(
    fc.property(fc.oneof(damagedText, fc.json(), fc.string({ unit: 'binary' })), anyVariables, (text, variables) => {
      const refusal = refusalOf(text)
      seen[refusal ? 'refused' : 'taken']++
      if (refusal) assert.ok(refusal.extras.errors!.length > 0)
      else checkMeaning(JSON.parse(text), variables)
    }),
    { numRuns: examples(3_000) },
  )
  assert.ok(seen.taken > examples(20) && seen.refused > examples(1_000), JSON.stringify(seen))
})

const everyType = ['card', 'email', 'ip', 'device', 'iban', 'merchant_external_id']
const types = { var: 'blacklist.types' }
const agent = { var: 'device.user_agent' }
const catOf = (levels: number): unknown => (levels === 0 ? agent : { cat: [catOf(levels - 1)] })
const greedy: [name: string, json: unknown][] = [
  ['all nodes read variables', { and: Array(99).fill({ '!!': [1] }) }],
  ['all nodes compare the longest variable', { or: Array(33).fill({ '!=': [types, types] }) }],
  ['one long array in another', { in: [Array(97).fill(1), [Array(97).fill(1)]] }],
  [
    'arrays without end',
    {
      or: Array(15).fill({
        in: [
          [1, 2],
          [[1], [2], [3]],
        ],
      }),
    },
  ],
  ['the longest texts, joined and looked through', { in: ['ab'.repeat(2_000), { cat: Array(95).fill(agent) }] }],
  ['texts joined on every level', { in: ['ab', { cat: Array(11).fill(catOf(6)) }] }],
]
for (const [name, json] of greedy)
  test(`within the budget: ${name}`, () => {
    compileOperation(validateExpression(JSON.stringify(json)))({
      'blacklist.types': everyType,
      'device.user_agent': 'a'.repeat(1_024),
    })
    assert.ok(stepsLeft() > STEPS_MAX / 4, `${STEPS_MAX - stepsLeft()} steps`)
  })

test('a text that would take a search forever does not', () => {
  const texts = fc
    .tuple(fc.nat(400), fc.nat(400), fc.constantFrom('', 'b', 'ab'))
    .map(([a, b, c]) => 'a'.repeat(a) + c + 'a'.repeat(b))
  fc.assert(
    fc.property(texts, fc.array(texts, { maxLength: 6 }), (needle, parts) => {
      const hay = parts.join('b')
      assert.equal(containsText(hay, needle), hay.includes(needle))
    }),
    { numRuns: examples(500) },
  )
})

test('an evaluation ends where its budget does', () => {
  const operation = validateExpression('{"and":[{"==":[1,1]},{"in":[1,[[1],2,3]]}]}')
  assert.throws(() => compileOperation(operation, 5)({}), BudgetExceeded)
  assert.equal(compileOperation(operation, 20)({}), false)
})

test('what an expression reads, defaults and missing names included, each once', () => {
  const text = '{"and":[{"missing":["card.bin","card.type"]},{"var":["card.bin",{"var":"card.bank_code"}]}]}'
  assert.deepEqual(variablesReadBy(validateExpression(text)), ['card.bin', 'card.type', 'card.bank_code'])
  assert.deepEqual(variablesReadBy(validateExpression('{"in":["var",["card.bin"]]}')), [])
})
