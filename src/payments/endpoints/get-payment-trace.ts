/** GET /api/v1/payments/{transaction_id}/trace: the trace of the request that made the payment. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import { TransactionIdParams } from '../model/payment-schemas.ts'
import { findPayment, requirePayment } from '../model/payment-store.ts'
import { readTrace } from '../queries/read-trace.ts'
import { TraceEnvelope } from '../queries/trace-schemas.ts'

export const getPaymentTrace = endpoint({
  method: 'GET',
  path: '/api/v1/payments/:transaction_id/trace',
  tag: 'Payments',
  summary: 'What happened to a payment',
  description:
    'The trace of the request that made the payment, for whoever has kept the transaction and not the correlation id: the request, the decision of the fraud rules, each call to a bank, each step of the state and each webhook delivery. Captures, voids and refunds have traces of their own, under the `X-Correlation-Id` of their answers.',
  allow: 'read',
  notFound: 'payment_not_found',
  params: TransactionIdParams,
  answers: { 200: TraceEnvelope },
  errors: ['payment_not_found'],
  handle: async (call) => {
    const { params, tenantId, merchantId } = call
    const payment = await call.read(async (tx) =>
      requirePayment(await findPayment(tx, tenantId, params.transaction_id, merchantId)),
    )
    const data = await readTrace(call, payment.correlation_id)
    if (data === undefined) throw new Problem('payment_not_found')
    return ok({ message: null, isSuccess: true, code: null, data })
  },
})
