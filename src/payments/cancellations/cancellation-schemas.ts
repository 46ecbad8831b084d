/** Schemas of cancellation requests: a void that needs two people (docs/interface/cards.md#cancellation-requests). */

import { type Static, Type } from 'typebox'
import { waitsForQuery } from '../../access/waits-for.ts'
import { MaskedCardNumber } from '../../core/members/card-members.ts'
import { Created, Currency, MerchantId, RepeatedId, TransactionId } from '../../core/members/record-members.ts'
import { AnyOf, listQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, described, Enum, LongText, Nullable, NullableText, Uuid } from '../../core/schema.ts'
import { CANCELLATION_STATES } from '../model/cancellation-states.ts'
import { TransactionStatus } from '../queries/query-schemas.ts'

const CancellationRequestStatus = Enum('CancellationRequestStatus', CANCELLATION_STATES)

export const CreateCancellation = Type.Object(
  {
    transaction_id: described(Uuid, 'Id of the payment to cancel.'),
    reason: Type.Optional(
      LongText(500, { description: 'Reason of the cancellation request, for the person who decides.' }),
    ),
  },
  { $id: 'CreateCancellation' },
)
export const ReviewCancellation = Type.Object(
  {
    id: RepeatedId,
    note: Type.Optional(LongText(500, { description: 'Note on the decision, for people.' })),
  },
  { $id: 'ReviewCancellation' },
)
export type ReviewBody = Static<typeof ReviewCancellation>

export const CancellationQuery = Type.Object({
  ...listQuery,
  ...waitsForQuery,
  status: AnyOf(CancellationRequestStatus, 'Only cancellation requests in any of these statuses.'),
  merchant_id: Type.Optional(described(Uuid, 'Only cancellation requests of the merchant with this id.')),
  transaction_id: Type.Optional(described(Uuid, 'Only cancellation requests for the payment with this id.')),
  from_date: Type.Optional(described(DateTime, 'Only cancellation requests made at this time or later.')),
  to_date: Type.Optional(described(DateTime, 'Only cancellation requests made at this time or earlier.')),
})
export type CancellationFilters = Static<typeof CancellationQuery>

const TransactionSummary = Type.Object(
  {
    id: TransactionId,
    amount: Type.Integer({
      format: 'int64',
      description: 'Amount of the payment in minor units (kuruş): 12990 is 129.90 TRY.',
    }),
    currency: Currency,
    status: described(TransactionStatus, 'Status of the payment now.'),
    created: Created,
    masked_card_number: MaskedCardNumber,
    connector_name: NullableText('Name of the connector that took the payment; null when none was chosen.'),
  },
  { $id: 'TransactionSummary' },
)
export const CancellationRequest = Type.Object(
  {
    id: described(Uuid, 'Id of the cancellation request.'),
    transaction_id: described(Uuid, 'Id of the payment that is to be canceled.'),
    merchant_id: MerchantId,
    requested_by: NullableText('Id of the user or API key that made the request; null when it is not known.'),
    requested_at: described(DateTime, 'Time at which the request was made.'),
    reason: NullableText('Reason of the request, for the person who decides; null when none was given.'),
    status: described(CancellationRequestStatus, 'Status of the cancellation request now.'),
    reviewed_by: NullableText('Id of the second person that decided; null before.'),
    reviewed_at: described(Nullable(DateTime), 'Time at which the request was decided; null before.'),
    review_note: NullableText('Note of the person that decided; null when none was written.'),
    void_error_code: NullableText(
      'Platform code with which the void failed after the approval; null when it did not fail.',
    ),
    void_error_message: NullableText(
      'Explanation why the void failed after the approval, for people; null when it did not fail.',
    ),
    transaction: described(Nullable(TransactionSummary), 'Summary of the payment; null when it is no longer kept.'),
  },
  { $id: 'CancellationRequest' },
)
export const CancellationPage = pageSchema(CancellationRequest, 'CancellationRequestPage')
