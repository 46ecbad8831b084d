/** Notifications: what each means in each state, and that a claim which does not match is known as one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type AssessedTransfer,
  assessNotification,
} from '../../src/transfers/bank-notifications/assess-notification.ts'
import type { BankNotificationBody } from '../../src/transfers/bank-notifications/notification-schemas.ts'
import { attemptReference } from '../../src/transfers/model/transfer.ts'

const ID = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
const DETAILS = {
  reference: attemptReference(ID, 2),
  status: 'completed',
  code: '00',
  amount: 12_345,
  currency: 'TRY',
  fee: 0,
  sent_as: 'fast',
  receipt_no: 'SIM000000000001',
}

const transfer = (changes: Partial<AssessedTransfer> = {}): AssessedTransfer => ({
  id: ID,
  key_reference: null,
  status: 'processing',
  amount: 12_345,
  currency: 'TRY',
  fee: 0,
  request_type: 'fast',
  sent_type: null,
  receipt_no: null,
  provider_transaction_id: null,
  attempt_no: 2,
  step: 'inquire',
  ...changes,
})
const notification = (
  details: object | undefined,
  changes: Partial<BankNotificationBody> = {},
): BankNotificationBody => ({
  external_key: ID,
  success: true,
  product_ref_no: 'TRF1',
  ...(details === undefined ? {} : { additional_data: { ...details } }),
  ...changes,
})
const delivered = (changes: Partial<AssessedTransfer> = {}) =>
  transfer({
    status: 'delivered',
    sent_type: 'fast',
    receipt_no: 'SIM000000000001',
    provider_transaction_id: 'TRF1',
    ...changes,
  })
const refused = (changes: object = {}) => ({
  reference: DETAILS.reference,
  status: 'refused',
  code: '03',
  amount: 12_345,
  ...changes,
})
const without = (name: keyof typeof DETAILS) =>
  Object.fromEntries(Object.entries(DETAILS).filter(([key]) => key !== name))

const CASES: readonly [what: string, AssessedTransfer, BankNotificationBody, expected: string][] = [
  ['whole', transfer(), notification(DETAILS), 'ask matches'],
  ['whole refusal', transfer(), notification(refused(), { success: false }), 'ask matches'],
  [
    'named by our reference',
    transfer(),
    notification(without('reference'), { external_key: DETAILS.reference }),
    'ask matches',
  ],
  ['bare', transfer(), notification(undefined), 'ask matches'],
  ['without the attempt, of the second one', transfer(), notification(without('reference')), 'ask matches'],
  [
    'without the attempt, of the only one',
    transfer({ attempt_no: 1 }),
    notification(without('reference')),
    'ask matches',
  ],
  ['without fee', transfer(), notification(without('fee')), 'ask matches'],
  ['without receipt', transfer(), notification(without('receipt_no')), 'ask matches'],
  [
    'a refusal without code',
    transfer(),
    notification({ reference: DETAILS.reference }, { success: false }),
    'ask matches',
  ],
  ['bare, delivered', delivered(), notification(undefined), 'ask matches'],
  ['refused after delivery', delivered(), notification(refused(), { success: false }), 'noted delivered'],
  [
    'returned while under way',
    transfer(),
    notification(refused({ status: 'returned' }), { success: false }),
    'ask other_status',
  ],
  ['success that says refused', transfer(), notification({ ...DETAILS, status: 'refused' }), 'ask other_status'],
  ['amount', transfer(), notification({ ...DETAILS, amount: 12_346 }), 'ask other_amount'],
  ['amount as text', transfer(), notification({ ...DETAILS, amount: '12345' }), 'ask other_amount'],
  ['currency', transfer(), notification({ ...DETAILS, currency: 'USD' }), 'ask other_currency'],
  ['fee', transfer(), notification({ ...DETAILS, fee: 1 }), 'ask other_fee'],
  ['type', transfer(), notification({ ...DETAILS, sent_as: 'swift' }), 'ask other_sent_as'],
  ['type after delivery', delivered(), notification({ ...DETAILS, sent_as: 'eft' }), 'ask other_sent_as'],
  ['receipt that is none', transfer(), notification({ ...DETAILS, receipt_no: '<b>' }), 'ask other_receipt_no'],
  ['receipt after delivery', delivered(), notification({ ...DETAILS, receipt_no: 'SIM2' }), 'ask other_receipt_no'],
  [
    "the bank's reference after delivery",
    delivered(),
    notification(DETAILS, { product_ref_no: 'TRF2' }),
    'ask other_product_ref_no',
  ],
  ['a reference of nothing', transfer(), notification({ ...DETAILS, reference: 'T1' }), 'ask other_reference'],
  [
    'another transfer',
    transfer(),
    notification({ ...DETAILS, reference: attemptReference(ID.replace('0198', '0199'), 2) }),
    'ask other_reference',
  ],
  [
    'an attempt to come',
    transfer(),
    notification({ ...DETAILS, reference: attemptReference(ID, 3) }),
    'ask other_reference',
  ],
  [
    'an earlier attempt',
    transfer(),
    notification({ ...DETAILS, reference: attemptReference(ID, 1) }),
    'ignored earlier_attempt',
  ],
  [
    'an earlier attempt by its key',
    transfer(),
    notification(undefined, { external_key: attemptReference(ID, 1) }),
    'ignored earlier_attempt',
  ],
  ['before the attempt is sent', transfer({ step: 'send' }), notification(DETAILS), 'ignored attempt_not_sent'],
  ['pending', transfer({ status: 'pending' }), notification(DETAILS), 'ignored not_sent'],
  ['approved', transfer({ status: 'approved' }), notification(DETAILS), 'ignored not_sent'],
  ['completed', transfer({ status: 'completed' }), notification(DETAILS), 'duplicate ended'],
  ['failed', transfer({ status: 'failed' }), notification(DETAILS), 'duplicate ended'],
  ['rejected', transfer({ status: 'rejected' }), notification(DETAILS), 'duplicate ended'],
]

for (const [what, row, body, expected] of CASES)
  test(what, () => {
    const { kind, reason } = assessNotification(body, row)
    assert.equal(`${kind} ${reason}`, expected)
  })

test('a notification that names another amount, currency or transfer never counts as one that matches', () => {
  const wrong = fc.oneof(
    fc.record({ amount: fc.oneof(fc.integer(), fc.string(), fc.double()).filter((value) => value !== 12_345) }),
    fc.record({
      currency: fc.oneof(fc.string(), fc.constantFrom('USD', 'EUR', 'try')).filter((text) => text !== 'TRY'),
    }),
    fc.record({ reference: fc.uuid().map((id) => attemptReference(id, 2)) }),
  )
  const rest = fc.record(
    {
      status: fc.constantFrom('completed', 'refused', 'returned'),
      code: fc.oneof(fc.string(), fc.integer()),
      fee: fc.oneof(fc.nat(), fc.string()),
      sent_as: fc.constantFrom('fast', 'eft', 'other'),
      receipt_no: fc.string(),
    },
    { requiredKeys: [] },
  )
  const state = fc.constantFrom(transfer(), delivered(), transfer({ attempt_no: 1 }))
  fc.assert(
    fc.property(state, wrong, rest, fc.boolean(), (row, bad, other, success) => {
      const { reason } = assessNotification(notification({ ...DETAILS, ...other, ...bad }, { success }), row)
      assert.notEqual(reason, 'matches')
    }),
  )
})
