/** GET /api/v1/Trace/{correlationId}: everything one request caused, oldest first. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { readTrace, type TraceReads } from '../queries/read-trace.ts'
import { TraceEnvelope } from '../queries/trace-schemas.ts'

export const getTrace = (others: TraceReads) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/Trace/:correlationId',
    tag: 'Trace',
    summary: 'Everything one request set off',
    description:
      'Answers "what happened to this payment?": the request, why the fraud rules decided as they did and how a review ended, each call to a bank, each step of the state and each webhook delivery, in order. The key is `X-Correlation-Id` of the answer: of a payment, of a capture, void or refund, of the return from a 3D challenge, of a bulk creation of transfers (roles of that surface). Roles of a merchant see their own, without the rules that decided. An id that callers repeat is read to a bound of 1000 payments, operations and transfers each; `message` says when there are more.',
    allow: 'read',
    notFound: 'resource_not_found',
    params: Type.Object({
      correlationId: Type.String({
        maxLength: 100,
        description: 'Correlation id to trace, as X-Correlation-Id returned it.',
      }),
    }),
    answers: { 200: TraceEnvelope },
    handle: async (call) => {
      const trace = await readTrace(call, others, { correlationId: call.params.correlationId.toLowerCase() })
      if (trace === undefined)
        throw new Problem('resource_not_found', {
          detail: phrase`No request within reach of this token had this correlation id, or it set nothing off.`,
        })
      return ok(trace)
    },
  })
