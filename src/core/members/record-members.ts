/** Members that many shapes of the interface have, each with the one text that the API reference shows for it. */
import { Type } from 'typebox'
import { DateTime, described, Nullable, NullableText, StringMap, Uuid } from '../schema.ts'

export const Created = described(DateTime, 'Time at which the record was created, in UTC.')
export const LastModified = described(DateTime, 'Time at which the record was last changed, in UTC.')

export const TenantId = described(Uuid, 'Id of the tenant that the record belongs to.')
export const MerchantId = described(Uuid, 'Id of the merchant that the record belongs to.')
export const NullableMerchantId = described(
  Nullable(Uuid),
  'Id of the merchant that the record belongs to; null when it belongs to the tenant as a whole.',
)
export const MerchantName = NullableText('Name of the merchant, for people; null when there is none.')
export const ExternalMerchantId = NullableText(
  'Your own identifier of the merchant, as sent in X-External-Merchant-Id; null when it has none.',
)

export const TransactionId = described(Uuid, 'Id of the payment, assigned by the platform when it was created.')
export const NullableTransactionId = described(
  Nullable(Uuid),
  'Id of the payment that the record is about; null when it is about none.',
)
/** Member of updates: clients that send back a record they read repeat the id in the body. */
export const RepeatedId = Type.Optional(described(Uuid, 'Id of the record; it repeats the path, and may be left out.'))

const CURRENCY = 'Currency of the amounts as three-letter ISO 4217 code, such as TRY'
export const Currency = Type.String({ description: `${CURRENCY}.` })
export const NullableCurrency = NullableText(`${CURRENCY}; null when there are none.`)

export const ExtraPropertiesDict = described(
  Nullable(StringMap),
  'Values of your own by name, returned as they were sent; null when there are none.',
)
export const WrittenExtraProperties = Type.Optional(
  described(StringMap, 'Values of your own by name, stored and returned as they are sent; at most 50.'),
)
export const OwnNotes = described(StringMap, 'Notes of your own by name, returned as they were sent.')

export const ErrorCode = NullableText('Platform code of the failure; null when nothing failed.')
export const ProviderErrorCode = NullableText(
  'Code of the failure as the bank writes it; null when nothing failed or the bank gave none.',
)
export const ErrorMessage = NullableText('Explanation of the failure, for people; null when nothing failed.')
export const CorrelationId = NullableText(
  'X-Correlation-Id of the request behind the record, under which its trace is found; null when there was none.',
)
export const PaymentCorrelationId = Type.String({
  description: 'X-Correlation-Id of the request that created the payment, under which its trace is found.',
})

const CONNECTOR_CODE = 'Code of the connector, such as SIMBANK'
export const ConnectorCode = Type.String({ description: `${CONNECTOR_CODE}.` })
export const NullableConnectorCode = NullableText(`${CONNECTOR_CODE}; null when no connector is known.`)

export const BankId = described(
  Nullable(Uuid),
  'Id of the bank, as in GET /api/v1/lookups/banks; null when no bank is known.',
)
export const BankCode = NullableText('Five-digit code of the bank, as in an IBAN; null when no bank is known.')
export const BankName = NullableText('Name of the bank, for people; null when no bank is known.')

export const PageNumber = Type.Integer({ format: 'int32', description: 'Number of this page; 1 is the first.' })
export const PageCount = Type.Integer({ format: 'int32', description: 'Number of pages of the whole list.' })
export const RowCount = Type.Integer({ format: 'int32', description: 'Number of rows on all pages together.' })
export const HasPreviousPage = Type.Boolean({ description: 'Whether a page comes before this one.' })
export const HasNextPage = Type.Boolean({ description: 'Whether a page follows this one.' })
