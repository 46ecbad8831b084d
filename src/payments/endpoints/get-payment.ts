/** GET /api/v1/payments/{transaction_id}: the state of a payment. */

import { endpoint, ok } from '../../access/endpoint.ts'
import { PaymentStatusSchema, TransactionIdParams } from '../model/payment-schemas.ts'
import { buildPaymentStatus } from '../model/payment-status.ts'
import { findPayment, requirePayment } from '../model/payment-store.ts'
import { isWaitingAfterChallenge } from '../three-d-secure/authentication-details.ts'

export const getPayment = endpoint({
  method: 'GET',
  path: '/api/v1/payments/:transaction_id',
  tag: 'Payments',
  summary: 'Status of a payment',
  description: 'The state as we know it, without asking the bank. Read it when a webhook has not come, or after a 202.',
  allow: 'read',
  notFound: 'payment_not_found',
  params: TransactionIdParams,
  answers: { 200: PaymentStatusSchema },
  errors: ['payment_not_found'],
  handle: async ({ params, tenantId, merchantId, read }) => {
    const { payment, waits } = await read(async (tx) => {
      const payment = requirePayment(await findPayment(tx, tenantId, params.transaction_id, merchantId))
      return { payment, waits: await isWaitingAfterChallenge(tx, payment) }
    })
    return ok(buildPaymentStatus(payment, waits))
  },
})
