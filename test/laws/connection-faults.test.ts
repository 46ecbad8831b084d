/** Which errors of a statement leave open what the server did. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../src/core/problem.ts'
import { isConnectionFault } from '../../src/infra/postgres.ts'

const withCode = (code: string): Error => Object.assign(new Error(code), { code })

test('no SQLSTATE, or one of a lost connection or a stopping server: open', () => {
  for (const code of ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '08006', '57P01', '57P03'])
    assert.equal(isConnectionFault(withCode(code)), true, code)
  assert.equal(isConnectionFault(new Error('Connection terminated unexpectedly')), true)
})

test('any other SQLSTATE, or a refusal of our own: rolled back', () => {
  for (const code of ['23505', '40001', '57014', '42P01', 'P0001', 'XX000', 'F0000', 'HV000'])
    assert.equal(isConnectionFault(withCode(code)), false, code)
  assert.equal(isConnectionFault(new Problem('payment_not_found')), false)
})
