/** Shapes of reconciliations (docs/interface/cards.md#reconciliations). */
import { type Static, Type } from 'typebox'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import { ConfigurationId, DateTime, Enum, Int32, Int64, LongText, Nullable, Text, Uuid } from '../../core/schema.ts'
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
const text = Nullable(Type.String())
const BANK_ROWS_MAX = 10_000
const BULK_MAX = 500

const BankRow = Type.Object(
  {
    bank_transaction_id: Type.Optional(Text(100, { description: 'Matched with provider_transaction_id' })),
    amount: Int64,
    status: Enum('BankRowStatus', BANK_ROW_STATUSES),
    transaction_date: Type.Optional(DateTime),
    merchant_external_id: Type.Optional(Text(100)),
    auth_code: Type.Optional(
      Text(32, { description: 'The second key, with the amount and, where there is one, the day' }),
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
    scope: Scope,
    connector_config_id: Type.Optional(ConfigurationId),
    merchant_id: Type.Optional(Uuid),
    period: Period,
    period_start: DateTime,
    period_end: Type.Optional(DateTime),
    bank_transactions: Type.Optional(
      Type.Array(BankRow, { maxItems: BANK_ROWS_MAX, description: 'Absent or empty: self-check only' }),
    ),
  },
  { $id: 'StartReconciliation', examples: [EXAMPLE_START] },
)
export type StartBody = Static<typeof StartReconciliation>
export type BankRowBody = Static<typeof BankRow>

const fields = {
  id: Uuid,
  scope: Scope,
  connector_config_id: Nullable(Uuid),
  connector_config_name: text,
  merchant_id: Nullable(Uuid),
  merchant_name: text,
  bank_code: text,
  currency: Nullable(Type.String({ description: 'Of the amounts; null where payments of several were compared' })),
  period: Period,
  period_start: DateTime,
  period_end: DateTime,
  reconciliation_date: Type.String({ format: 'date' }),
  total_db_transactions: Int32,
  total_bank_transactions: Int32,
  matched_count: Int32,
  amount_mismatch_count: Int32,
  status_mismatch_count: Int32,
  orphan_db_count: Int32,
  orphan_bank_count: Int32,
  resolved_count: Int32,
  ignored_count: Int32,
  total_db_amount: Int64,
  total_bank_amount: Int64,
  overall_status: OverallStatus,
  finalized_at: Nullable(DateTime),
  finalized_by: text,
  notes: text,
  written_off: Type.Unsafe<number>({
    ...Int64,
    description: 'What single persons gave up of its rows, without a second one (reconciliation.write_off_total_max)',
  }),
  waiting_files: Type.Unsafe<number>({
    ...Int32,
    description: 'Files of it that a person sent and no second one confirmed: it cannot be finalized',
  }),
  created: DateTime,
}
export const Reconciliation = Type.Object(fields, { $id: 'Reconciliation' })
export const ReconciliationPage = pageSchema(Reconciliation, 'ReconciliationPage')
export const ReconciliationDetail = Type.Object(
  {
    id: Uuid,
    reconciliation_id: Uuid,
    transaction_id: Nullable(Uuid),
    bank_transaction_id: text,
    db_amount: Nullable(Int64),
    bank_amount: Nullable(Int64),
    db_status: text,
    bank_status: text,
    discrepancy: Discrepancy,
    detail_status: DetailStatus,
    resolution_action: Nullable(Action),
    adjusted_amount: Nullable(Int64),
    applied_status: Nullable(TransactionStatus),
    resolved_at: Nullable(DateTime),
    resolved_by: text,
    remarks: text,
    proposed_match_id: Nullable(
      Type.String({
        format: 'uuid',
        description: 'Of the row only the other side has that may be meant; mark_matched says that it is',
      }),
    ),
    proposed_score: Nullable(Type.Integer({ format: 'int32', description: 'Of 100' })),
    awaiting_action: Nullable(
      Type.Unsafe<string>({ ...Action, description: 'Writes off more than one person may; another one repeats it' }),
    ),
    awaiting_by: text,
    awaiting_amount: Nullable(Type.Unsafe<number>({ ...Int64, description: 'adjusted_amount of what is awaited' })),
    awaiting_status: Nullable(
      Type.Unsafe<string>({ ...TransactionStatus, description: 'applied_status of what is awaited' }),
    ),
    kind: Type.Unsafe<string>({
      ...Enum('ReconciliationDetailKind', DETAIL_KINDS),
      description:
        'movement: of money, as compared; chargeback: one of the bank that could not be opened or ended here; commission: amounts are the commission by the terms and the bank’s',
    }),
    remedy: Nullable(
      Type.Unsafe<string>({
        ...RemedyKind,
        description:
          'Proposed, and carried out by a person: inquire asks the bank, force_status ends an open outcome, reverse_at_bank gives back what failed here and was charged there, mark_reversed records what the bank has undone',
      }),
    ),
    remedy_target: Nullable(
      Type.Unsafe<string>({ ...TransactionStatus, description: 'applied_status of force_status' }),
    ),
    remedy_status: Nullable(Enum('ReconciliationRemedyStatus', REMEDY_STATES)),
    remedy_outcome: Nullable(Type.String({ description: 'What came of it, in words' })),
    remedy_reference: Nullable(Type.String({ description: 'The bank’s, of what gave the money back' })),
    remedy_by: text,
    remedy_at: Nullable(DateTime),
    reason: Nullable(Type.String({ description: 'Why it stands here, where amounts and statuses do not say it' })),
  },
  { $id: 'ReconciliationDetail' },
)
export const ReconciliationDetailPage = pageSchema(ReconciliationDetail, 'ReconciliationDetailPage')
export const ReconciliationWithDetails = Type.Object(
  {
    ...fields,
    details: Type.Array(ReconciliationDetail, {
      description: 'The first 10000, discrepancies before what matched; all of them under /details',
    }),
  },
  { $id: 'ReconciliationWithDetails' },
)

export const ReconciliationQuery = Type.Object({
  ...pageQuery,
  scope: Type.Optional(Scope),
  connector_config_id: Type.Optional(ConfigurationId),
  merchant_id: Type.Optional(Uuid),
  bank_code: Type.Optional(Text(20)),
  period: Type.Optional(Period),
  overall_status: AnyOf(OverallStatus),
  start_date: Type.Optional(DateTime),
  end_date: Type.Optional(DateTime),
})
export type ReconciliationFilters = Static<typeof ReconciliationQuery>
export const DetailQuery = Type.Object({
  ...pageQuery,
  discrepancy: AnyOf(Discrepancy),
  detail_status: AnyOf(DetailStatus),
  only_pending: Type.Optional(Type.Boolean({ default: false })),
  remedy: Type.Optional(RemedyKind),
})
export type DetailFilters = Static<typeof DetailQuery>

export const ResolveDetail = Type.Object(
  {
    action: Type.Unsafe<(typeof RESOLUTIONS)[number]>({ ...Action, description: 'none is refused' }),
    adjusted_amount: Type.Optional(Int64),
    applied_status: Type.Optional(TransactionStatus),
    remarks: Type.Optional(LongText(1_000)),
  },
  { $id: 'ResolveDetail' },
)
export type ResolveBody = Static<typeof ResolveDetail>
export const CarryOut = Type.Object(
  {
    remedy: Type.Optional(
      Type.Unsafe<(typeof REMEDIES)[number]>({ ...RemedyKind, description: 'Another one than the proposed' }),
    ),
    remarks: Type.Optional(LongText(1_000)),
  },
  { $id: 'CarryOutRemedy' },
)
export type CarryOutBody = Static<typeof CarryOut>
const { action, ...beside } = ResolveDetail.properties
const eitherName = { action: Type.Optional(action), resolution_action: Type.Optional(action) }
const BulkRequest = Type.Object({ ...eitherName, ...beside }, { $id: 'BulkResolveRequest' })
const BulkItem = Type.Object({ detail_id: Uuid, request: BulkRequest }, { $id: 'BulkResolveItem' })
const EXAMPLE_BULK = {
  detail_ids: ['0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'],
  resolution_action: 'accept_bank',
}
export const BulkResolve = Type.Object(
  {
    items: Type.Optional(Type.Array(BulkItem, { minItems: 1, maxItems: BULK_MAX })),
    detail_ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: BULK_MAX })),
    resolution_action: Type.Optional(Action),
    remarks: Type.Optional(LongText(1_000)),
  },
  { $id: 'BulkResolve', examples: [EXAMPLE_BULK] },
)
export type BulkBody = Static<typeof BulkResolve>
export const BulkResolveResult = Type.Object(
  {
    processed: Int32,
    failed: Int32,
    details: Type.Array(ReconciliationDetail),
    errors: Type.Array(Type.Object({ detail_id: Uuid, message: Type.String() }, { $id: 'BulkResolveError' })),
  },
  { $id: 'BulkResolveResult' },
)
export const FinalizeReconciliation = Type.Object(
  {
    notes: Type.Optional(LongText(1_000)),
    force_partial: Type.Optional(Type.Boolean({ default: false, description: 'Closes with rows still pending' })),
  },
  { $id: 'FinalizeReconciliation' },
)
export const CancelReconciliation = Type.Object(
  { reason: Type.Optional(LongText(500)) },
  { $id: 'CancelReconciliation' },
)
