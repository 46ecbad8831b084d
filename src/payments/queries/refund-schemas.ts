/** Schemas of refunds (docs/interface/cards.md#refunds). */
import { type Static, Type } from 'typebox'
import { ProviderTransactionId } from '../../core/members/card-members.ts'
import {
  Created,
  ErrorMessage,
  ExternalMerchantId,
  MerchantId,
  MerchantName,
  NullableCurrency,
} from '../../core/members/record-members.ts'
import { AnyOf, pageQuery, pageSchema, sortQuery } from '../../core/pagination.ts'
import { CardSchemaType, DateTime, described, Enum, Int64, Nullable, NullableText, Uuid } from '../../core/schema.ts'
import { RefundReasonCode } from '../operations/operation-schemas.ts'

const amount = Type.Integer({ format: 'int64', description: 'Minor units' })

const REFUND_STATUSES = ['pending', 'completed', 'failed'] as const
const RefundStatus = Enum('RefundStatus', REFUND_STATUSES)

export const RefundQuery = Type.Object({
  ...pageQuery,
  ...sortQuery,
  start_date: Type.Optional(described(DateTime, 'Only refunds created at this time or later.')),
  end_date: Type.Optional(described(DateTime, 'Only refunds created at this time or earlier.')),
  status: AnyOf(RefundStatus, 'Only refunds in any of these statuses.'),
  transaction_id: Type.Optional(described(Uuid, 'Only refunds of the payment with this id.')),
  reason_code: Type.Optional(described(RefundReasonCode, 'Only refunds with this reason code.')),
  refund_type: Type.Optional(described(Enum('RefundType', ['full', 'partial']), 'Only full or only partial refunds.')),
  merchant_id: Type.Optional(described(Uuid, 'Only refunds of the merchant with this id.')),
  external_merchant_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only refunds of the merchant with this identifier of yours.' }),
  ),
  min_amount: Type.Optional(described(Int64, 'Only refunds of this amount or more, in minor units.')),
  max_amount: Type.Optional(described(Int64, 'Only refunds of this amount or less, in minor units.')),
  sla_breached: Type.Optional(
    Type.Boolean({
      description: 'Only refunds that have been pending for more than 24 hours (true), or only others (false).',
    }),
  ),
  search_term: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        "Part of the reason or of the payment's basket_id, external_id or masked card, or the start of an id.",
    }),
  ),
})
export type RefundFilters = Static<typeof RefundQuery>

const members = {
  id: described(Uuid, 'Id of the refund; also the id of its child transaction.'),
  transaction_id: described(Uuid, 'Id of the payment that is refunded.'),
  merchant_id: MerchantId,
  merchant_external_id: ExternalMerchantId,
  merchant_name: MerchantName,
  refund_amount: described(amount, 'Amount of the refund in minor units (kuruş): 12990 is 129.90 TRY.'),
  original_amount: described(amount, 'Amount of the refunded payment in minor units.'),
  currency: NullableCurrency,
  status: described(RefundStatus, 'Status of the refund now.'),
  reason_code: described(Nullable(RefundReasonCode), 'Reason of the refund as a code; null when none was given.'),
  reason: NullableText('Reason of the refund, for people; null when none was given.'),
  created_by: NullableText('Id of the user or API key that requested the refund; null when it is not known.'),
  created: Created,
  completed_at: described(Nullable(DateTime), 'Time at which the refund was completed or failed; null before.'),
  error_message: ErrorMessage,
}
const RefundListItem = Type.Object(members, { $id: 'RefundListItem' })
export const RefundPage = pageSchema(RefundListItem, 'RefundPage')

const SiblingRefund = Type.Object(
  {
    id: described(Uuid, 'Id of the other refund.'),
    refund_amount: described(amount, 'Amount of the other refund in minor units.'),
    status: described(RefundStatus, 'Status of the other refund.'),
    created: Created,
  },
  { $id: 'SiblingRefund' },
)
export const RefundDetail = Type.Object(
  {
    ...members,
    original_transaction_basket_id: NullableText('Basket id of the payment that is refunded; null when it has none.'),
    original_transaction_card_last4: NullableText(
      'Last four digits of the card that was charged; null when they are not known.',
    ),
    original_transaction_card_schema_type: described(
      Nullable(CardSchemaType),
      'Card scheme of the card that was charged, such as Visa; null when it is not known.',
    ),
    original_transaction_connector_name: NullableText(
      'Name of the connector that took the payment; null when it was deleted.',
    ),
    original_transaction_created: described(DateTime, 'Time at which the refunded payment was created.'),
    provider_transaction_id: ProviderTransactionId,
    provider_response_code: NullableText('Response code of the bank to the refund; null before the bank answered.'),
    provider_response_message: NullableText('Response text of the bank to the refund; null before the bank answered.'),
    sibling_refunds: Type.Array(SiblingRefund, { description: 'Other refunds of the same payment.' }),
  },
  { $id: 'RefundDetail' },
)
