/** Who may take which step of a transfer: every state, every actor, every step; one person takes one step at most. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isSamePerson } from '../../src/access/four-eyes.ts'
import { Problem } from '../../src/core/problem.ts'
import {
  noTransferEligible,
  type SkipReason,
  type TransferSteps,
  toSkipped,
  whyNotApprovable,
  whyNotRejectable,
  whyNotSendable,
} from '../../src/transfers/model/step-eligibility.ts'
import type { TransferState } from '../../src/transfers/model/transfer-states.ts'

const NOW = Date.UTC(2026, 4, 11, 9)
/** Made by A, by terms of T, approved by B or rejected by R, sent by C: as far as the state has come. */
const transferIn = (status: TransferState, change: Partial<TransferSteps> = {}): TransferSteps => ({
  status,
  made_people: ['A', 'T'],
  decided_people: status === 'pending' ? null : [status === 'rejected' ? 'R' : 'B'],
  sent_people: ['pending', 'rejected', 'approved'].includes(status) ? null : ['C'],
  three_persons: false,
  is_held: false,
  scheduled_date: new Date(NOW),
  request_type: 'fast',
  ...change,
})

// State, actor, approve, reject, send; a dash: it may be done.
const TABLE = `
  pending     A  four_eyes_violation  four_eyes_violation  invalid_state
  pending     T  four_eyes_violation  four_eyes_violation  invalid_state
  pending     X  -                    -                    invalid_state
  approved    A  already_approved     already_approved     four_eyes_violation
  approved    B  already_approved     already_approved     -
  approved    T  already_approved     already_approved     four_eyes_violation
  approved    X  already_approved     already_approved     -
  processing  A  already_sent         already_sent         already_sent
  processing  B  already_sent         already_sent         already_sent
  processing  C  already_sent         already_sent         already_sent
  processing  X  already_sent         already_sent         already_sent
  delivered   C  already_sent         already_sent         already_sent
  delivered   X  already_sent         already_sent         already_sent
  completed   C  already_sent         already_sent         already_sent
  completed   X  already_sent         already_sent         already_sent
  failed      C  already_sent         already_sent         already_sent
  failed      X  already_sent         already_sent         already_sent
  rejected    A  already_rejected     already_rejected     already_rejected
  rejected    R  already_rejected     already_rejected     already_rejected
  rejected    X  already_rejected     already_rejected     already_rejected`
const verdictsOf = (transfer: TransferSteps, actor: string, closed: SkipReason | null = null): string[] =>
  [
    whyNotApprovable(transfer, [actor]),
    whyNotRejectable(transfer, [actor]),
    whyNotSendable(transfer, [actor], NOW, closed),
  ].map((verdict) => verdict ?? '-')
for (const line of TABLE.trim().split('\n')) {
  const [status, actor, ...verdicts] = line.trim().split(/\s+/) as [TransferState, string, ...string[]]
  test(`${status}, ${actor}`, () => assert.deepEqual(verdictsOf(transferIn(status), actor), verdicts))
}

test('where the tenant requires three persons, the approver does not send', () => {
  const of = (actor: string) => whyNotSendable(transferIn('approved', { three_persons: true }), [actor], NOW, null)
  assert.deepEqual(['A', 'T', 'B', 'X'].map(of), [...Array(3).fill('four_eyes_violation'), null])
})

test('an open alert stops the approval, not the rejection', () => {
  const held = transferIn('pending', { is_held: true })
  assert.deepEqual(verdictsOf(held, 'X'), ['fraud_review_open', '-', 'invalid_state'])
  assert.deepEqual(verdictsOf(held, 'A').slice(0, 2), ['four_eyes_violation', 'four_eyes_violation'])
})

test('sent on its day, while the bank takes it', () => {
  const at = (ms: number): TransferSteps => transferIn('approved', { scheduled_date: new Date(ms) })
  assert.equal(whyNotSendable(at(NOW + 1), ['X'], NOW, null), 'not_due')
  assert.equal(whyNotSendable(at(NOW), ['X'], NOW, null), null)
  assert.equal(whyNotSendable(at(NOW), ['X'], NOW, 'eft_window_closed'), 'eft_window_closed')
  assert.equal(whyNotSendable(at(NOW + 1), ['X'], NOW, 'eft_window_closed'), 'not_due')
  assert.equal(whyNotSendable(at(NOW + 1), ['A'], NOW, 'eft_window_closed'), 'four_eyes_violation')
})

/** The people accountable for a credential, one or several. */
const people = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E'), { minLength: 1, maxLength: 2 })
test('however people try, the steps of one transfer are taken by different ones', () => {
  const tries = fc.array(fc.tuple(fc.constantFrom('approve', 'reject', 'send'), people), { maxLength: 12 })
  fc.assert(
    fc.property(people, tries, fc.boolean(), (creator, steps, three_persons) => {
      let transfer = transferIn('pending', { made_people: creator, three_persons })
      for (const [step, actor] of steps) {
        if (step === 'approve' && whyNotApprovable(transfer, actor) === null)
          transfer = { ...transfer, status: 'approved', decided_people: actor }
        if (step === 'reject' && whyNotRejectable(transfer, actor) === null)
          transfer = { ...transfer, status: 'rejected', decided_people: actor }
        if (step === 'send' && whyNotSendable(transfer, actor, NOW, null) === null)
          transfer = { ...transfer, status: 'processing', sent_people: actor }
      }
      const { made_people, decided_people, sent_people } = transfer
      for (const later of [decided_people, sent_people]) assert.ok(!isSamePerson(made_people, later))
      if (three_persons) assert.ok(!isSamePerson(decided_people, sent_people))
      if (transfer.status === 'processing') assert.ok(decided_people !== null && sent_people !== null)
    }),
  )
})

const REFUSALS: readonly (readonly [reasons: SkipReason[], code: string])[] = [
  [['not_found', 'not_found'], 'transfer_not_found'],
  [['already_approved'], 'payment_already_approved'],
  [['already_sent', 'already_sent'], 'payment_already_sent'],
  [['already_rejected'], 'payment_already_rejected'],
  [['four_eyes_violation'], 'four_eyes_violation'],
  [['fast_window_closed'], 'fast_window_closed'],
  [['eft_window_closed'], 'eft_window_closed'],
  [['not_due'], 'invalid_state_transition'],
  [['invalid_state'], 'invalid_state_transition'],
  [['fraud_review_open'], 'invalid_state_transition'],
  [['not_found', 'already_sent'], 'invalid_state_transition'],
]
for (const [reasons, code] of REFUSALS)
  test(`nothing usable: ${reasons.join(', ')}`, () => {
    const problem = noTransferEligible(reasons.map((reason, at) => toSkipped(`id-${at}`, reason, String)))
    assert.ok(problem instanceof Problem)
    assert.equal(problem.code, code)
  })
