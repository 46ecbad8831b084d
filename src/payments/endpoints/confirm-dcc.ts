/** POST /api/v1/payments/{transaction_id}/dcc/confirm: the shopper's answer to an offer to pay in the currency of the card. */
import { type Static, Type } from 'typebox'
import { type Call, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { fingerprintRequest } from '../../access/idempotency/request-fingerprint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import { PAYMENTS_PATH, type PaymentServices } from '../attempts/payment-services.ts'
import { answerOffer } from '../conversions/answer-offer.ts'
import { PaymentResultSchema, TransactionIdParams } from '../model/payment-schemas.ts'
import { toStoredKey } from '../operations/operation-key.ts'

const ConfirmDcc = Type.Object(
  {
    transaction_id: Type.Optional(described(Uuid, 'Id of the payment; it repeats the path.')),
    accept_dcc: Type.Boolean({
      description: "Whether the card's own currency is charged (true) or the currency of the payment (false).",
    }),
  },
  { $id: 'ConfirmDcc' },
)
type ConfirmCall = Call<{ transaction_id: string }, unknown, Static<typeof ConfirmDcc>>

const PATH = `${PAYMENTS_PATH}/:transaction_id/dcc/confirm`

export const confirmDcc = (services: PaymentServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: PATH,
    tag: 'Payments',
    summary: 'Answer a currency conversion offer',
    description:
      "For a payment that was asked for with `extra_properties.dcc` and answered with `dcc_offered`: charges the card's currency on the terms of the offer, or the payment's own. Nothing is charged before. With 3D Secure the answer tells where the shopper's browser has to go, as 3d/init does. An offer stands for five minutes; then the payment fails with `dcc_offer_expired`.",
    allow: 'pay',
    idempotent: 'own',
    effect: 'takes-money',
    movesMoney: true,
    notFound: 'payment_not_found',
    params: TransactionIdParams,
    body: ConfirmDcc,
    answers: { 200: PaymentResultSchema, 202: PaymentResultSchema },
    errors: [
      'payment_not_found',
      'dcc_not_available',
      'dcc_offer_expired',
      'dcc_invalid_state',
      'config_error',
      'bank_declined',
      'payment_failed',
      'three_ds_not_supported',
      'three_ds_init_exception',
      'three_ds_module_not_found',
    ],
    handle: (call) => confirm(services, call as ConfirmCall),
  })

const confirm = (services: PaymentServices, call: ConfirmCall) => {
  const { params, body, tenantId, merchantId, idempotencyKey, request } = call
  if (body.transaction_id !== undefined && body.transaction_id !== params.transaction_id)
    throw fieldProblem('transaction_id', 'mismatch', phrase`must be the one of the path, or be left out`)
  return answerOffer(services, {
    tenantId,
    merchantId,
    paymentId: params.transaction_id,
    isAccepted: body.accept_dcc,
    key: idempotencyKey === null ? null : toStoredKey(merchantId, `POST ${PATH}`, idempotencyKey),
    fingerprint: idempotencyKey === null ? null : fingerprintRequest(call),
    request,
  })
}
