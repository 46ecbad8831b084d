/** Shapes of connector error codes (docs/interface/cards.md#connector-error-codes). */
import { type Static, Type } from 'typebox'
import { RepeatedId } from '../../core/members/record-members.ts'
import { described, ErrorCategory, LongText, Nullable, NullableText, Text, Uuid } from '../../core/schema.ts'

const RETRY =
  'Whether routing tries the fallback after this code; set it only when the bank promises that nothing was booked.'
const SUGGESTION = 'HTTP status suggested to callers, 400 to 599; null when there is none.'

export const ConnectorErrorCode = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of the error code.' }),
    connector_code: NullableText('Code of the connector whose error code it is; null when it applies to all.'),
    provider_error_code: NullableText('Error code of the bank, as the bank writes it; null for a platform code.'),
    category: described(ErrorCategory, 'Kind of error, which decides how the platform treats it.'),
    turkish_message: NullableText('Message for people in Turkish; null when there is none.'),
    english_message: NullableText('Message for people in English; null when there is none.'),
    internal_description: NullableText('Explanation of the code for operators; null when there is none.'),
    should_retry: Type.Boolean({ description: RETRY }),
    http_status_suggestion: Nullable(Type.Integer({ format: 'int32', description: SUGGESTION })),
    mapped_to_id: Nullable(
      Type.String({
        format: 'uuid',
        description: 'Id of the error code whose meaning this one follows; null when it has its own.',
      }),
    ),
    mapped_to_code: NullableText('Bank code whose meaning this one follows; null when it has its own.'),
  },
  { $id: 'ConnectorErrorCode' },
)

const meaning = {
  category: described(ErrorCategory, 'Kind of error, which decides how the platform treats it.'),
  turkish_message: Type.Optional(LongText(500, { description: 'Message for people in Turkish.' })),
  english_message: Type.Optional(LongText(500, { description: 'Message for people in English.' })),
  internal_description: Type.Optional(LongText(1_000, { description: 'Explanation of the code for operators.' })),
  should_retry: Type.Optional(Type.Boolean({ default: false, description: RETRY })),
  http_status_suggestion: Type.Optional(
    Type.Integer({ format: 'int32', minimum: 400, maximum: 599, description: SUGGESTION }),
  ),
}

export const UpdateErrorCode = Type.Object(
  {
    id: RepeatedId,
    ...meaning,
    mapped_to_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Id of the error code of this tenant whose meaning this one follows, over one step only.',
      }),
    ),
  },
  { $id: 'UpdateConnectorErrorCode' },
)

export const ITEMS_MAX = 500
const BulkItem = Type.Object(
  {
    connector_code: Text(50, { minLength: 1, description: 'Code of a connector of this tenant.' }),
    provider_error_code: Text(50, { minLength: 1, description: 'Error code of the bank, as the bank writes it.' }),
    ...meaning,
  },
  { $id: 'BulkErrorCodeItem' },
)
export type BulkErrorCode = Static<typeof BulkItem>

export const BulkErrorCodes = Type.Object(
  {
    items: Type.Array(BulkItem, {
      minItems: 1,
      maxItems: ITEMS_MAX,
      description: 'Error codes to create or overwrite.',
    }),
  },
  { $id: 'BulkErrorCodes' },
)
export const BulkErrorCodesResult = Type.Object(
  {
    created_count: Type.Integer({ format: 'int32', description: 'Number of error codes that were created.' }),
    updated_count: Type.Integer({ format: 'int32', description: 'Number of error codes that were overwritten.' }),
  },
  { $id: 'BulkErrorCodesResult' },
)

export const ErrorCodeQuery = Type.Object({
  connector_code: Type.Optional(Text(50, { description: 'Only error codes of the connector with this code.' })),
  category: Type.Optional(described(ErrorCategory, 'Only error codes of this kind.')),
})
export type ErrorCodeFilters = Static<typeof ErrorCodeQuery>

/** One template for both operations below this address: OpenAPI distinguishes them by method. */
export const ByCode = Type.Object({
  key: Text(50, { description: 'Code of the connector whose error codes are listed, such as SIMBANK.' }),
})
export const ById = Type.Object({ key: described(Uuid, 'Id of the error code, as the list shows it.') })
