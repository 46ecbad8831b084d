/** POST /api/v1/cancellation-requests: asks a second person to void a payment. */
import { type Endpoint, endpoint } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { Uuid } from '../../core/schema.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { CreateCancellation } from '../cancellations/cancellation-schemas.ts'
import { insertCancellation } from '../cancellations/cancellation-store.ts'
import { withChargebacks } from '../model/chargebacks.ts'
import type { PaymentRow } from '../model/payment.ts'
import { findPayment, requirePayment } from '../model/payment-store.ts'
import { decideOperation } from '../operations/decide-operation.ts'
import type { OperationWindows } from '../settings/payment-settings.ts'

export const createCancellation = (
  services: Pick<PaymentServices, 'runtime' | 'terms' | 'findChargebacks'>,
): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/cancellation-requests',
    tag: 'CancellationRequests',
    summary: 'Request a void',
    description:
      'Another person has to approve it; the payment is voided then, not before. One open request per payment.',
    allow: 'pay',
    effect: 'proposes',
    fourEyes: 'create',
    body: CreateCancellation,
    answers: { 201: Uuid },
    errors: ['payment_not_found', 'payment_already_voided', 'payment_not_voidable', 'conflict'],
    handle: async ({ body, tenantId, merchantId, principal, inTx }) => {
      const { windows } = await services.terms.settings.of(tenantId)
      return inTx(async (tx) => {
        const nowMs = services.runtime.clock.ms()
        const payment = requirePayment(await findPayment(tx, tenantId, body.transaction_id, merchantId))
        const chargebacks = await services.findChargebacks(tx, [{ tenant_id: tenantId, payment_id: payment.id }])
        checkVoidable(withChargebacks(payment, chargebacks), windows, nowMs)
        const id = newId(nowMs)
        const isNew = await insertCancellation(tx, {
          tenantId,
          id,
          paymentId: payment.id,
          merchantId: payment.merchant_id,
          reason: body.reason ?? null,
          requestedBy: principal.subject,
          requestedAt: isoTime(nowMs),
        })
        if (!isNew)
          throw new Problem('conflict', { detail: phrase`Another cancellation request of this payment is still open.` })
        const after = { transaction_id: payment.id, status: 'pending', reason: body.reason ?? null }
        return { status: 201, body: id, change: { kind: 'cancellation_request', id, before: null, after } }
      })
    },
  })

/** Checks what approval checks again, because the payment may change until then. */
const checkVoidable = (payment: PaymentRow, windows: OperationWindows, nowMs: number): void => {
  const asked = {
    amount: null,
    currency: null,
    isSupported: true,
    isBankUnavailable: false,
    windows,
    oneRefundAtOnce: false,
  }
  const decision = decideOperation(payment, { kind: 'void', ...asked, unproven: null }, nowMs)
  if (decision.kind !== 'refuse') return
  const code = decision.code === 'payment_already_voided' ? decision.code : 'payment_not_voidable'
  throw new Problem(code, { detail: decision.detail, transaction_id: payment.id })
}
