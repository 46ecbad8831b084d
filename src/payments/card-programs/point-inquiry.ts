/** POST /api/v1/payments/{transaction_id}/point-inquiry: points of the payment's card; no connector offers them yet. */
import { Type } from 'typebox'
import { endpoint } from '../../access/endpoint.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { StringMap, Uuid } from '../../core/schema.ts'
import { Card, PaymentResultSchema } from '../create-payment-schema.ts'
import { findPayment, isCardOf } from '../payment-store.ts'
import { found, TransactionIdParams } from '../reading/get-payment.ts'

const PointInquiry = Type.Object(
  { transaction_id: Type.Optional(Uuid), card: Card, extra_properties: Type.Optional(StringMap) },
  { $id: 'PointInquiry' },
)

export const pointInquiry = endpoint({
  method: 'POST',
  path: '/api/v1/payments/:transaction_id/point-inquiry',
  tag: 'Payments',
  summary: 'Points of a card',
  description: "Asks the bank for the points of the payment's card. No connector of this version has a point program.",
  allow: 'pay',
  notFound: 'payment_not_found',
  params: TransactionIdParams,
  body: PointInquiry,
  answers: { 200: PaymentResultSchema },
  errors: ['payment_not_found', 'point_inquiry_not_supported', 'point_inquiry_failed', 'invalid_card_number'],
  handle: async ({ params, body, tenantId, merchantId, read, house }) => {
    if (body.transaction_id !== undefined && body.transaction_id !== params.transaction_id)
      throw fieldProblem('transaction_id', 'mismatch', 'must be the one of the path, or be left out')
    const fingerprint = house.sealer.fingerprint(`card:${tenantId}`, body.card.number)
    const isItsCard = await read(async (tx) => {
      const { id } = found(await findPayment(tx, tenantId, params.transaction_id, merchantId))
      return isCardOf(tx, tenantId, id, fingerprint)
    })
    if (!isItsCard)
      throw new Problem('invalid_card_number', { detail: 'card.number is not the card this payment was made with.' })
    throw new Problem('point_inquiry_not_supported', {
      detail: "The card's bank or the payment's connector offers no points.",
      transaction_id: params.transaction_id,
    })
  },
})
