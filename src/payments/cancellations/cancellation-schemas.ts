/** Shapes of cancellation requests: a void with four eyes (docs/interface/cards.md#cancellation-requests). */

import { type Static, Type } from 'typebox'
import { waitsForQuery } from '../../access/waits-for.ts'
import { AnyOf, listQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, LongText, Nullable, Uuid } from '../../core/schema.ts'
import { CANCELLATION_STATES } from '../model/cancellation-states.ts'
import { TransactionStatus } from '../queries/query-schemas.ts'

const text = Nullable(Type.String())

const CancellationRequestStatus = Enum('CancellationRequestStatus', CANCELLATION_STATES)

export const CreateCancellation = Type.Object(
  { transaction_id: Uuid, reason: Type.Optional(LongText(500)) },
  { $id: 'CreateCancellation' },
)
export const ReviewCancellation = Type.Object(
  {
    id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Repeats the path' })),
    note: Type.Optional(LongText(500)),
  },
  { $id: 'ReviewCancellation' },
)
export type ReviewBody = Static<typeof ReviewCancellation>

export const CancellationQuery = Type.Object({
  ...listQuery,
  ...waitsForQuery,
  status: AnyOf(CancellationRequestStatus),
  merchant_id: Type.Optional(Uuid),
  transaction_id: Type.Optional(Uuid),
  from_date: Type.Optional(DateTime),
  to_date: Type.Optional(DateTime),
})
export type CancellationFilters = Static<typeof CancellationQuery>

const TransactionSummary = Type.Object(
  {
    id: Uuid,
    amount: Type.Integer({ format: 'int64', description: 'Minor units' }),
    currency: Type.String(),
    status: TransactionStatus,
    created: DateTime,
    masked_card_number: text,
    connector_name: text,
  },
  { $id: 'TransactionSummary' },
)
export const CancellationRequest = Type.Object(
  {
    id: Uuid,
    transaction_id: Uuid,
    merchant_id: Uuid,
    requested_by: text,
    requested_at: DateTime,
    reason: text,
    status: CancellationRequestStatus,
    reviewed_by: text,
    reviewed_at: Nullable(DateTime),
    review_note: text,
    void_error_code: Nullable(Type.String({ description: 'Filled when the void after the approval failed' })),
    void_error_message: text,
    transaction: Nullable(TransactionSummary),
  },
  { $id: 'CancellationRequest' },
)
export const CancellationPage = pageSchema(CancellationRequest, 'CancellationRequestPage')
