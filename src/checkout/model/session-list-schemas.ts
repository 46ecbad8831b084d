/** Shapes of the lists of checkout sessions and of payment links (docs/interface/cards.md#checkout-sessions). */
import { type Static, Type } from 'typebox'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, Int32, Int64, Nullable, Uuid } from '../../core/schema.ts'
import { SESSION_STATES, type SessionState } from './session-states.ts'

const text = Nullable(Type.String())
const Status = Type.Unsafe<SessionState>({ ...Enum('CheckoutStatus', SESSION_STATES) })

const shared = {
  merchant_id: Uuid,
  external_merchant_id: text,
  merchant_name: text,
  amount: Type.Integer({ ...Int64, description: 'Minor units' }),
  currency: Type.String({ description: 'ISO 4217' }),
  description: text,
  external_id: Nullable(Type.String({ description: "The caller's order id" })),
  status: Status,
  created_by: Type.String({ description: 'Person or API key that made it' }),
  created_at: DateTime,
  expires_at: DateTime,
}

export const CheckoutSessionRow = Type.Object(
  {
    session_id: Type.String({ description: 'Reads the session with everything in it' }),
    transaction_id: Nullable(Type.String({ format: 'uuid', description: 'Payment of the latest try' })),
    attempt_count: Int32,
    max_attempts: Int32,
    is_test_session: Type.Boolean(),
    ...shared,
  },
  { $id: 'CheckoutSessionRow' },
)
export const CheckoutSessionPage = pageSchema(CheckoutSessionRow, 'CheckoutSessionPage')

export const OrderLinkRow = Type.Object(
  {
    transaction_id: Type.String({ format: 'uuid', description: 'The payment that waits for a card' }),
    payment_link: Nullable(Type.String({ description: 'The page to send; null once nobody can pay there any more' })),
    ...shared,
  },
  { $id: 'OrderLinkRow' },
)
export const OrderLinkPage = pageSchema(OrderLinkRow, 'OrderLinkPage')

export const SessionListQuery = Type.Object({
  ...pageQuery,
  status: AnyOf(Status),
  start_date: Type.Optional(
    Type.Unsafe<string>({ ...DateTime, description: 'Made then or later; default: 31 days ago' }),
  ),
  end_date: Type.Optional(Type.Unsafe<string>({ ...DateTime, description: 'Made then or earlier' })),
  search_term: Type.Optional(Type.String({ maxLength: 100, description: 'In external_id and description' })),
})
export type SessionFilters = Static<typeof SessionListQuery>
