/** Shapes of POST /payments (docs/interface/cards.md#create-a-payment, docs/interface/cards.md#write-results). */
import { type Static, Type } from 'typebox'
import type { Call } from '../../access/endpoint.ts'
import { Enum, KnownKeys, LongText, MoneyInput, Nullable, Text, Uuid } from '../../core/schema.ts'
import { CARD_TOKEN } from '../card-tokens/card-token.ts'
import { PAYMENT_KEYS, RESULT_KEYS } from './extra-keys.ts'
import { WRITE_STATUSES } from './payment.ts'
import { EXAMPLE_SALE } from './payment-examples.ts'

export const Card = Type.Object(
  {
    holder_name: Text(100, { minLength: 2, description: 'As printed on the card; at least one letter' }),
    number: Type.String({
      pattern: '^[0-9]{13,19}$',
      description: '13 to 19 digits, no blanks; must pass the Luhn check',
    }),
    expire_month: Type.String({ pattern: '^(0[1-9]|1[0-2])$', description: 'Two digits, 01 to 12' }),
    expire_year: Type.String({ pattern: '^[0-9]{4}$', description: 'Four digits' }),
    cvv: Type.String({ pattern: '^[0-9]{3,4}$', description: '3 digits, 4 for Amex; never stored' }),
  },
  { $id: 'Card' },
)

const Buyer = Type.Object(
  {
    id: Type.Optional(Text(200)),
    name: Type.Optional(Text(200)),
    surname: Type.Optional(Text(200)),
    email: Type.Optional(Text(200)),
    phone: Type.Optional(Text(200)),
    ip_address: Type.Optional(Text(200)),
    identity_number: Type.Optional(Text(50)),
  },
  { $id: 'Buyer' },
)

const Address = Type.Object(
  {
    contact_name: Type.Optional(Text(200)),
    city: Type.Optional(Text(100)),
    country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$', description: 'Two-letter code' })),
    address: Type.Optional(LongText(500)),
    postal_code: Type.Optional(Text(20)),
  },
  { $id: 'Address' },
)

const BasketItem = Type.Object(
  {
    id: Type.Optional(Text(100)),
    name: Text(200, { minLength: 1 }),
    price: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Minor units' }),
    quantity: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  },
  { $id: 'BasketItem' },
)

export const CreatePayment = Type.Object(
  {
    external_id: Type.Optional(Text(100, { description: "The caller's order id; need not be unique" })),
    basket_id: Type.Optional(Text(100)),
    amount: MoneyInput,
    installment: Type.Integer({ format: 'int32', minimum: 1, maximum: 12, description: '1 = single payment' }),
    card: Type.Optional(Card),
    card_token: Type.Optional(
      Type.String({
        pattern: CARD_TOKEN,
        description: 'Instead of `card`, exactly one of the two: what card fields on the shop’s own page gave out',
      }),
    ),
    description: Type.Optional(LongText(500)),
    buyer: Type.Optional(Buyer),
    billing_address: Type.Optional(Address),
    shipping_address: Type.Optional(Address),
    basket_items: Type.Optional(Type.Array(BasketItem, { maxItems: 100 })),
    operation_type: Type.Optional(Enum('PaymentOperation', ['sale', 'pre_auth'])),
    extra_properties: Type.Optional(KnownKeys(PAYMENT_KEYS, 'Further keys are handed to the connector as they are')),
  },
  { $id: 'CreatePayment', 'x-one-of': ['card', 'card_token'], examples: [EXAMPLE_SALE] },
)
export type CreatePaymentBody = Static<typeof CreatePayment>
export type CreatePaymentCall = Call<unknown, unknown, CreatePaymentBody>

const WriteStatusEnum = Enum('WriteStatus', WRITE_STATUSES)

const resultMembers = {
  transaction_id: Uuid,
  status: WriteStatusEnum,
  is_success: Type.Boolean({ description: 'Kept for a transition period; rely on the HTTP status' }),
  message: Nullable(Type.String()),
  error_code: Nullable(Type.String()),
  provider_error_code: Nullable(Type.String()),
  extra_properties: Nullable(KnownKeys(RESULT_KEYS)),
}
export const PaymentResultSchema = Type.Object(resultMembers, { $id: 'PaymentResult' })
export const PaymentStatusSchema = Type.Object(
  {
    ...resultMembers,
    amount: Type.Integer({ format: 'int64' }),
    currency: Nullable(Type.String()),
    is_3d_secure: Type.Boolean(),
    created: Type.String({ format: 'date-time' }),
    basket_id: Nullable(Type.String()),
    correlation_id: Type.String({ description: 'Of the request that made the payment; key of its trace' }),
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

export const TransactionIdParams = Type.Object({ transaction_id: Uuid })
