/** Shapes of reconciliations (docs/interface/cards.md#reconciliations). */
import { type Static, Type } from 'typebox'
import { BankCode, Created, MerchantName } from '../../core/members.ts'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import {
  ConfigurationId,
  DateTime,
  described,
  Enum,
  Int32,
  Int64,
  LongText,
  Nullable,
  NullableText,
  Text,
  Uuid,
} from '../../core/schema.ts'
import { TransactionStatus } from '../../payments/queries/query-schemas.ts'
import {
  BANK_ROW_STATUSES,
  DETAIL_KINDS,
  DETAIL_STATES,
  DISCREPANCIES,
  OVERALL_STATES,
  REMEDIES,
  REMEDY_STATES,
  RESOLUTIONS,
} from './reconciliation-words.ts'

const Scope = Enum('ReconciliationScope', ['connector', 'merchant'])
const Period = Enum('ReconciliationPeriod', ['daily', 'monthly', 'yearly', 'custom'])
const OverallStatus = Enum('ReconciliationOverallStatus', OVERALL_STATES)
const DetailStatus = Enum('ReconciliationDetailStatus', DETAIL_STATES)
const Discrepancy = Enum('DiscrepancyType', DISCREPANCIES)
const Action = Enum('ReconciliationResolutionAction', RESOLUTIONS)
const RemedyKind = Enum('ReconciliationRemedy', REMEDIES)
const BANK_ROWS_MAX = 10_000
const BULK_MAX = 500

const BankRow = Type.Object(
  {
    bank_transaction_id: Type.Optional(
      Text(100, { description: "The bank's id of the movement; it is matched with provider_transaction_id." }),
    ),
    amount: described(Int64, 'Amount of the movement in minor units (kuruş): 12990 is 129.90 TRY.'),
    status: described(Enum('BankRowStatus', BANK_ROW_STATUSES), 'Status of the movement at the bank.'),
    transaction_date: Type.Optional(described(DateTime, 'Time of the movement at the bank.')),
    merchant_external_id: Type.Optional(Text(100, { description: 'Your own identifier of the merchant.' })),
    auth_code: Type.Optional(
      Text(32, {
        description:
          'Authorization code of the bank: the second key for matching, together with the amount and the day.',
      }),
    ),
  },
  { $id: 'BankRow' },
)
const EXAMPLE_START = {
  scope: 'connector',
  connector_config_id: '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
  period: 'daily',
  period_start: '2026-05-11T00:00:00+03:00',
}
export const StartReconciliation = Type.Object(
  {
    scope: described(Scope, 'Subject of the comparison: a connector configuration or a merchant.'),
    connector_config_id: Type.Optional(
      described(ConfigurationId, 'Id or name of the connector configuration, with scope connector.'),
    ),
    merchant_id: Type.Optional(described(Uuid, 'Id of the merchant, with scope merchant.')),
    period: described(Period, 'Length of the compared period.'),
    period_start: described(DateTime, 'Time at which the compared period begins.'),
    period_end: Type.Optional(
      described(DateTime, 'Time at which the compared period ends; required with period custom.'),
    ),
    bank_transactions: Type.Optional(
      Type.Array(BankRow, {
        maxItems: BANK_ROWS_MAX,
        description:
          "Movements as the bank states them; when absent or empty, only the platform's own records are checked.",
      }),
    ),
  },
  { $id: 'StartReconciliation', examples: [EXAMPLE_START] },
)
export type StartBody = Static<typeof StartReconciliation>
export type BankRowBody = Static<typeof BankRow>

