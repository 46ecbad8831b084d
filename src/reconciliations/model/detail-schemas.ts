/**
 * Schemas of the rows of a reconciliation and of the decisions about them (docs/interface/cards.md#reconciliations).
 */
import { type Static, Type } from 'typebox'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, described, Enum, Int32, Int64, LongText, Nullable, NullableText, Uuid } from '../../core/schema.ts'
import { TransactionStatus } from '../../payments/queries/query-schemas.ts'
import {
  DETAIL_KINDS,
  DETAIL_STATES,
  DISCREPANCIES,
  REMEDIES,
  REMEDY_STATES,
  RESOLUTIONS,
} from './reconciliation-words.ts'

const DetailStatus = Enum('ReconciliationDetailStatus', DETAIL_STATES)
const Discrepancy = Enum('DiscrepancyType', DISCREPANCIES)
const Action = Enum('ReconciliationResolutionAction', RESOLUTIONS)
const RemedyKind = Enum('ReconciliationRemedy', REMEDIES)
const BULK_MAX = 500

export const ReconciliationDetail = Type.Object(
  {
    id: described(Uuid, 'Id of the row.'),
    reconciliation_id: described(Uuid, 'Id of the reconciliation that the row belongs to.'),
    transaction_id: described(Nullable(Uuid), 'Id of the payment; null when only the bank has the row.'),
    bank_transaction_id: NullableText("The bank's id of the movement; null when only the platform has the row."),
    db_amount: described(
      Nullable(Int64),
      "Amount in the platform's records in minor units; null when only the bank has the row.",
    ),
    bank_amount: described(
      Nullable(Int64),
      'Amount that the bank stated in minor units; null when only the platform has the row.',
    ),
    db_status: NullableText("Status in the platform's records; null when only the bank has the row."),
    bank_status: NullableText('Status that the bank stated; null when only the platform has the row.'),
    discrepancy: described(Discrepancy, 'Difference between the two sides.'),
    detail_status: described(DetailStatus, 'Status of the row: whether it still needs a decision.'),
    resolution_action: described(Nullable(Action), 'Decision about the row; null before one is taken.'),
    adjusted_amount: described(
      Nullable(Int64),
      'Amount in minor units to which the records are corrected; null when no amount is.',
    ),
    applied_status: described(
      Nullable(TransactionStatus),
      'Status that the decision gave the payment; null when none.',
    ),
    resolved_at: described(Nullable(DateTime), 'Time at which the row was resolved; null before.'),
    resolved_by: NullableText('Id of the user that resolved the row; null before.'),
    remarks: NullableText('Remarks on the decision, for people; null when there are none.'),
    proposed_match_id: Nullable(
      Type.String({
        format: 'uuid',
        description:
          'Id of the row on the other side that is probably the same movement; the action mark_matched confirms it. Null when none is proposed.',
      }),
    ),
    proposed_score: Nullable(
      Type.Integer({
        format: 'int32',
        description: 'Likelihood that the proposed row is the same movement, 0 to 100; null when none is proposed.',
      }),
    ),
    awaiting_action: described(
      Nullable(Action),
      'Decision that writes off more than one person may and waits for a second person to repeat it; null when nothing waits.',
    ),
    awaiting_by: NullableText('Id of the user that asked for the waiting decision; null when nothing waits.'),
    awaiting_amount: described(
      Nullable(Int64),
      'Value of adjusted_amount in the waiting decision, in minor units; null when it has none.',
    ),
    awaiting_status: described(
      Nullable(TransactionStatus),
      'Value of applied_status in the waiting decision; null when it has none.',
    ),
    kind: described(
      Enum('ReconciliationDetailKind', DETAIL_KINDS),
      "Kind of the row. `movement`: money, as compared; `chargeback`: a chargeback of the bank that could not be opened or ended here; `commission`: the amounts are the commission by the terms and the bank's.",
    ),
    remedy: described(
      Nullable(RemedyKind),
      'Proposed correction, which a person carries out: `inquire` asks the bank, `force_status` ends an open outcome, `reverse_at_bank` gives back what failed here and was charged there, `mark_reversed` records what the bank has undone. Null when none is proposed.',
    ),
    remedy_target: described(
      Nullable(TransactionStatus),
      'Value of applied_status that force_status will use; null with other remedies.',
    ),
    remedy_status: described(
      Nullable(Enum('ReconciliationRemedyStatus', REMEDY_STATES)),
      'Progress of the remedy; null when none is proposed.',
    ),
    remedy_outcome: NullableText('Outcome of the remedy, for people; null before it was carried out.'),
    remedy_reference: NullableText(
      "The bank's reference of the reversal that gave the money back; null when none did.",
    ),
    remedy_by: NullableText('Id of the user that carried the remedy out; null before.'),
    remedy_at: described(Nullable(DateTime), 'Time at which the remedy was carried out; null before.'),
    reason: NullableText('Reason why the row is listed, when amounts and statuses do not tell; null otherwise.'),
  },
  { $id: 'ReconciliationDetail' },
)
export const ReconciliationDetailPage = pageSchema(ReconciliationDetail, 'ReconciliationDetailPage')
export const DetailQuery = Type.Object({
  ...pageQuery,
  discrepancy: AnyOf(Discrepancy, 'Only rows with any of these differences.'),
  detail_status: AnyOf(DetailStatus, 'Only rows in any of these statuses.'),
  only_pending: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether only rows that still need a decision are listed.' }),
  ),
  remedy: Type.Optional(described(RemedyKind, 'Only rows for which this remedy is proposed.')),
})
export type DetailFilters = Static<typeof DetailQuery>

