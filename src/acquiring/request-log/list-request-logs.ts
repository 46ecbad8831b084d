/** GET /api/v1/api-request-logs: every call of the platform to a bank, newest first. */

import { endpoint, ok } from '../../access/endpoint.ts'
import { isAllowed } from '../../access/permissions.ts'
import { durationText, isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { maskIbans } from '../../core/iban.ts'
import { toPage, toPlace } from '../../core/pagination.ts'
import { REQUEST_LOG_LIST, toLogFilters } from './request-log-list.ts'
import { RequestLogPage, RequestLogQuery } from './request-log-schemas.ts'
import { findLogs, type StoredLog } from './request-log-store.ts'

export const listRequestLogs = endpoint({
  method: 'GET',
  path: '/api/v1/api-request-logs',
  tag: 'ApiRequestLogs',
  summary: 'List calls to banks',
  description: 'Calls for payments within reach; for transfers with a role of that surface only, their IBANs masked.',
  allow: 'pos-read',
  query: RequestLogQuery,
  dateRange: ['request_timestamp_from', 'request_timestamp_to'],
  queryAliases: { error_category: 'error_categories' },
  answers: { 200: RequestLogPage },
  errors: ['validation_failed'],
  handle: async (call) => {
    const { query, tenantId, merchantId, principal } = call
    const reach = { merchantId, seesTransfers: isAllowed('transfers', 'read', principal.roles) }
    const filters = toLogFilters(tenantId, query, reach)
    const { rows, total } = await REQUEST_LOG_LIST.page(call, filters, toPlace(query), (tx, ids) =>
      findLogs(tx, tenantId, ids),
    )
    return ok(toPage(rows.map(toRequestLogResponse), total, query))
  },
})

/** Rows of earlier releases hold them in full. */
const withoutIbans = (text: string | null): string | null => (text === null ? null : maskIbans(text))

export const toRequestLogResponse = (log: StoredLog) => ({
  extra_properties_dict: {},
  id: log.id,
  transaction_id: log.transaction_id,
  connector_configuration_id: log.configuration_id,
  connector_code: log.connector_code,
  method: log.method,
  endpoint: maskIbans(log.endpoint),
  request_headers: log.request_headers,
  request_body: withoutIbans(log.request_body),
  response_headers: log.response_headers,
  response_body: withoutIbans(log.response_body),
  status_code: log.status_code,
  duration: durationText(log.duration_ms),
  request_timestamp: isoTime(log.request_timestamp),
  response_timestamp: isoTimeOrNull(log.response_timestamp),
  is_success: log.is_success,
  error_message: withoutIbans(log.error_message),
  error_category: log.error_category,
  correlation_id: log.correlation_id,
  created: isoTime(log.response_timestamp ?? log.request_timestamp),
  created_by: log.created_by,
  caller_address: log.caller_address,
  last_modified: isoTime(log.response_timestamp ?? log.request_timestamp),
  last_modified_by: null,
  tenant_id: log.tenant_id,
  is_active: true,
  is_deleted: false,
})
