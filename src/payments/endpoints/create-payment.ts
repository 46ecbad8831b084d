/** POST /api/v1/payments: sells or pre-authorizes on one card. */
import { type Endpoint, endpoint } from '../../access/endpoint.ts'
import { PAYMENTS_PATH, type PaymentServices } from '../attempts/payment-services.ts'
import { chargeCard } from '../creation/create-payment.ts'
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
