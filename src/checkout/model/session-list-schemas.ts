/** Shapes of the lists of checkout sessions and of payment links (docs/interface/cards.md#checkout-sessions). */
import { type Static, Type } from 'typebox'
import { Created, Currency, ExternalMerchantId, MerchantId, MerchantName } from '../../core/members/record-members.ts'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, described, Enum, Int32, Int64, Nullable, NullableText } from '../../core/schema.ts'
import { SESSION_STATES, type SessionState } from './session-states.ts'

const Status = Type.Unsafe<SessionState>({ ...Enum('CheckoutStatus', SESSION_STATES) })

const shared = {
  merchant_id: MerchantId,
  external_merchant_id: ExternalMerchantId,
  merchant_name: MerchantName,
  amount: described(Int64, 'Amount to be paid in minor units (kuruş): 12990 is 129.90 TRY.'),
  currency: Currency,
  description: NullableText('Description shown on the payment page; null when there is none.'),
  external_id: NullableText('Your own order id; null when none was sent.'),
  status: described(Status, 'Status of the session or link now.'),
  created_by: Type.String({ description: 'Id of the user or API key that created the session or link.' }),
  created_at: Created,
  expires_at: described(DateTime, 'Time until which the shopper can pay.'),
}

export const CheckoutSessionRow = Type.Object(
  {
    session_id: Type.String({ description: 'Id with which the whole session can be read.' }),
    transaction_id: Nullable(
      Type.String({ format: 'uuid', description: 'Id of the payment of the latest attempt; null before the first.' }),
    ),
    attempt_count: described(Int32, 'Number of attempts to pay so far.'),
    max_attempts: described(Int32, 'Number of attempts to pay that the session allows.'),
    is_test_session: Type.Boolean({
      description: 'Whether the session is paid only through configurations of mode test, which charge nothing.',
    }),
    ...shared,
  },
  { $id: 'CheckoutSessionRow' },
)
export const CheckoutSessionPage = pageSchema(CheckoutSessionRow, 'CheckoutSessionPage')

export const OrderLinkRow = Type.Object(
  {
    transaction_id: Type.String({ format: 'uuid', description: 'Id of the payment that waits for a card.' }),
    payment_link: NullableText('Address of the page to send to the shopper; null once it can no longer be paid.'),
    ...shared,
  },
  { $id: 'OrderLinkRow' },
)
export const OrderLinkPage = pageSchema(OrderLinkRow, 'OrderLinkPage')

export const SessionListQuery = Type.Object({
  ...pageQuery,
  status: AnyOf(Status, 'Only sessions or links in any of these statuses.'),
  start_date: Type.Optional(
    described(DateTime, 'Only sessions or links created at this time or later; by default 31 days ago.'),
  ),
  end_date: Type.Optional(described(DateTime, 'Only sessions or links created at this time or earlier.')),
  search_term: Type.Optional(
    Type.String({ maxLength: 100, description: 'Text to search for in external_id and description.' }),
  ),
})
export type SessionFilters = Static<typeof SessionListQuery>