const fields = {
  id: described(Uuid, 'Id of the reconciliation.'),
  scope: described(Scope, 'Subject of the comparison: a connector configuration or a merchant.'),
  connector_config_id: described(
    Nullable(Uuid),
    'Id of the compared connector configuration; null when scope is merchant.',
  ),
  connector_config_name: NullableText('Name of the compared connector configuration; null when scope is merchant.'),
  merchant_id: described(Nullable(Uuid), 'Id of the compared merchant; null when scope is connector.'),
  merchant_name: MerchantName,
  bank_code: BankCode,
  currency: NullableText(
    'Currency of the amounts as three-letter ISO 4217 code; null when payments of several currencies were compared.',
  ),
  period: described(Period, 'Length of the compared period.'),
  period_start: described(DateTime, 'Time at which the compared period begins.'),
  period_end: described(DateTime, 'Time at which the compared period ends.'),
  reconciliation_date: Type.String({
    format: 'date',
    description: 'Day on which the comparison was made, in Istanbul.',
  }),
  total_db_transactions: described(Int32, "Number of rows in the platform's records."),
  total_bank_transactions: described(Int32, 'Number of rows that the bank stated.'),
  matched_count: described(Int32, 'Number of rows that agree on both sides.'),
  amount_mismatch_count: described(Int32, 'Number of rows whose amounts differ.'),
  status_mismatch_count: described(Int32, 'Number of rows whose statuses differ.'),
  orphan_db_count: described(Int32, 'Number of rows that only the platform has.'),
  orphan_bank_count: described(Int32, 'Number of rows that only the bank has.'),
  resolved_count: described(Int32, 'Number of rows that were resolved.'),
  ignored_count: described(Int32, 'Number of rows that were set aside.'),
  total_db_amount: described(Int64, "Sum of the amounts in the platform's records, in minor units."),
  total_bank_amount: described(Int64, 'Sum of the amounts that the bank stated, in minor units.'),
  overall_status: described(OverallStatus, 'Status of the reconciliation as a whole.'),
  finalized_at: described(Nullable(DateTime), 'Time at which the reconciliation was finalized; null before.'),
  finalized_by: NullableText('Id of the user that finalized the reconciliation; null before.'),
  notes: NullableText('Note on the reconciliation, for people; null when there is none.'),
  written_off: described(
    Int64,
    'Amount in minor units that single persons wrote off of its rows without a second person; the setting reconciliation.write_off_total_max limits it.',
  ),
  waiting_files: described(
    Int32,
    'Number of its files that a person sent and no second person confirmed; while there are any, it cannot be finalized.',
  ),
  created: Created,
}
export const Reconciliation = Type.Object(fields, { $id: 'Reconciliation' })
export const ReconciliationPage = pageSchema(Reconciliation, 'ReconciliationPage')
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
    awaiting_action: Nullable(
      described(
        Action,
        'Decision that writes off more than one person may and waits for a second person to repeat it; null when nothing waits.',
      ),
    ),
    awaiting_by: NullableText('Id of the user that asked for the waiting decision; null when nothing waits.'),
    awaiting_amount: Nullable(
      described(Int64, 'Value of adjusted_amount in the waiting decision, in minor units; null when it has none.'),
    ),
    awaiting_status: Nullable(
      described(TransactionStatus, 'Value of applied_status in the waiting decision; null when it has none.'),
    ),
    kind: described(
      Enum('ReconciliationDetailKind', DETAIL_KINDS),
      "Kind of the row. `movement`: money, as compared; `chargeback`: a chargeback of the bank that could not be opened or ended here; `commission`: the amounts are the commission by the terms and the bank's.",
    ),
    remedy: Nullable(
      described(
        RemedyKind,
        'Proposed correction, which a person carries out: `inquire` asks the bank, `force_status` ends an open outcome, `reverse_at_bank` gives back what failed here and was charged there, `mark_reversed` records what the bank has undone. Null when none is proposed.',
      ),
    ),
    remedy_target: Nullable(
      described(TransactionStatus, 'Value of applied_status that force_status will use; null with other remedies.'),
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
export const ReconciliationWithDetails = Type.Object(
  {
    ...fields,
    details: Type.Array(ReconciliationDetail, {
      description: 'The first 10000 rows, discrepancies before matches; all of them are under /details.',
    }),
  },
  { $id: 'ReconciliationWithDetails' },
)

export const ReconciliationQuery = Type.Object({
  ...pageQuery,
  scope: Type.Optional(described(Scope, 'Only reconciliations of this scope.')),
  connector_config_id: Type.Optional(
    described(ConfigurationId, 'Only reconciliations of the connector configuration with this id or name.'),
  ),
  merchant_id: Type.Optional(described(Uuid, 'Only reconciliations of the merchant with this id.')),
  bank_code: Type.Optional(Text(20, { description: 'Only reconciliations of the bank with this code.' })),
  period: Type.Optional(described(Period, 'Only reconciliations of this length.')),
  overall_status: AnyOf(OverallStatus, 'Only reconciliations in any of these statuses.'),
  start_date: Type.Optional(described(DateTime, 'Only reconciliations whose period begins at this time or later.')),
  end_date: Type.Optional(described(DateTime, 'Only reconciliations whose period begins at this time or earlier.')),
})
export type ReconciliationFilters = Static<typeof ReconciliationQuery>
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
    processed: described(Int32, 'Number of rows that were resolved.'),
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
export const FinalizeReconciliation = Type.Object(
  {
    notes: Type.Optional(LongText(1_000, { description: 'Note on the reconciliation, for people.' })),
    force_partial: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether to finalize although rows are still pending.' }),
    ),
  },
  { $id: 'FinalizeReconciliation' },
)
export const CancelReconciliation = Type.Object(
  { reason: Type.Optional(LongText(500, { description: 'Reason of the cancellation, for people.' })) },
  { $id: 'CancelReconciliation' },
)
