/** Members that many shapes of the interface have, each with the one text that the API reference shows for it. */
import { Type } from 'typebox'
import {
  CardBrand,
  CardSchemaType,
  CardType,
  DateTime,
  described,
  Nullable,
  NullableText,
  StringMap,
  Uuid,
} from './schema.ts'

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
/** Of updates: clients that send back what they read repeat the id in the body. */
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

export const MaskedCardNumber = NullableText('Card number with its middle masked; null when no card is known.')
export const CardHolderName = NullableText('Name on the card; null when no card is known.')
export const CardScheme = described(
  Nullable(CardSchemaType),
  'Card scheme of the card, such as Visa; null when it is not known.',
)
export const CardProgram = described(
  Nullable(CardBrand),
  'Loyalty program of the card, such as Bonus; null when it has none or none is known.',
)
export const NullableCardType = described(
  Nullable(CardType),
  'Type of the card: credit, debit or prepaid; null when it is not known.',
)

export const ProviderTransactionId = NullableText("The bank's own id of the payment; null before the bank gave one.")
export const AuthCode = NullableText('Authorization code of the bank; null before the bank approved.')
export const HostReference = NullableText("Reference number of the bank's host; null before the bank gave one.")
export const Rrn = NullableText('Retrieval reference number (RRN) of the bank; null before the bank gave one.')

export const MdStatusOfBank = NullableText(
  "Outcome of the 3D Secure authentication as the bank's digit: 1 fully authenticated, 2 to 4 attempted; null without 3D Secure.",
)
export const Cavv = NullableText('Cryptogram that proves the 3D Secure authentication (CAVV); null without 3D Secure.')
export const Eci = NullableText(
  'Electronic commerce indicator (ECI): how far 3D Secure vouches for the payment; null without 3D Secure.',
)
export const Xid = NullableText('Id of the 3D Secure authentication (XID); null without 3D Secure.')
export const Md = NullableText("Merchant data that the bank's 3D Secure page returned (MD); null without 3D Secure.")
export const ThreeDsServerTransId = NullableText(
  'Id of the authentication at the 3D Secure server; null without 3D Secure.',
)

export const PageNumber = Type.Integer({ format: 'int32', description: 'Number of this page; 1 is the first.' })
export const PageCount = Type.Integer({ format: 'int32', description: 'Number of pages of the whole list.' })
export const RowCount = Type.Integer({ format: 'int32', description: 'Number of rows on all pages together.' })
export const HasPreviousPage = Type.Boolean({ description: 'Whether a page comes before this one.' })
export const HasNextPage = Type.Boolean({ description: 'Whether a page follows this one.' })
