/** Shapes of checkout sessions (docs/interface/cards.md#checkout-sessions). */
import { type Static, Type } from 'typebox'
import { DateTime, Enum, Int32, KnownKeys, LongText, Nullable, StringMap, Text, Uuid } from '../../core/schema.ts'
import { SESSION_KEYS } from '../../payments/model/extra-keys.ts'
import { AmountInput } from '../../payments/operations/operation-schemas.ts'
import { SESSION_ID } from './session-id.ts'
import { PAYMENT_MODES } from './session-row.ts'
import { SESSION_STATES } from './session-states.ts'

const CheckoutPaymentMode = Enum('CheckoutPaymentMode', PAYMENT_MODES)
const CheckoutStatus = Enum('CheckoutStatus', SESSION_STATES)
export const Currency = Type.String({
  pattern: '^[A-Za-z]{3}$',
  description: 'ISO 4217; required with the plain integer',
})
const Url = (description: string) => Type.Optional(Text(2_048, { description }))

const EXAMPLE_SESSION = {
  amount: 12_990,
  currency: 'TRY',
  description: 'Three books',
  external_id: 'order-1001',
  allowed_installments: [1, 3, 6],
  success_url: 'https://shop.example.com/thanks',
  cancel_url: 'https://shop.example.com/basket',
}

export const CreateCheckoutSession = Type.Object(
  {
    merchant_name: Type.Optional(Text(100, { description: "Shown on the page; default: the merchant's name" })),
    amount: AmountInput,
    currency: Type.Optional(Currency),
    allowed_installments: Type.Optional(
      Type.Array(Type.Integer({ format: 'int32', minimum: 1, maximum: 12 }), {
        maxItems: 12,
        description: 'Counts the page offers; absent or empty: single payment only',
      }),
    ),
    description: Type.Optional(LongText(500, { description: 'Shown on the page' })),
    external_id: Type.Optional(Text(100, { description: "The caller's order id; need not be unique" })),
    basket_id: Type.Optional(Text(100)),
    customer_email: Type.Optional(Text(200)),
    customer_phone: Type.Optional(Text(200)),
    metadata: Type.Optional(StringMap),
    extra_properties: Type.Optional(
      KnownKeys(SESSION_KEYS, "Of each of its payments; a key that pay sends replaces the session's"),
    ),
    payment_mode: Type.Optional(CheckoutPaymentMode),
    allow_pre_auth: Type.Optional(
      Type.Boolean({ default: false, description: 'Lets pay ask for pre_auth; the page sells' }),
    ),
    is_test_session: Type.Optional(
      Type.Boolean({ default: false, description: 'Only configurations of mode test take its payments' }),
    ),
    success_url: Url('HTTPS; where the page leads once it is paid, with session_id and status added to its query'),
    cancel_url: Url('HTTPS; where the page leads otherwise, with session_id and status added to its query'),
  },
  { $id: 'CreateCheckoutSession', examples: [EXAMPLE_SESSION] },
)
export type CreateSessionBody = Static<typeof CreateCheckoutSession>

const EXAMPLE_LINK = {
  amount: 12_990,
  currency: 'TRY',
  installment: 3,
  description: 'Three books',
  external_id: 'order-1002',
  return_url: 'https://shop.example.com/thanks',
}

export const OrderLink = Type.Object(
  {
    amount: AmountInput,
    currency: Type.Optional(Currency),
    installment: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: 12,
        default: 1,
        description: 'Highest count the page offers',
      }),
    ),
    callback_url: Url('HTTPS; where the browser goes when return_url is absent; one of the two is required'),
    return_url: Url('HTTPS; where the browser ends, with transaction_id and status added to its query'),
    description: Type.Optional(LongText(500, { description: 'Shown on the page' })),
    external_id: Type.Optional(Text(100, { description: "The caller's order id; shown on the page" })),
    customer_email: Type.Optional(Text(200)),
    customer_phone: Type.Optional(Text(200)),
    extra_properties: Type.Optional(StringMap),
  },
  { $id: 'OrderLink', examples: [EXAMPLE_LINK] },
)
export type OrderLinkBody = Static<typeof OrderLink>

export const CheckoutSessionCreated = Type.Object(
  {
    session_id: Type.String({ description: '128 random bits as 32 hex digits; whoever has it can pay the session' }),
    checkout_url: Type.String({ description: "The hosted page: send the shopper's browser there" }),
    expires_at: DateTime,
  },
  { $id: 'CheckoutSessionCreated' },
)

const text = Nullable(Type.String())
export const CheckoutSession = Type.Object(
  {
    session_id: Type.String(),
    tenant_id: Type.String(),
    merchant_id: Uuid,
    external_merchant_id: text,
    merchant_name: text,
    amount: Type.Integer({ format: 'int64' }),
    currency: Type.String(),
    allowed_installments: Type.Array(Int32),
    description: text,
    external_id: text,
    basket_id: text,
    customer_email: text,
    customer_phone: text,
    metadata: Nullable(StringMap),
    status: CheckoutStatus,
    transaction_id: Nullable(Type.String({ format: 'uuid', description: 'Of the latest try' })),
    created_at: DateTime,
    expires_at: DateTime,
    payment_mode: CheckoutPaymentMode,
    allow_pre_auth: Type.Boolean(),
    is_test_session: Type.Boolean(),
    attempt_count: Int32,
    max_attempts: Int32,
    success_url: text,
    cancel_url: text,
  },
  { $id: 'CheckoutSession' },
)

export const CompleteSession = Type.Object({ transaction_id: Uuid }, { $id: 'CompleteSession' })
export const SessionParams = Type.Object({ session_id: Type.String({ pattern: SESSION_ID }) })
export const TransactionQuery = Type.Object({ transaction_id: Type.Optional(Uuid) })
