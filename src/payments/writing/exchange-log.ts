/** One row of the API request log: an exchange with a bank as the connector kept it, card data masked. */

import type { Exchange } from '../../connectors/attempt.ts'
import type { LogRow } from '../../connectors/request-log/logged-exchanges.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import type { Recordable } from './recordable.ts'

export interface LoggedExchange {
  exchange: Exchange
  configuration_id: string
  connector_code: string
  is_success: boolean
  error_message: string | null
  error_category: string | null
}

type Told = Pick<Recordable, 'tenant_id' | 'id' | 'correlation_id' | 'client_id'>

export const logRow = (payment: Told, logged: LoggedExchange, nowMs: number): LogRow => {
  const { exchange } = logged
  const answered = exchange.answeredAt
  return {
    tenant_id: payment.tenant_id,
    id: newId(nowMs),
    transaction_id: payment.id,
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
    correlation_id: payment.correlation_id,
    created_by: payment.client_id,
  }
}
