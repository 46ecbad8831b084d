/** GET /api/v1/payments/{transaction_id}/trace: what happened to one payment. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import { TransactionIdParams } from '../model/payment-schemas.ts'
import { findPayment, requirePayment } from '../model/payment-store.ts'
import { readTrace, type TraceReads } from '../queries/read-trace.ts'
import { TraceEnvelope } from '../queries/trace-schemas.ts'

export const getPaymentTrace = (others: TraceReads) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/payments/:transaction_id/trace',
    tag: 'Payments',
    summary: 'What happened to a payment',
    description:
      'Everything of this payment, oldest first: the request, the decision of the fraud rules, the return from a 3D challenge, each call to a bank, each capture, void and refund, each step of the state, chargebacks and each webhook delivery. Nothing of other payments, even of those that share its `X-Correlation-Id`.',
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
      const trace = await readTrace(call, others, { payment })
      if (trace === undefined) throw new Problem('payment_not_found')
      return ok(trace)
    },
  })
