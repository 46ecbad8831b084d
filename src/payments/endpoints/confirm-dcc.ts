/** POST /api/v1/payments/{transaction_id}/dcc/confirm: responds to an offer to pay in the card's currency; no connector makes one yet. */
import { Type } from 'typebox'
import { endpoint } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { Uuid } from '../../core/schema.ts'
import { PaymentResultSchema, TransactionIdParams } from '../model/payment-schemas.ts'
import { findPayment, requirePayment } from '../model/payment-store.ts'

const ConfirmDcc = Type.Object(
  {
    transaction_id: Type.Optional(Uuid),
    accept_dcc: Type.Boolean({ description: "True: charge the card's currency; false: the payment's own" }),
  },
  { $id: 'ConfirmDcc' },
)

export const confirmDcc = endpoint({
  method: 'POST',
  path: '/api/v1/payments/:transaction_id/dcc/confirm',
  tag: 'Payments',
  summary: 'Answer a currency conversion offer',
  description: "Charges the card's currency or the payment's own. No connector of this version makes such offers.",
  allow: 'pay',
  effect: 'takes-money',
  movesMoney: true,
  notFound: 'payment_not_found',
  params: TransactionIdParams,
  body: ConfirmDcc,
  answers: { 200: PaymentResultSchema },
  errors: [
    'payment_not_found',
    'dcc_not_available',
    'dcc_offer_expired',
    'dcc_invalid_state',
    'config_error',
    'bank_declined',
  ],
  handle: async ({ params, body, tenantId, merchantId, read }) => {
    if (body.transaction_id !== undefined && body.transaction_id !== params.transaction_id)
      throw fieldProblem('transaction_id', 'mismatch', phrase`must be the one of the path, or be left out`)
    requirePayment(await read((tx) => findPayment(tx, tenantId, params.transaction_id, merchantId)))
    throw new Problem('dcc_not_available', {
      detail: phrase`The payment carries no conversion offer.`,
      transaction_id: params.transaction_id,
    })
  },
})
