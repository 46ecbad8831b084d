/** Schemas of POST /payments (docs/interface/cards.md#create-a-payment, docs/interface/cards.md#write-results). */
import { type Static, Type } from 'typebox'
import type { Call } from '../../access/endpoint.ts'
import {
  Created,
  ErrorCode,
  NullableCurrency,
  PaymentCorrelationId,
  ProviderErrorCode,
  TransactionId,
} from '../../core/members/record-members.ts'
import {
  described,
  Enum,
  KnownKeys,
  LongText,
  MoneyInput,
  Nullable,
  NullableText,
  Text,
  Uuid,
} from '../../core/schema.ts'
import { CARD_TOKEN } from '../card-tokens/card-token.ts'
import { PAYMENT_KEYS, RESULT_KEYS } from './extra-keys.ts'
import { WRITE_STATUSES } from './payment.ts'
import { EXAMPLE_SALE } from './payment-examples.ts'

export const Card = Type.Object(
  {
    holder_name: Text(100, {
      minLength: 2,
      description: 'Name of the card holder as printed on the card; at least one letter.',
    }),
    number: Type.String({
      pattern: '^[0-9]{13,19}$',
      description: 'Card number, 13 to 19 digits without blanks; it must pass the Luhn check.',
    }),
    expire_month: Type.String({
      pattern: '^(0[1-9]|1[0-2])$',
      description: 'Month in which the card expires, two digits, 01 to 12.',
    }),
    expire_year: Type.String({ pattern: '^[0-9]{4}$', description: 'Year in which the card expires, four digits.' }),
    cvv: Type.String({
      pattern: '^[0-9]{3,4}$',
      description: 'Security code of the card, 3 digits or 4 for Amex; it is never stored.',
    }),
  },
  { $id: 'Card' },
)

const Buyer = Type.Object(
  {
    id: Type.Optional(Text(200, { description: 'Your own id of the buyer.' })),
    name: Type.Optional(Text(200, { description: 'First name of the buyer.' })),
    surname: Type.Optional(Text(200, { description: 'Family name of the buyer.' })),
    email: Type.Optional(Text(200, { description: 'E-mail address of the buyer, used by the fraud rules.' })),
    phone: Type.Optional(Text(200, { description: 'Telephone number of the buyer.' })),
    ip_address: Type.Optional(Text(200, { description: 'Network address of the buyer, used by the fraud rules.' })),
    identity_number: Type.Optional(
      Text(50, { description: 'National identity number of the buyer; some banks ask for it on large amounts.' }),
    ),
  },
  { $id: 'Buyer' },
)

const Address = Type.Object(
  {
    contact_name: Type.Optional(Text(200, { description: 'Name of the person or company at the address.' })),
    city: Type.Optional(Text(100, { description: 'City of the address.' })),
    country: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{2}$', description: 'Country of the address as two-letter ISO 3166 code.' }),
    ),
    address: Type.Optional(LongText(500, { description: 'Street, number and further lines of the address.' })),
    postal_code: Type.Optional(Text(20, { description: 'Postal code of the address.' })),
  },
  { $id: 'Address' },
)

const BasketItem = Type.Object(
  {
    id: Type.Optional(Text(100, { description: 'Your own id of the item.' })),
    name: Text(200, { minLength: 1, description: 'Name of the item, as the shopper sees it.' }),
    price: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Price of the item in minor units (kuruş): 12990 is 129.90 TRY. The sum of the items is not compared with the amount.',
    }),
    quantity: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Number of pieces of the item.' }),
  },
  { $id: 'BasketItem' },
)

