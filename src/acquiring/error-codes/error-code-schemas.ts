/** Shapes of connector error codes (docs/interface/cards.md#connector-error-codes). */
import { type Static, Type } from 'typebox'
import { ErrorCategory, LongText, Nullable, Text, Uuid } from '../../core/schema.ts'

const RETRY = 'Routing tries the fallback after it. True only where the bank promises that nothing was booked'
const SUGGESTION = 'HTTP status suggested to callers'

export const ConnectorErrorCode = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of the row' }),
    connector_code: Nullable(Type.String({ description: 'Connector whose code it is' })),
    provider_error_code: Nullable(Type.String({ description: "The bank's code" })),
    category: ErrorCategory,
    turkish_message: Nullable(Type.String({ description: 'For people, in Turkish' })),
    english_message: Nullable(Type.String({ description: 'For people, in English' })),
    internal_description: Nullable(Type.String({ description: 'For the operators' })),
    should_retry: Type.Boolean({ description: RETRY }),
    http_status_suggestion: Nullable(Type.Integer({ format: 'int32', description: SUGGESTION })),
    mapped_to_id: Nullable(Type.String({ format: 'uuid', description: 'Row whose meaning this one follows' })),
    mapped_to_code: Nullable(Type.String({ description: 'Code of that row' })),
  },
  { $id: 'ConnectorErrorCode' },
)

const meaning = {
  category: ErrorCategory,
  turkish_message: Type.Optional(LongText(500, { description: 'For people, in Turkish' })),
  english_message: Type.Optional(LongText(500, { description: 'For people, in English' })),
  internal_description: Type.Optional(LongText(1_000, { description: 'For the operators' })),
  should_retry: Type.Optional(Type.Boolean({ default: false, description: RETRY })),
  http_status_suggestion: Type.Optional(
    Type.Integer({ format: 'int32', minimum: 400, maximum: 599, description: SUGGESTION }),
  ),
}

export const UpdateErrorCode = Type.Object(
  {
    id: Type.Optional(Type.String({ format: 'uuid', description: 'Repeats the path' })),
    ...meaning,
    mapped_to_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'Row of this tenant whose meaning this one follows, one step far' }),
    ),
  },
  { $id: 'UpdateConnectorErrorCode' },
)

export const ITEMS_MAX = 500
const BulkItem = Type.Object(
  {
    connector_code: Text(50, { minLength: 1, description: 'Code of a connector of this tenant' }),
    provider_error_code: Text(50, { minLength: 1, description: "The bank's code" }),
    ...meaning,
  },
  { $id: 'BulkErrorCodeItem' },
)
export type BulkErrorCode = Static<typeof BulkItem>

export const BulkErrorCodes = Type.Object(
  { items: Type.Array(BulkItem, { minItems: 1, maxItems: ITEMS_MAX, description: 'Rows to create or overwrite' }) },
  { $id: 'BulkErrorCodes' },
)
export const BulkErrorCodesResult = Type.Object(
  {
    created_count: Type.Integer({ format: 'int32', description: 'Rows that are new' }),
    updated_count: Type.Integer({ format: 'int32', description: 'Rows that were there already' }),
  },
  { $id: 'BulkErrorCodesResult' },
)

export const ErrorCodeQuery = Type.Object({
  connector_code: Type.Optional(Text(50, { description: 'Rows of this connector' })),
  category: Type.Optional(ErrorCategory),
})
export type ErrorCodeFilters = Static<typeof ErrorCodeQuery>

/** One template for both operations below this address: OpenAPI distinguishes them by method. */
export const ByCode = Type.Object({ key: Text(50, { description: 'Code of a connector, such as SIMBANK' }) })
export const ById = Type.Object({ key: Uuid })
