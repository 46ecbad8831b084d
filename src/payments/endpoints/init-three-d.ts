/** POST /api/v1/payments/3d/init: stores a payment and directs the shopper's browser to the bank. */

import { type Endpoint, endpoint } from '../../access/endpoint.ts'
import { PAYMENTS_PATH, type PaymentServices } from '../attempts/payment-services.ts'
import { CARD_TOKEN_ERRORS, CHARGE_ERRORS } from '../charge/charge-errors.ts'
import { createPayment } from '../creation/create-payment.ts'
import { PaymentResultSchema } from '../model/payment-schemas.ts'
import { readReturnUrls } from '../three-d-secure/return-urls.ts'
import { type Init3DCall, Init3DFull } from '../three-d-secure/three-d-schemas.ts'

const INIT_PATH = `${PAYMENTS_PATH}/3d/init`

export const initThreeD = (services: PaymentServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: INIT_PATH,
    tag: 'Payments',
    summary: 'Start a payment with 3D Secure',
    description:
      "Stores the payment and answers where the shopper's browser has to go: open `extra_properties.redirect_url` (GET), or show `extra_properties.html_content`, a form that sends itself to the same page. The bank sends the browser back to us, and we send it on to `return_url` with `transaction_id` and `status`. The shopper has 15 minutes. `html_content` may carry the card: show it, never store or log it.",
    allow: 'pay',
    effect: 'takes-money',
    idempotent: 'own',
    movesMoney: true,
    needsMerchant: true,
    body: Init3DFull,
    answers: { 200: PaymentResultSchema, 202: PaymentResultSchema },
    errors: [
      ...CHARGE_ERRORS,
      ...CARD_TOKEN_ERRORS,
      'invalid_callback_url',
      'three_ds_not_supported',
      'three_ds_init_not_allowed',
      'three_ds_init_exception',
      'three_ds_module_not_found',
    ],
    handle: (call) => createPayment(services, call as Init3DCall, readReturnUrls(services.runtime.config, call.body)),
  })
