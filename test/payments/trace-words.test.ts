/** Turkish names of everything a trace names by its code. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHARGEBACK_STATES } from '../../src/chargebacks/chargeback-states.ts'
import { ERROR_CODES, type ProblemCode } from '../../src/core/error-codes.ts'
import { TURKISH_CODES } from '../../src/core/phrases/turkish/error-codes.ts'
import { ALERT_STATES } from '../../src/fraud/alerts/alert-states.ts'
import { findAdvice } from '../../src/infra/http/error-advice.ts'
import { OPERATION_TYPES } from '../../src/payments/model/payment-schemas.ts'
import { PAYMENT_STATES } from '../../src/payments/model/payment-states.ts'
import { TRACE_WORDS, TURKISH_NAMES } from '../../src/payments/queries/trace-words.ts'
import { TRANSFER_STATES } from '../../src/transfers/model/transfer-states.ts'

const DECISIONS = ['approve', 'challenge', 'review', 'block']

test('no state, operation or decision of a trace is without a Turkish name', () => {
  const named = [PAYMENT_STATES, TRANSFER_STATES, CHARGEBACK_STATES, ALERT_STATES, OPERATION_TYPES, DECISIONS].flat()
  assert.deepEqual(
    named.filter((name) => !TURKISH_NAMES[name]),
    [],
  )
  assert.deepEqual(
    Object.keys(TURKISH_NAMES).filter((name) => !(named as string[]).includes(name)),
    [],
  )
})

test('each line in both languages', () => {
  const { en, tr } = TRACE_WORDS
  const sum = { amount: 129_990, currency: 'TRY' }
  assert.deepEqual(
    [en.step('pending', 'approved'), tr.step('pending', 'approved')],
    ['pending to approved', 'bekliyor → onaylandı'],
  )
  assert.deepEqual([en.sumOf('sale', sum), tr.sumOf('sale', sum)], ['sale of 1,299.90 TRY', 'Satış: 1.299,90 TRY'])
  assert.deepEqual(
    [en.chargebackOf(sum), tr.chargebackOf(sum)],
    ['chargeback of 1,299.90 TRY', 'Ters ibraz: 1.299,90 TRY'],
  )
  assert.deepEqual([en.decision('block', 90), tr.decision('block', 90)], ['block, score 90', 'engellendi, puan 90'])
  assert.deepEqual([en.transfers(1), tr.transfers(2)], ['1 transfer', '2 transfer'])
})

test('every code has a title, and every code that is answered an advice, in both languages', () => {
  const untold = Object.entries(ERROR_CODES).filter(
    ([code, { status, title }]) =>
      TURKISH_CODES[code as ProblemCode].title.trim() === '' ||
      title.trim() === '' ||
      (status > 0 && !findAdvice(code, 'tr')),
  )
  assert.deepEqual(untold, [])
})
