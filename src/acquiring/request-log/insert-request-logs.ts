/** Writes exchanges with banks into the request log, inside the statement that records their outcome. */

import { RowParameter } from '../../infra/database/rows/row-type.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'

/** One exchange as a row of `api_request_logs`; card data is masked by then. */
export interface RequestLogRow extends Omit<Row<'api_request_logs'>, 'request_timestamp' | 'response_timestamp'> {
  request_timestamp: string
  response_timestamp: string | null
  correlation_id: string
  created_by: string
}

/** Rows of `api_request_logs` as a parameter of {@link insertRequestLogsCte}. */
export const REQUEST_LOG_ROWS = new RowParameter<RequestLogRow>('new_request_log')

/**
 * A common table expression that inserts {@link RequestLogRow}s given as a parameter such as `$2`: a text of json, or in the
 * binary form of {@link REQUEST_LOG_ROWS}, which costs the database a fifth.
 * An existing row comes from a retry after a lost commit response.
 * An exchange is stored whether or not the transition it led to was still possible.
 */
export const insertRequestLogsCte = (parameter: string, form: 'json' | 'rows' = 'json'): string => `
logged as (
  insert into api_request_logs (tenant_id, id, transaction_id, configuration_id, connector_code, method, endpoint,
    request_headers, request_body, response_headers, response_body, status_code, duration_ms, request_timestamp,
    response_timestamp, is_success, error_message, error_category, correlation_id, created_by, caller_address)
  select tenant_id, id, transaction_id, configuration_id, connector_code, method, endpoint,
    request_headers, request_body, response_headers, response_body, status_code, duration_ms, request_timestamp,
    response_timestamp, is_success, error_message, error_category, correlation_id, created_by, caller_address
  from ${form === 'rows' ? `unnest(${parameter}::new_request_log[])` : `jsonb_populate_recordset(null::new_request_log, ${parameter}::jsonb)`}
  on conflict do nothing)`
