/** What a bank's outcome means for a transfer, in every state: what may be sent again, and what must never be. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  BREAKER_OPEN,
  NO_ANSWER,
  NOT_CONFIGURED,
  NOT_REACHED,
  QUEUE_FULL,
} from '../../src/connectors/own-bank-codes.ts'
import type { TransferObservation, TransferOutcome } from '../../src/connectors/transfer-bank.ts'
import {
  readTransferObservation,
  readTransferOutcome,
  readTransferReversal,
} from '../../src/transfers/dispatch/read-transfer-outcome.ts'
import { meaningOfBankCode } from '../../src/transfers/dispatch/transfer-bank-codes.ts'

const NOW = Date.UTC(2026, 4, 11, 9)
const LATENESS_MS = 60_000
const PATIENCE = { retriesMax: 3, retryWaitMs: 2_000, inquiryWaitMs: 60_000, latenessWindowMs: LATENESS_MS }
const ORDER = { bankReference: 'TRF1', receiptNo: 'R1', sentAs: 'fast', fee: 0, bankCode: '00' } as const
const faultOf = (providerCode: string) => ({ providerCode, providerMessage: 'as the bank says' })

const wordOf = (transition: ReturnType<typeof readTransferObservation>): string => {
  const wait = 'waitMs' in transition ? ` ${transition.waitMs / 1_000}` : ''
  return `${transition.kind}${transition.kind === 'failed' ? ` ${transition.code}` : ''}${wait}`
}

// Code, what an answer of it means with a try left and with none, what an inquiry that finds it means with none left.
const REFUSALS: readonly (readonly [code: string, first: string, last: string, asked: string])[] = [
  ['01', 'failed insufficient_balance', 'failed insufficient_balance', 'failed insufficient_balance'],
  ['02', 'failed account_not_found', 'failed account_not_found', 'failed account_not_found'],
  ['03', 'failed recipient_blocked', 'failed recipient_blocked', 'failed recipient_blocked'],
  ['04', 'failed daily_limit_exceeded', 'failed daily_limit_exceeded', 'failed daily_limit_exceeded'],
  [
    '05',
    'failed recipient_validation_failed',
    'failed recipient_validation_failed',
    'failed recipient_validation_failed',
  ],
  ['91', 'ask 60', 'ask 60', 'failed bank_timeout'],
  ['96', 'again 2', 'failed bank_system_error', 'failed bank_system_error'],
  ['77', 'failed unknown_error', 'failed unknown_error', 'failed unknown_error'],
  ['toString', 'failed unknown_error', 'failed unknown_error', 'failed unknown_error'],
]
for (const [code, first, last, asked] of REFUSALS)
  test(`refused with ${code}`, () => {
    const outcome: TransferOutcome = { kind: 'declined', fault: faultOf(code) }
    assert.equal(wordOf(readTransferOutcome(outcome, { retryCount: 0, nowMs: NOW }, PATIENCE)), first)
    assert.equal(wordOf(readTransferOutcome(outcome, { retryCount: 3, nowMs: NOW }, PATIENCE)), last)
    const standing = { retryCount: 3, nowMs: NOW, ageMs: 1, isDelivered: false }
    assert.equal(wordOf(readTransferObservation({ kind: 'declined', fault: faultOf(code) }, standing, PATIENCE)), asked)
  })

// What was never sent is retried, except for a configuration without a connector.
const UNSENT: readonly (readonly [code: string, first: string, last: string])[] = [
  [NOT_REACHED, 'again 2', 'failed connector_unavailable'],
  [BREAKER_OPEN, 'again 2', 'failed connector_unavailable'],
  [QUEUE_FULL, 'again 2', 'failed connector_unavailable'],
  [NOT_CONFIGURED, 'failed connector_unavailable', 'failed connector_unavailable'],
]
for (const [code, first, last] of UNSENT)
  test(`not sent: ${code}`, () => {
    const outcome: TransferOutcome = { kind: 'not_sent', fault: faultOf(code) }
    assert.equal(wordOf(readTransferOutcome(outcome, { retryCount: 0, nowMs: NOW }, PATIENCE)), first)
    assert.equal(wordOf(readTransferOutcome(outcome, { retryCount: 3, nowMs: NOW }, PATIENCE)), last)
  })

// What an inquiry finds: of a transfer under way within the lateness window, past it, and of a delivered one.
const OBSERVED: readonly (readonly [
  observation: TransferObservation,
  early: string,
  late: string,
  delivered: string,
])[] = [
  [{ kind: 'completed', ...ORDER }, 'completed', 'completed', 'completed'],
  [{ kind: 'delivered', ...ORDER }, 'delivered', 'delivered', 'ask 60'],
  [{ kind: 'accepted', expectedAt: NOW + 5_000 }, 'ask 5', 'ask 5', 'ask 5'],
  [{ kind: 'accepted', expectedAt: NOW - 5_000 }, 'ask 1', 'ask 1', 'ask 1'],
  [{ kind: 'accepted', expectedAt: null }, 'ask 1', 'ask 1', 'ask 1'],
  [{ kind: 'no_answer', fault: faultOf(NO_ANSWER) }, 'ask 60', 'ask 60', 'ask 60'],
  [{ kind: 'other_amount', fault: faultOf(NO_ANSWER) }, 'ask 60', 'ask 60', 'ask 60'],
  [{ kind: 'declined', fault: faultOf('02') }, 'failed account_not_found', 'failed account_not_found', 'ask 60'],
  [{ kind: 'declined', fault: faultOf('96') }, 'again 2', 'again 2', 'ask 60'],
  [{ kind: 'not_found' }, 'ask 60', 'take_back', 'ask 60'],
]
for (const [observation, early, late, delivered] of OBSERVED)
  test(`an inquiry finds ${JSON.stringify(observation)}`, () => {
    const found = (ageMs: number, isDelivered = false): string =>
      wordOf(readTransferObservation(observation, { retryCount: 0, nowMs: NOW, ageMs, isDelivered }, PATIENCE))
    assert.deepEqual(
      [found(LATENESS_MS - 1), found(LATENESS_MS), found(LATENESS_MS, true), found(LATENESS_MS - 1, true)],
      [early, late, delivered, delivered],
    )
  })

test('a reversal the bank has taken frees the transfer for one more try, and nothing else does', () => {
  const after = (reversal: Parameters<typeof readTransferReversal>[0], retryCount: number): string =>
    wordOf(readTransferReversal(reversal, { retryCount, nowMs: NOW }, PATIENCE))
  assert.deepEqual([after('reversed', 0), after('reversed', 3)], ['again 2', 'failed bank_timeout'])
  assert.deepEqual([after('no_answer', 0), after('no_answer', 3)], ['ask 60', 'ask 60'])
})

const texts = fc.oneof(fc.constantFrom(...REFUSALS.map(([code]) => code), NO_ANSWER, NOT_REACHED), fc.string())
const faults = texts.map(faultOf)
const expected = fc.option(fc.integer({ min: NOW - 1e7, max: NOW + 1e7 }))
const counts = fc.record({ retryCount: fc.nat(5), nowMs: fc.constant(NOW) })

test('what may have moved money is asked about: never sent again, never concluded', () => {
  const open = fc.oneof(
    fc.record({ kind: fc.constant('unknown' as const), fault: faults }),
    fc.record({ kind: fc.constant('accepted' as const), expectedAt: expected }),
  )
  fc.assert(
    fc.property(open, counts, (outcome, standing) => {
      const transition = readTransferOutcome(outcome, standing, PATIENCE)
      assert.equal(transition.kind, 'ask')
      assert.ok('waitMs' in transition && transition.waitMs >= 1_000, 'never asked without a pause')
    }),
  )
})

test('any result of an inquiry: reversed only past the window, and a delivered transfer never fails', () => {
  const observations: fc.Arbitrary<TransferObservation> = fc.oneof(
    fc.constantFrom<TransferObservation>({ kind: 'completed', ...ORDER }, { kind: 'delivered', ...ORDER }),
    fc.constant({ kind: 'not_found' as const }),
    fc.record({
      kind: fc.constantFrom('declined' as const, 'no_answer' as const, 'other_amount' as const),
      fault: faults,
    }),
    fc.record({ kind: fc.constant('accepted' as const), expectedAt: expected }),
  )
  const standings = fc.record({
    retryCount: fc.nat(5),
    nowMs: fc.constant(NOW),
    ageMs: fc.integer({ min: -1_000, max: 4 * LATENESS_MS }),
    isDelivered: fc.boolean(),
  })
  fc.assert(
    fc.property(observations, standings, (observation, standing) => {
      const { kind } = readTransferObservation(observation, standing, PATIENCE)
      if (standing.isDelivered) assert.ok(kind === 'ask' || kind === 'completed', kind)
      if (kind === 'take_back') assert.ok(observation.kind === 'not_found' && standing.ageMs >= LATENESS_MS)
      if (kind === 'again')
        assert.ok(observation.kind === 'declined' && meaningOfBankCode(observation.fault).then === 'again')
      if (kind === 'again') assert.ok(standing.retryCount < PATIENCE.retriesMax)
      if (kind === 'failed') assert.equal(observation.kind, 'declined')
    }),
    { numRuns: 1_000 },
  )
})

test('a delivered transfer is asked about ever more seldom, at least four times a day', () => {
  const observation = {
    kind: 'delivered',
    bankReference: 'B',
    receiptNo: 'R',
    sentAs: 'eft',
    fee: 0,
    bankCode: '00',
  } as const
  const waitAfter = (ageMs: number): number => {
    const standing = { retryCount: 0, nowMs: NOW, ageMs, isDelivered: true }
    const transition = readTransferObservation(observation, standing, PATIENCE)
    assert.equal(transition.kind, 'ask')
    return transition.kind === 'ask' ? transition.waitMs : 0
  }
  const HOUR = 3_600_000
  assert.deepEqual([0, HOUR, 8 * HOUR, 1000 * HOUR].map(waitAfter), [
    PATIENCE.inquiryWaitMs,
    HOUR / 4,
    2 * HOUR,
    6 * HOUR,
  ])
})
