/** Schemas of reconciliations as a whole (docs/interface/cards.md#reconciliations). */
import { type Static, Type } from 'typebox'
import { BankCode, Created, MerchantName } from '../../core/members/record-members.ts'
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
import { ReconciliationDetail } from './detail-schemas.ts'
import { BANK_ROW_STATUSES, OVERALL_STATES } from './reconciliation-words.ts'

const Scope = Enum('ReconciliationScope', ['connector', 'merchant'])
const Period = Enum('ReconciliationPeriod', ['daily', 'monthly', 'yearly', 'custom'])
const OverallStatus = Enum('ReconciliationOverallStatus', OVERALL_STATES)
const BANK_ROWS_MAX = 10_000

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
    description: 'First day of the compared period, in Istanbul.',
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
export const ReconciliationWithDetails = Type.Object(
  {
    ...fields,
    details: Type.Array(ReconciliationDetail, {
      description: 'First 10000 rows, discrepancies before matches; /details lists all rows.',
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
