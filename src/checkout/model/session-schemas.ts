/** Shapes of checkout sessions (docs/interface/cards.md#checkout-sessions). */
import { type Static, Type } from 'typebox'
import { Created, Currency, ExternalMerchantId, MerchantId } from '../../core/members/record-members.ts'
import {
  DateTime,
  described,
  Enum,
  Int32,
  KnownKeys,
  LongText,
  Nullable,
  NullableText,
  StringMap,
  Text,
  Uuid,
  WrittenCurrency,
} from '../../core/schema.ts'
import { SESSION_KEYS } from '../../payments/model/extra-keys.ts'
import { AmountInput } from '../../payments/operations/operation-schemas.ts'
import { SESSION_ID } from './session-id.ts'
import { PAYMENT_MODES } from './session-row.ts'
import { SESSION_STATES } from './session-states.ts'

const CheckoutPaymentMode = Enum('CheckoutPaymentMode', PAYMENT_MODES)
const CheckoutStatus = Enum('CheckoutStatus', SESSION_STATES)
const PlainCurrency = WrittenCurrency(
  'Currency as three-letter ISO 4217 code; required when the amount is a plain number.',
)
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
    merchant_name: Type.Optional(
      Text(100, { description: "Name shown on the payment page, by default the merchant's name." }),
    ),
    amount: AmountInput,
    currency: Type.Optional(PlainCurrency),
    allowed_installments: Type.Optional(
      Type.Array(Type.Integer({ format: 'int32', minimum: 1, maximum: 12 }), {
        maxItems: 12,
        description: 'Numbers of installments that the page offers; when absent or empty, a single payment only.',
      }),
    ),
    description: Type.Optional(LongText(500, { description: 'Description shown on the payment page.' })),
    external_id: Type.Optional(Text(100, { description: 'Your own order id; it need not be unique.' })),
    basket_id: Type.Optional(Text(100, { description: 'Your own id of the basket.' })),
    customer_email: Type.Optional(Text(200, { description: 'E-mail address of the shopper.' })),
    customer_phone: Type.Optional(Text(200, { description: 'Telephone number of the shopper.' })),
    metadata: Type.Optional(
      described(StringMap, 'Values of your own by name, stored with the session and returned as they were sent.'),
    ),
    extra_properties: Type.Optional(
      KnownKeys(
        SESSION_KEYS,
        "Further values by name for each payment of the session; a key that the pay call sends replaces the session's.",
      ),
    ),
    payment_mode: Type.Optional(described(CheckoutPaymentMode, 'Whether the shopper pays with or without 3D Secure.')),
    allow_pre_auth: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether the pay call may ask for a pre-authorization; the hosted page always makes a sale.',
      }),
    ),
    is_test_session: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether the session is paid only through configurations of mode test, which charge nothing.',
      }),
    ),
    success_url: Url(
      'HTTPS address the shopper is sent to once it is paid, with session_id and status added to its query.',
    ),
    cancel_url: Url(
      'HTTPS address the shopper is sent to without a payment, with session_id and status added to its query.',
    ),
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
    currency: Type.Optional(PlainCurrency),
    installment: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: 12,
        default: 1,
        description: 'Largest number of installments that the page offers.',
      }),
    ),
    callback_url: Url('HTTPS address the browser is sent to when return_url is absent; one of the two is required.'),
    return_url: Url(
      'HTTPS address the browser is sent to in the end, with transaction_id and status added to its query.',
    ),
    description: Type.Optional(LongText(500, { description: 'Description shown on the payment page.' })),
    external_id: Type.Optional(Text(100, { description: 'Your own order id, shown on the payment page.' })),
    customer_email: Type.Optional(Text(200, { description: 'E-mail address of the shopper.' })),
    customer_phone: Type.Optional(Text(200, { description: 'Telephone number of the shopper.' })),
    extra_properties: Type.Optional(
      described(StringMap, 'Further values by name, handed to the connector as they are.'),
    ),
  },
  { $id: 'OrderLink', examples: [EXAMPLE_LINK] },
)
export type OrderLinkBody = Static<typeof OrderLink>

export const CheckoutSessionCreated = Type.Object(
  {
    session_id: Type.String({
      description: 'Id of the session: 128 random bits as 32 hex digits. Anybody who has it can pay the session.',
    }),
    checkout_url: Type.String({
      description: "Address of the hosted payment page, to which you send the shopper's browser.",
    }),
    expires_at: described(DateTime, 'Time until which the shopper can pay.'),
  },
  { $id: 'CheckoutSessionCreated' },
)

export const CheckoutSession = Type.Object(
  {
    session_id: Type.String({ description: 'Id of the session, as its creation returned it.' }),
    tenant_id: Type.String({ description: 'Id of the tenant that the session belongs to.' }),
    merchant_id: MerchantId,
    external_merchant_id: ExternalMerchantId,
    merchant_name: NullableText('Name shown on the payment page; null when there is none.'),
    amount: Type.Integer({
      format: 'int64',
      description: 'Amount to be paid in minor units (kuruş): 12990 is 129.90 TRY.',
    }),
    currency: Currency,
    allowed_installments: Type.Array(Int32, { description: 'Numbers of installments that the page offers.' }),
    description: NullableText('Description shown on the payment page; null when there is none.'),
    external_id: NullableText('Your own order id; null when none was sent.'),
    basket_id: NullableText('Your own id of the basket; null when none was sent.'),
    customer_email: NullableText('E-mail address of the shopper; null when none was sent.'),
    customer_phone: NullableText('Telephone number of the shopper; null when none was sent.'),
    metadata: described(
      Nullable(StringMap),
      'Values of your own by name, returned as they were sent; null when none were.',
    ),
    status: described(CheckoutStatus, 'Status of the session now.'),
    transaction_id: Nullable(
      Type.String({ format: 'uuid', description: 'Id of the payment of the latest attempt; null before the first.' }),
    ),
    created_at: Created,
    expires_at: described(DateTime, 'Time until which the shopper can pay.'),
    payment_mode: described(CheckoutPaymentMode, 'Whether the shopper pays with or without 3D Secure.'),
    allow_pre_auth: Type.Boolean({ description: 'Whether the pay call may ask for a pre-authorization.' }),
    is_test_session: Type.Boolean({
      description: 'Whether the session is paid only through configurations of mode test, which charge nothing.',
    }),
    attempt_count: described(Int32, 'Number of attempts to pay so far.'),
    max_attempts: described(Int32, 'Number of attempts to pay that the session allows.'),
    success_url: NullableText('Address the shopper is sent to once it is paid; null when none was sent.'),
    cancel_url: NullableText('Address the shopper is sent to without a payment; null when none was sent.'),
  },
  { $id: 'CheckoutSession' },
)

export const CompleteSession = Type.Object(
  { transaction_id: described(Uuid, 'Id of the payment that completes the session.') },
  { $id: 'CompleteSession' },
)
export const SessionParams = Type.Object({
  session_id: Type.String({
    pattern: SESSION_ID,
    description: 'Id of the checkout session, as its creation returned it.',
  }),
})
export const TransactionQuery = Type.Object({
  transaction_id: Type.Optional(described(Uuid, 'Id of the payment whose outcome is asked for.')),
})