export const CreatePayment = Type.Object(
  {
    external_id: Type.Optional(Text(100, { description: 'Your own order id; recommended, need not be unique.' })),
    basket_id: Type.Optional(Text(100, { description: 'Your own id of the basket.' })),
    amount: described(MoneyInput, 'Amount of the payment, with its currency; at least 100 minor units.'),
    installment: Type.Integer({
      format: 'int32',
      minimum: 1,
      maximum: 12,
      description: 'Number of installments, 1 to 12; 1 is a single payment.',
    }),
    card: Type.Optional(
      described(
        Card,
        'Card that is charged; its number and security code are never returned. Send exactly one of `card` and `card_token`.',
      ),
    ),
    card_token: Type.Optional(
      Type.String({
        pattern: CARD_TOKEN,
        description:
          'Token that the card fields on your own page produced; send exactly one of `card` and `card_token`.',
      }),
    ),
    description: Type.Optional(LongText(500, { description: 'Description of the order, for people.' })),
    buyer: Type.Optional(described(Buyer, 'Person that pays; recommended for the fraud rules.')),
    billing_address: Type.Optional(described(Address, 'Address that the invoice goes to.')),
    shipping_address: Type.Optional(described(Address, 'Address that the goods go to.')),
    basket_items: Type.Optional(
      Type.Array(BasketItem, { maxItems: 100, description: 'Items that are bought; at most 100.' }),
    ),
    operation_type: Type.Optional(
      described(
        Enum('PaymentOperation', ['sale', 'pre_auth']),
        'Operation to carry out: sale, which is the default, or pre_auth, which blocks the amount until it is captured.',
      ),
    ),
    extra_properties: Type.Optional(
      KnownKeys(PAYMENT_KEYS, 'Further values by name; unknown keys are handed to the connector as they are.'),
    ),
  },
  { $id: 'CreatePayment', 'x-one-of': ['card', 'card_token'], examples: [EXAMPLE_SALE] },
)
export type CreatePaymentBody = Static<typeof CreatePayment>
export type CreatePaymentCall = Call<unknown, unknown, CreatePaymentBody>

const WriteStatusEnum = Enum('WriteStatus', WRITE_STATUSES)

const resultMembers = {
  transaction_id: described(
    Uuid,
    'Id of the payment, assigned by the platform and used in all later calls; of a refund, the refunded payment.',
  ),
  status: described(WriteStatusEnum, 'Status of the payment after the call.'),
  is_success: Type.Boolean({
    description: 'Whether the call succeeded; kept for a transition period: rely on the HTTP status.',
  }),
  message: NullableText('Outcome of the call, for people; null when there is nothing to add.'),
  error_code: ErrorCode,
  provider_error_code: ProviderErrorCode,
  extra_properties: described(
    Nullable(KnownKeys(RESULT_KEYS)),
    'Further results by name, depending on the operation; null when there are none.',
  ),
}
export const PaymentResultSchema = Type.Object(resultMembers, { $id: 'PaymentResult' })
export const PaymentStatusSchema = Type.Object(
  {
    ...resultMembers,
    amount: Type.Integer({
      format: 'int64',
      description: 'Amount of the payment in minor units (kuruş): 12990 is 129.90 TRY.',
    }),
    currency: NullableCurrency,
    is_3d_secure: Type.Boolean({ description: 'Whether the payment went through 3D Secure.' }),
    created: Created,
    basket_id: NullableText('Your own id of the basket; null when none was sent.'),
    correlation_id: PaymentCorrelationId,
  },
  { $id: 'PaymentStatus' },
)
/** Platform operations that a payment row can name. */
export const OPERATION_TYPES = ['sale', 'pre_auth', 'post_auth', 'void', 'refund', 'recurring'] as const
export const OperationTypeEnum = Enum('OperationType', OPERATION_TYPES)
export const PAYMENT_TYPES = ['card', 'wallet', 'bkm_express', 'bank_transfer', 'link'] as const
export const PaymentTypeEnum = Enum('PaymentType', PAYMENT_TYPES)
export const SECURE_TYPES = ['non_3d', 'three_ds_v1', 'three_ds_v2', 'three_d_pay'] as const
export const SecureTypeEnum = Enum('SecureType', SECURE_TYPES)

export const TransactionIdParams = Type.Object({ transaction_id: TransactionId })
