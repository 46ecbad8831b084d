/** Shapes of refunds (docs/interface/cards.md#refunds). */
import { type Static, Type } from 'typebox'
import { AnyOf, pageQuery, pageSchema, sortQuery } from '../../core/pagination.ts'
import { CardSchemaType, DateTime, Enum, Int64, Nullable, Uuid } from '../../core/schema.ts'
import { RefundReasonCode } from '../operations/operation-schemas.ts'

const text = Nullable(Type.String())
const amount = Type.Integer({ format: 'int64', description: 'Minor units' })

const REFUND_STATUSES = ['pending', 'completed', 'failed'] as const
const RefundStatus = Enum('RefundStatus', REFUND_STATUSES)

export const RefundQuery = Type.Object({
  ...pageQuery,
  ...sortQuery,
  start_date: Type.Optional(DateTime),
  end_date: Type.Optional(DateTime),
  status: AnyOf(RefundStatus),
  transaction_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Refunds of this payment' })),
  reason_code: Type.Optional(RefundReasonCode),
  refund_type: Type.Optional(Enum('RefundType', ['full', 'partial'])),
  merchant_id: Type.Optional(Uuid),
  external_merchant_id: Type.Optional(Type.String({ maxLength: 100 })),
  min_amount: Type.Optional(Int64),
  max_amount: Type.Optional(Int64),
  sla_breached: Type.Optional(Type.Boolean({ description: 'True: pending for more than 24 hours' })),
  search_term: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        "Part of the reason or of the payment's basket_id, external_id or masked card, or the start of an id",
    }),
  ),
})
export type RefundFilters = Static<typeof RefundQuery>

const members = {
  id: Type.Unsafe<string>({ ...Uuid, description: 'Also the id of the child transaction' }),
  transaction_id: Type.Unsafe<string>({ ...Uuid, description: 'The refunded payment' }),
  merchant_id: Uuid,
  merchant_external_id: text,
  merchant_name: text,
  refund_amount: amount,
  original_amount: amount,
  currency: text,
  status: RefundStatus,
  reason_code: Nullable(RefundReasonCode),
  reason: text,
  created_by: text,
  created: DateTime,
  completed_at: Nullable(DateTime),
  error_message: text,
}
const RefundListItem = Type.Object(members, { $id: 'RefundListItem' })
export const RefundPage = pageSchema(RefundListItem, 'RefundPage')

const SiblingRefund = Type.Object(
  { id: Uuid, refund_amount: amount, status: RefundStatus, created: DateTime },
  { $id: 'SiblingRefund' },
)
export const RefundDetail = Type.Object(
  {
    ...members,
    original_transaction_basket_id: text,
    original_transaction_card_last4: text,
    original_transaction_card_schema_type: Nullable(CardSchemaType),
    original_transaction_connector_name: text,
    original_transaction_created: DateTime,
    provider_transaction_id: text,
    provider_response_code: text,
    provider_response_message: text,
    sibling_refunds: Type.Array(SiblingRefund, { description: 'Other refunds of the same payment' }),
  },
  { $id: 'RefundDetail' },
)
