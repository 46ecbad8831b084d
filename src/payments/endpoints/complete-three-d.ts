/** POST /api/v1/payments/3d/complete: sends a payment with a passed challenge to the bank, or inquires whether it passed. */
import { type Endpoint, endpoint } from '../../access/endpoint.ts'
import { PAYMENTS_PATH, type StepServices } from '../attempts/payment-services.ts'
import { PaymentResultSchema } from '../model/payment-schemas.ts'
import { completeChallenge } from '../three-d-secure/complete-challenge.ts'
import { Complete3D, type Complete3DCall } from '../three-d-secure/three-d-schemas.ts'

export const completeThreeD = (services: StepServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: `${PAYMENTS_PATH}/3d/complete`,
    tag: 'Payments',
    summary: 'Finish a payment with 3D Secure',
    description:
      'For payments started with `extra_properties.manual_complete`: authorizes at the bank after the shopper has confirmed. With `need_verification` it also asks the bank how the challenge ended, for a shopper whose browser never came back. Without either a payment finishes by itself, and this is not needed.',
    allow: 'pay',
    effect: 'takes-money',
    idempotent: 'own',
    movesMoney: true,
    notFound: 'payment_not_found',
    body: Complete3D,
    answers: { 200: PaymentResultSchema, 202: PaymentResultSchema },
    errors: [
      'payment_not_found',
      'three_ds_complete_not_allowed',
      'three_ds_complete_failed',
      'three_ds_complete_exception',
      'three_ds_verify_failed',
      'three_ds_card_mismatch',
      'three_ds_card_data_missing',
      'three_ds_authentication_failed',
      'fraud_blocked',
      'fraud_review_required',
      'config_error',
      'bank_declined',
      'payment_failed',
    ],
    handle: (call) => completeChallenge(services, call as Complete3DCall),
  })
