/** POST /api/v1/chargebacks: a cardholder's bank asks money back. */
import { created, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { Chargeback, CreateChargeback } from '../chargeback-schemas.ts'
import type { ChargebackServices } from '../chargeback-services.ts'
import { isEndedByTwo } from '../chargeback-settings.ts'
import { toChargebackView } from '../chargeback-view.ts'
import { recordChargeback } from '../record-chargeback.ts'

export const createChargeback = (services: ChargebackServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/chargebacks',
    tag: 'Chargebacks',
    summary: 'Open a chargeback',
    description:
      'Of a payment that is completed or refunded, for all of it or a part; one at a time. While it is open, the payment is neither refunded nor voided.',
    allow: 'operate',
    isOpenToBound: true,
    body: CreateChargeback,
    answers: { 201: Chargeback },
    errors: [
      'payment_not_found',
      'validation_failed',
      'invalid_amount',
      'invalid_currency',
      'invalid_state_transition',
      'conflict',
    ],
    handle: async ({ body, tenantId, merchantId, principal, correlationId, inTx }) => {
      const nameOf = await services.merchantNamesOf(tenantId)
      const nowMs = services.runtime.clock.ms()
      const answer = await inTx(async (tx) => {
        const row = await recordChargeback(tx, {
          tenantId,
          merchantId,
          paymentId: body.transaction_id.toLowerCase(),
          amount: body.amount,
          currency: body.currency?.toUpperCase() ?? null,
          reason: body.reason ?? null,
          reasonCode: body.reason_code ?? null,
          bankReference: body.bank_reference_no ?? null,
          responseDeadline: body.response_deadline === undefined ? null : new Date(body.response_deadline),
          notes: body.notes ?? null,
          endsByTwo: await isEndedByTwo(tx, tenantId, services.runtime.config),
          actor: principal.subject,
          correlationId,
          nowMs,
        })
        const view = toChargebackView(row, nameOf(row.merchant_id), nowMs)
        return { ...created(view), change: { kind: 'chargeback', id: row.id, before: null, after: view } }
      })
      services.wakeDeliveries([tenantId])
      return answer
    },
  })
