/** The simulated bank's exchanges for the request log. */
import type { CallContext, Exchange, Observation, Outcome } from '../attempt.ts'
import { logRequest } from '../transport/exchange.ts'
import type { Script } from './simbank-script.ts'

export const startExchange = (operation: string, request: object, context: CallContext): Exchange =>
  logRequest(
    { endpoint: `simbank://${operation}`, requestHeaders: HEADERS, requestBody: JSON.stringify(request) },
    context,
  )

export const completeExchange = (
  exchange: Exchange,
  reported: Outcome | Observation,
  script: Pick<Script, 'code' | 'message'>,
  context: CallContext,
): void => completeExchangeWith(exchange, buildBody(reported, script), context)

export const completeExchangeWith = (exchange: Exchange, body: object, context: CallContext): void => {
  exchange.responseHeaders = HEADERS
  exchange.responseBody = JSON.stringify(body)
  exchange.statusCode = 200
  exchange.answeredAt = context.nowMs()
}

const buildBody = (reported: Outcome | Observation, { code, message }: Pick<Script, 'code' | 'message'>): object => {
  if (reported.kind !== 'approved' && reported.kind !== 'declined') return { code: '25', message: 'Not found' }
  const { providerTransactionId, authCode, hostReference } = reported.references
  return {
    code,
    message,
    provider_transaction_id: providerTransactionId,
    auth_code: authCode,
    host_reference: hostReference,
  }
}
const HEADERS = 'content-type: application/json'
