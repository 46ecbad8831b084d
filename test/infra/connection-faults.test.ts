/** Which errors of a statement leave its outcome unknown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../src/core/problem.ts'
import {
  isAbsence,
  isConnectionError,
  noteConnectionError,
  toDatabaseProblem,
} from '../../src/infra/database/database-errors.ts'

const withCode = (code: string): Error => Object.assign(new Error(code), { code })

test('no SQLSTATE, or one of a lost connection or a stopping server: open', () => {
  for (const code of ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '08006', '57P01', '57P03', '25P03', '25P04'])
    assert.equal(isConnectionError(withCode(code)), true, code)
  assert.equal(isConnectionError(new Error('Connection terminated unexpectedly')), true)
})

test('any other SQLSTATE, or a refusal of our own: rolled back', () => {
  for (const code of ['23505', '40001', '57014', '42P01', 'P0001', 'XX000', 'F0000', 'HV000', '25P01', '25P02'])
    assert.equal(isConnectionError(withCode(code)), false, code)
  assert.equal(isConnectionError(new Problem('payment_not_found')), false)
})

test('an error of the program does not count, so that only its row is lost', () => {
  const cases = [
    new TypeError('x is not iterable'),
    new RangeError('x'),
    new Error('the sum is negative'),
    'text',
    null,
  ]
  for (const error of cases) assert.equal(isConnectionError(error), false, String(error))
  assert.equal(isConnectionError(withCode('ERR_ASSERTION')), false)
})

const TOLD: [code: string, words: RegExp | undefined][] = [
  ['57P03', /is starting/],
  ['25006', /takes no writes/],
  ['53300', /overloaded/],
  ['53100', /overloaded/],
  ['57014', /took longer/],
  ['55P03', /holds what this one needs/],
  ['08006', /cannot be reached/],
  ['25P03', /cannot be reached/],
  ['25P04', /cannot be reached/],
  ['ECONNREFUSED', /cannot be reached/],
  ['23505', undefined],
  ['42P01', undefined],
]
for (const [code, words] of TOLD)
  test(`${code} is told as ${words === undefined ? 'a fault of the service' : `503, ${words}`}`, () => {
    const problem = toDatabaseProblem(withCode(code))
    assert.equal(problem?.status, words === undefined ? undefined : 503)
    if (words) assert.match(String(problem?.extras.detail ?? ''), words)
  })

test('a database that takes no connections is away; the same code of a statement is our own fault', () => {
  const [refused, ofStatement] = [withCode('55000'), withCode('55000')]
  noteConnectionError(refused)
  assert.deepEqual([isConnectionError(refused), isAbsence(refused)], [true, true])
  assert.equal(toDatabaseProblem(refused)?.status, 503)
  assert.deepEqual([isConnectionError(ofStatement), isAbsence(ofStatement)], [false, false])
})
