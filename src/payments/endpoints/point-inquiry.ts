/**
 * POST /api/v1/payments/{transaction_id}/point-inquiry: points of the payment's card, if its bank has a loyalty
 * program.
 */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { type CardPoints, usablePoints } from '../../connectors/port.ts'
import { money } from '../../core/money.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { described, StringMap, Uuid } from '../../core/schema.ts'
import { Secret } from '../../core/secret.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { acceptsPoints } from '../charge/check-bank-terms.ts'
import type { PaymentRow } from '../model/payment.ts'
import { processedAtMs } from '../model/payment.ts'
import { buildPaymentResult } from '../model/payment-result.ts'
import { Card, PaymentResultSchema, TransactionIdParams } from '../model/payment-schemas.ts'
import { findPayment, isCardOfPayment, requirePayment } from '../model/payment-store.ts'

const PointInquiry = Type.Object(
  {
    transaction_id: Type.Optional(described(Uuid, 'Id of the payment; it repeats the path.')),
    card: described(Card, 'Card whose points are asked for; it must be the card of the payment.'),
    extra_properties: Type.Optional(
      described(StringMap, 'Further values by name, handed to the connector as they are.'),
    ),
  },
  { $id: 'PointInquiry' },
)

export const pointInquiry = (services: Pick<PaymentServices, 'banks'>): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/payments/:transaction_id/point-inquiry',
    tag: 'Payments',
    summary: 'Points of a card',
    description:
      "Asks the bank for the points of the payment's card, which has to be given again; nothing of the payment changes. Points are used by a payment with `extra_properties.use_points` true.",
    allow: 'pay',
    effect: 'computes',
    notFound: 'payment_not_found',
    params: TransactionIdParams,
    body: PointInquiry,
    answers: { 200: PaymentResultSchema },
    errors: ['payment_not_found', 'point_inquiry_not_supported', 'point_inquiry_failed', 'invalid_card_number'],
    handle: async ({ params, body, tenantId, merchantId, read, runtime }) => {
      if (body.transaction_id !== undefined && body.transaction_id !== params.transaction_id)
        throw fieldProblem('transaction_id', 'mismatch', phrase`must be the one of the path, or be left out`)
      const fingerprint = runtime.sealer.fingerprint(`card:${tenantId}`, body.card.number)
      const { payment, isItsCard } = await read(async (tx) => {
        const payment = requirePayment(await findPayment(tx, tenantId, params.transaction_id, merchantId))
        return { payment, isItsCard: await isCardOfPayment(tx, tenantId, payment.id, fingerprint) }
      })
      if (!isItsCard)
        throw new Problem('invalid_card_number', {
          detail: phrase`card.number is not the card this payment was made with.`,
        })
      const points = await inquirePoints(services, payment, new Secret(body.card.number))
      if (points === undefined)
        throw new Problem('point_inquiry_not_supported', {
          detail: phrase`The card's bank or the payment's connector offers no points.`,
          transaction_id: params.transaction_id,
        })
      const result = buildPaymentResult({ ...payment, processed_ms: processedAtMs(payment) })
      return ok({ ...result, extra_properties: { ...result.extra_properties, ...toPointProperties(points, payment) } })
    },
  })

const inquirePoints = async (
  { banks: { connectors } }: Pick<PaymentServices, 'banks'>,
  payment: PaymentRow,
  card: Secret,
): Promise<CardPoints | undefined> => {
  const served = await connectors.servedConfiguration(payment)
  if (served === undefined || !acceptsPoints(served.configuration, served.connector)) return undefined
  return (await served.connector.cardTerms?.(payment.tenant_id, card))?.points
}

const toPointProperties = (points: CardPoints, { amount, currency }: PaymentRow): Record<string, string> => ({
  point_balance: String(points.balance),
  point_program: points.program,
  point_currency: points.currency,
  max_usable_points: String(usablePoints(points, money(amount, currency))),
})
