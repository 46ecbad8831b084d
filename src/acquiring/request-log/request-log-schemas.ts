/** Shapes of the API request log (docs/interface/cards.md#request-log). */
import { type Static, Type } from 'typebox'
import {
  ConnectorCode,
  CorrelationId,
  Created,
  ErrorMessage,
  LastModified,
  NullableTransactionId,
} from '../../core/members/record-members.ts'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import {
  ConfigurationId,
  DateTime,
  described,
  ErrorCategory,
  Nullable,
  NullableText,
  StringMap,
  Uuid,
} from '../../core/schema.ts'

export const RequestLogQuery = Type.Object({
  ...pageQuery,
  transaction_id: Type.Optional(described(Uuid, 'Only calls about the payment with this id.')),
  connector_configuration_id: Type.Optional(
    described(ConfigurationId, 'Only calls through the connector configuration with this id or name.'),
  ),
  connector_code: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only calls through the connector with this code.' }),
  ),
  method: Type.Optional(Type.String({ maxLength: 10, description: 'Only calls with this HTTP method.' })),
  endpoint: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Only calls to addresses that contain this text, compared without case.',
    }),
  ),
  status_code: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 999, description: 'Only calls that were answered with this HTTP status.' }),
  ),
  is_success: Type.Optional(Type.Boolean({ description: 'Only calls that succeeded (true) or failed (false).' })),
  request_timestamp_from: Type.Optional(described(DateTime, 'Only calls that began at this time or later.')),
  request_timestamp_to: Type.Optional(described(DateTime, 'Only calls that began at this time or earlier.')),
  correlation_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only calls made for the request with this X-Correlation-Id.' }),
  ),
  search_term: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Text to search for in address, bodies and error message, compared without case.',
    }),
  ),
  error_categories: Type.Optional(
    Type.Array(ErrorCategory, { maxItems: 7, description: 'Only calls that failed with any of these kinds of error.' }),
  ),
})
export type RequestLogFilters = Static<typeof RequestLogQuery>

export const ApiRequestLog = Type.Object(
  {
    extra_properties_dict: described(StringMap, 'Further values by name; always empty.'),
    id: described(Uuid, 'Id of the log entry.'),
    transaction_id: NullableTransactionId,
    connector_configuration_id: described(Uuid, 'Id of the connector configuration that was called through.'),
    connector_code: ConnectorCode,
    method: Type.String({ description: 'HTTP method of the call.' }),
    endpoint: Type.String({ description: 'Address that was called.' }),
    request_headers: NullableText('Headers of the request, masked; null when they are no longer kept.'),
    request_body: NullableText('Body of the request, masked; null when it is no longer kept.'),
    response_headers: NullableText('Headers of the answer, masked; null when no answer came.'),
    response_body: NullableText('Body of the answer, masked; null when no answer came.'),
    status_code: Nullable(
      Type.Integer({ format: 'int32', description: 'HTTP status of the answer; null when no answer came.' }),
    ),
    duration: Type.String({ description: 'Duration of the call, as hh:mm:ss.fffffff.' }),
    request_timestamp: described(DateTime, 'Time at which the call began.'),
    response_timestamp: described(Nullable(DateTime), 'Time at which the answer came; null when none did.'),
    is_success: Type.Boolean({ description: 'Whether the bank answered without a technical fault.' }),
    error_message: ErrorMessage,
    error_category: described(
      Nullable(ErrorCategory),
      'Kind of error with which the call failed; null when it did not fail.',
    ),
    correlation_id: CorrelationId,
    created: Created,
    created_by: NullableText(
      'Id of the user or API key that caused the call: `sub` of its token; null when the service did.',
    ),
    caller_address: NullableText('Network address from which the call was caused; null when the service did.'),
    last_modified: LastModified,
    last_modified_by: NullableText('Id of the user that last changed the entry; null when nobody did.'),
    tenant_id: Type.String({ description: 'Id of the tenant that the entry belongs to.' }),
    is_active: Type.Boolean({ description: 'Always true: log entries are not switched off.' }),
    is_deleted: Type.Boolean({ description: 'Always false: log entries are not deleted.' }),
  },
  { $id: 'ApiRequestLog' },
)
export const RequestLogPage = pageSchema(ApiRequestLog, 'ApiRequestLogPage')
