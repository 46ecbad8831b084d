/** Shapes of the API request log (docs/interface/cards.md#request-log). */
import { type Static, Type } from 'typebox'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import { ConfigurationId, DateTime, ErrorCategory, Nullable, StringMap, Uuid } from '../../core/schema.ts'

const text = Nullable(Type.String())

export const RequestLogQuery = Type.Object({
  ...pageQuery,
  transaction_id: Type.Optional(Uuid),
  connector_configuration_id: Type.Optional(ConfigurationId),
  connector_code: Type.Optional(Type.String({ maxLength: 100 })),
  method: Type.Optional(Type.String({ maxLength: 10 })),
  endpoint: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the address, without case' })),
  status_code: Type.Optional(Type.Integer({ minimum: 0, maximum: 999 })),
  is_success: Type.Optional(Type.Boolean()),
  request_timestamp_from: Type.Optional(DateTime),
  request_timestamp_to: Type.Optional(DateTime),
  correlation_id: Type.Optional(Type.String({ maxLength: 100 })),
  search_term: Type.Optional(
    Type.String({ maxLength: 100, description: 'Part of address, bodies or error message, without case' }),
  ),
  error_categories: Type.Optional(Type.Array(ErrorCategory, { maxItems: 7, description: 'Rows of any of them' })),
})
export type RequestLogFilters = Static<typeof RequestLogQuery>

export const ApiRequestLog = Type.Object(
  {
    extra_properties_dict: StringMap,
    id: Uuid,
    transaction_id: Nullable(Uuid),
    connector_configuration_id: Uuid,
    connector_code: Type.String(),
    method: Type.String(),
    endpoint: Type.String(),
    request_headers: text,
    request_body: text,
    response_headers: text,
    response_body: text,
    status_code: Nullable(Type.Integer({ format: 'int32' })),
    duration: Type.String({ description: 'hh:mm:ss.fffffff' }),
    request_timestamp: DateTime,
    response_timestamp: Nullable(DateTime),
    is_success: Type.Boolean(),
    error_message: text,
    error_category: Nullable(ErrorCategory),
    correlation_id: text,
    created: DateTime,
    created_by: Nullable(Type.String({ description: '`sub` of the token that asked for it: a user or an API key' })),
    caller_address: Nullable(Type.String({ description: 'Address that asked for it' })),
    last_modified: DateTime,
    last_modified_by: text,
    tenant_id: Type.String(),
    is_active: Type.Boolean(),
    is_deleted: Type.Boolean(),
  },
  { $id: 'ApiRequestLog' },
)
export const RequestLogPage = pageSchema(ApiRequestLog, 'ApiRequestLogPage')
