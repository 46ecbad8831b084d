/** POST /api/v1/payments: sells or pre-authorizes on one card. */

import { type Answer, type Endpoint, endpoint } from '../../access/endpoint.ts'
import type { ClockReading } from '../../infra/database/lease-age.ts'
import { PAYMENTS_PATH, type PaymentServices } from '../attempts/payment-services.ts'
import { runAttempts } from '../attempts/run-attempts.ts'
import { respondWithStored } from '../attempts/stored-answer.ts'
import { claimAndCharge } from '../charge/claim-payment.ts'
import type { Draft } from '../charge/draft-payment.ts'
import { INITIAL_PROGRESS } from '../charge/draft-payment.ts'
import { refusePayment } from '../charge/refuse-payment.ts'
import { CreatePayment, type CreatePaymentCall, PaymentResultSchema } from '../model/payment-schemas.ts'

export const createPayment = (services: PaymentServices): Endpoint =>
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
    handle: (call) => chargeCard(services, call as CreatePaymentCall),
  })

const chargeCard = (services: PaymentServices, call: CreatePaymentCall): Promise<Answer> =>
  claimAndCharge(services, call, {
    kind: 'plain',
    run: (draft, leasedAt) => chargeDraft(services, call, draft, leasedAt),
  })

const chargeDraft = async (
  services: PaymentServices,
  call: CreatePaymentCall,
  draft: Draft,
  leasedAt: ClockReading,
): Promise<Answer> => {
  const { payment } = draft
  const recordable = { ...payment, ...INITIAL_PROGRESS, ...draft.resumed }
  switch (payment.verdict) {
    case 'approve':
      return runAttempts(services, {
        ...draft,
        payment: { ...recordable, leasedAt },
        instance: call.request.path,
        arrivedAt: call.request.arrivedAt,
        isRepeatable: payment.idempotency_key !== null,
      })
    case 'review':
      return respondWithStored(services, payment.tenant_id, payment.id, true)
    default:
      return refusePayment(services, call, recordable)
  }
}