export const ResolveDetail = Type.Object(
  {
    action: described(Action, 'Decision about the row; `none` is refused.'),
    adjusted_amount: Type.Optional(
      described(Int64, 'Amount in minor units to which the records are corrected; required with some actions.'),
    ),
    applied_status: Type.Optional(described(TransactionStatus, 'Status that the payment is to get.')),
    remarks: Type.Optional(LongText(1_000, { description: 'Remarks on the decision, for people.' })),
  },
  { $id: 'ResolveDetail' },
)
export type ResolveBody = Static<typeof ResolveDetail>
export const CarryOut = Type.Object(
  {
    remedy: Type.Optional(described(RemedyKind, 'Remedy to carry out instead of the proposed one.')),
    remarks: Type.Optional(LongText(1_000, { description: 'Remarks on the remedy, for people.' })),
  },
  { $id: 'CarryOutRemedy' },
)
export type CarryOutBody = Static<typeof CarryOut>
const { action, ...beside } = ResolveDetail.properties
const eitherName = {
  action: Type.Optional(described(action, 'Decision about the row; another name of resolution_action.')),
  resolution_action: Type.Optional(described(action, 'Decision about the row; another name of action.')),
}
const BulkRequest = Type.Object({ ...eitherName, ...beside }, { $id: 'BulkResolveRequest' })
const BulkItem = Type.Object(
  {
    detail_id: described(Uuid, 'Id of the row to resolve.'),
    request: described(BulkRequest, 'Decision about this row.'),
  },
  { $id: 'BulkResolveItem' },
)
const EXAMPLE_BULK = {
  detail_ids: ['0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'],
  resolution_action: 'accept_bank',
}
export const BulkResolve = Type.Object(
  {
    items: Type.Optional(
      Type.Array(BulkItem, {
        minItems: 1,
        maxItems: BULK_MAX,
        description: 'Rows to resolve, each with a decision of its own.',
      }),
    ),
    detail_ids: Type.Optional(
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: BULK_MAX,
        description: 'Ids of the rows to resolve, all with the same decision.',
      }),
    ),
    resolution_action: Type.Optional(described(Action, 'Decision about all rows of detail_ids.')),
    remarks: Type.Optional(LongText(1_000, { description: 'Remarks on the decision, for people.' })),
  },
  { $id: 'BulkResolve', examples: [EXAMPLE_BULK] },
)
export type BulkBody = Static<typeof BulkResolve>
export const BulkResolveResult = Type.Object(
  {
    processed: described(Int32, 'Number of rows that this call resolved.'),
    failed: described(Int32, 'Number of rows that could not be resolved.'),
    details: Type.Array(ReconciliationDetail, { description: 'Rows as they are after the call.' }),
    errors: Type.Array(
      Type.Object(
        {
          detail_id: described(Uuid, 'Id of the row that could not be resolved.'),
          message: Type.String({ description: 'Reason why the row could not be resolved, for people.' }),
        },
        { $id: 'BulkResolveError' },
      ),
      { description: 'Rows that could not be resolved, with the reason.' },
    ),
  },
  { $id: 'BulkResolveResult' },
)
