/** POST /api/v1/payments: sells or pre-authorizes on one card. */

import { type Endpoint, endpoint } from '../../access/endpoint.ts'
import { PAYMENTS_PATH, type PaymentServices } from '../attempts/payment-services.ts'
import { CARD_TOKEN_ERRORS, CHARGE_ERRORS } from '../charge/charge-errors.ts'
import { createPayment as create } from '../creation/create-payment.ts'
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
    effect: 'takes-money',
    idempotent: 'own',
    movesMoney: true,
    needsMerchant: true,
    body: CreatePayment,
    answers: { 200: PaymentResultSchema, 202: PaymentResultSchema },
    errors: [
      ...CHARGE_ERRORS,
      ...CARD_TOKEN_ERRORS,
      'fraud_review_required',
      'bank_declined',
      'non_3d_not_allowed',
      'three_ds_required',
    ],
    handle: (call) => create(services, call as CreatePaymentCall, null),
  })
