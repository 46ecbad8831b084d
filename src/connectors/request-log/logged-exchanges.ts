/** Writes exchanges with banks into the request log, inside the statement that records what they meant. */

/** One exchange as a row of `api_request_logs`; card data is masked by then. */
export interface LogRow {
  tenant_id: string
  id: string
  transaction_id: string | null
  configuration_id: string
  connector_code: string
  method: string
  endpoint: string
  request_headers: string | null
  request_body: string | null
  response_headers: string | null
  response_body: string | null
  status_code: number | null
  duration_ms: number
  request_timestamp: string
  response_timestamp: string | null
  is_success: boolean
  error_message: string | null
  error_category: string | null
  correlation_id: string
  created_by: string
}

/**
 * A common table expression that inserts the rows of a json array of {@link LogRow}: a parameter such as `$2`, or a column
 * such as `o.logs` of the rows that `beside` names (`outcome o`).
 * A row that is there already comes from a repeat after a lost answer of the commit.
 * What was said to a bank is kept whether or not the step it led to was still possible.
 */
export const loggedExchangesCte = (rows: string, beside = ''): string => `
logged as (
  insert into api_request_logs (tenant_id, id, transaction_id, configuration_id, connector_code, method, endpoint,
    request_headers, request_body, response_headers, response_body, status_code, duration_ms, request_timestamp,
    response_timestamp, is_success, error_message, error_category, correlation_id, created_by)
  select t.*
  from ${beside === '' ? '' : `${beside} cross join lateral `}jsonb_to_recordset(${rows}::jsonb) as t(tenant_id uuid, id uuid, transaction_id uuid, configuration_id uuid,
    connector_code text, method text, endpoint text, request_headers text, request_body text, response_headers text,
    response_body text, status_code integer, duration_ms double precision, request_timestamp timestamptz,
    response_timestamp timestamptz, is_success boolean, error_message text, error_category text, correlation_id text,
    created_by text)
  on conflict do nothing)`
