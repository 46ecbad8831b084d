/** One row of the API request log: an exchange with a bank as the connector recorded it, card data masked. */

import type { Exchange } from '../../connectors/attempt.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import type { RequestLogRow } from './insert-request-logs.ts'

export interface LoggedExchange {
  exchange: Exchange
  configuration_id: string
  connector_code: string
  is_success: boolean
  error_message: string | null
  error_category: string | null
}

/** Returns the exchanges of one call with its result. `fault` is the failure that the bank, or the connection to it, reported. */
export const withResult = (
  exchanges: readonly Exchange[],
  at: Pick<LoggedExchange, 'configuration_id' | 'connector_code'>,
  fault: { message: string; category: string | null } | undefined,
): LoggedExchange[] =>
  exchanges.map((exchange) => ({
    exchange,
    configuration_id: at.configuration_id,
    connector_code: at.connector_code,
    is_success: fault === undefined,
    error_message: fault?.message ?? null,
    error_category: fault?.category ?? null,
  }))

/** The owner of the exchange: a payment or a transfer. */
interface LoggedCall {
  tenant_id: string
  id: string
  correlation_id: string
  client_id: string
  /** The requester, where that is not the API key. */
  actor?: string | null
  caller_address?: string | null
}

export const toRequestLogRow = (call: LoggedCall, logged: LoggedExchange, nowMs: number): RequestLogRow => {
  const { exchange } = logged
  const answered = exchange.answeredAt
  return {
    tenant_id: call.tenant_id,
    id: newId(nowMs),
    transaction_id: call.id,
    configuration_id: logged.configuration_id,
    connector_code: logged.connector_code,
    method: exchange.method,
    endpoint: exchange.endpoint,
    request_headers: exchange.requestHeaders,
    request_body: exchange.requestBody,
    response_headers: exchange.responseHeaders,
    response_body: exchange.responseBody,
    status_code: exchange.statusCode,
    duration_ms: Math.max(0, (answered ?? nowMs) - exchange.startedAt),
    request_timestamp: isoTime(exchange.startedAt),
    response_timestamp: answered === null ? null : isoTime(answered),
    is_success: logged.is_success,
    error_message: logged.error_message,
    error_category: logged.error_category,
    correlation_id: call.correlation_id,
    created_by: call.actor ?? call.client_id,
    caller_address: call.caller_address ?? null,
  }
}
