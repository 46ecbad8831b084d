/** POST /api/v1/payments: sells or pre-authorizes on one card. */

import { type Answer, type Endpoint, endpoint } from '../../access/endpoint.ts'
import type { ClockReading } from '../../infra/database/lease-age.ts'
import { claimAndRun } from '../charge/claim-payment.ts'
import { CreatePayment, type CreatePaymentCall, PaymentResultSchema } from '../model/payment-schemas.ts'
import type { Draft, Standing } from '../charge/draft-payment.ts'
import { PAYMENTS_PATH, type PaymentDesk } from '../attempts/payment-services.ts'
import { presentAnswer } from '../attempts/stored-answer.ts'
import { BLOCKED, CHALLENGED } from '../charge/fraud-refusals.ts'
import { runAttempts } from '../attempts/run-attempts.ts'
import { outcomeOfAttempt } from '../persistence/apply-transition.ts'
import type { NewPayment } from '../persistence/prepare-payments.ts'

export const createPayment = (desk: PaymentDesk): Endpoint =>
  endpoint({
    method: 'POST',
    path: PAYMENTS_PATH,
    tag: 'Payments',
    summary: 'Charge a card',
    description:
      'Sells (`sale`) or blocks an amount (`pre_auth`) on one card, without 3D Secure. Send an `Idempotency-Key`: a repeat after a timeout or a 5xx then finds the same payment and never charges twice. 202 means that the outcome is not known yet: the payment is `pending`, since the bank has not answered (the platform asks it) or a fraud review holds it; an event tells the outcome.',
    allow: 'pay',
    idempotent: 'own',
    movesMoney: true,
    needsMerchant: true,
    body: CreatePayment,
    answers: { 200: PaymentResultSchema, 202: PaymentResultSchema },
    errors: [
      'merchant_id_required',
      'invalid_amount',
      'invalid_currency',
      'invalid_installment',
      'invalid_card_number',
      'invalid_card_expiry',
      'invalid_cvv',
      'invalid_card_holder',
      'invalid_billing_city',
      'invalid_shipping_city',
      'config_error',
      'routing_no_match',
      'connector_not_found',
      'fraud_blocked',
      'fraud_review_required',
      'daily_limit_exceeded',
      'monthly_limit_exceeded',
      'bank_declined',
      'payment_failed',
      'non_3d_not_allowed',
      'three_ds_required',
    ],
    handle: (call) => pay(desk, call as CreatePaymentCall),
  })

const pay = (desk: PaymentDesk, call: CreatePaymentCall): Promise<Answer> =>
  claimAndRun(desk, call, {
    kind: 'plain',
    run: (draft, leasedAt) => runDraft(desk, call, draft, leasedAt),
  })

const runDraft = async (
  desk: PaymentDesk,
  call: CreatePaymentCall,
  draft: Draft,
  leasedAt: ClockReading,
): Promise<Answer> => {
  const { payment } = draft
  const recordable = { ...payment, ...FRESH, ...draft.resumed }
  switch (payment.verdict) {
    case 'approve':
      return runAttempts(desk, {
        ...draft,
        payment: { ...recordable, leasedAt },
        instance: call.request.path,
        arrivedAt: call.request.arrivedAt,
        isRepeatable: payment.idempotency_key !== null,
      })
    case 'review':
      return presentAnswer(desk, payment.tenant_id, payment.id, true)
    default:
      return refuse(desk, call, recordable)
  }
}

/** Columns a payment has right after its first write. */
export const FRESH: Standing = {
  captured: 0,
  refunded: 0,
  attempt_no: 1,
  fencing: 1,
  sequence: 0,
  inquiry_count: 0,
  bank_code: null,
}

/** Blocked, or challenged without 3D Secure: failed without a word to the bank. */
export const refuse = async (
  desk: PaymentDesk,
  call: CreatePaymentCall,
  payment: NewPayment & Standing,
): Promise<Answer> => {
  const finding = payment.verdict === 'block' ? BLOCKED : CHALLENGED
  const nowMs = desk.house.clock.ms()
  const outcome = outcomeOfAttempt(payment, finding, [], {
    ...desk.recordContext(nowMs),
    instance: call.request.path,
    duration_ms: Date.now() - call.request.arrivedAt,
  })
  if (!(await desk.record(outcome)) || outcome.answer_body === null || outcome.answer_status === null)
    return presentAnswer(desk, payment.tenant_id, payment.id, true)
  return { status: outcome.answer_status, bodyText: outcome.answer_body }
}
