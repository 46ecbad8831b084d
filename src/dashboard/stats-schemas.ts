/** Shapes of the dashboard of card payments (docs/interface/cards.md#dashboard). */
import { Type } from 'typebox'
import { Created, ErrorMessage, MerchantName, TransactionId } from '../core/members/record-members.ts'
import { described, Enum, Nullable, NullableText } from '../core/schema.ts'

export const PERIODS = ['today', 'last_7_days', 'last_30_days'] as const
export type PeriodName = (typeof PERIODS)[number]
const Period = Enum('DashboardPeriod', PERIODS)

export const StatsQuery = Type.Object({
  period: Type.Optional(
    described(
      Type.Unsafe<PeriodName>({ ...Period, default: 'today' }),
      'Period that the figures cover, today by default.',
    ),
  ),
})

const count = (description: string) => Type.Integer({ format: 'int32', minimum: 0, description })

const Trend = Type.Object(
  {
    value: Type.Number({
      description: 'Change against the previous period in percent, two decimals; 0 without a baseline.',
    }),
    is_positive: Type.Boolean({ description: 'Whether the value is not below that of the previous period.' }),
    has_baseline: Type.Boolean({ description: 'Whether the previous period has data to compare with.' }),
  },
  { $id: 'Trend' },
)

export const DashboardStats = Type.Object(
  {
    period: described(Period, 'Period that the figures cover.'),
    today_transactions: count('Number of payments made in the period; refunds are not counted.'),
    today_success_rate: Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        'Successful payments in percent of those that succeeded or failed, two decimals; 0 when there were none.',
    }),
    today_total_amount: Type.Integer({
      format: 'int64',
      minimum: 0,
      description: 'Sum of the successful payments in TRY, in minor units; other currencies are not added.',
    }),
    today_successful: count('Number of payments that were authorized or charged, also when they were refunded since.'),
    today_failed: count('Number of payments that were refused or failed.'),
    today_canceled: count('Number of payments that were voided.'),
    problem_connectors: count('Number of connectors that are degraded or down.'),
    total_connectors: count('Number of connectors of the tenant.'),
    transactions_trend: described(
      Nullable(Trend),
      'Change of the number of payments against the previous period; null when there is none to compare.',
    ),
    success_rate_trend: described(
      Nullable(Trend),
      'Change of the success rate against the previous period; null when there is none to compare.',
    ),
    amount_trend: described(
      Nullable(Trend),
      'Change of the total amount against the previous period; null when there is none to compare.',
    ),
    trend_buckets: Type.Array(
      Type.Object(
        {
          label: Type.String({ description: 'Hour (09:00) or day (2026-11-22) in Istanbul.' }),
          transactions: count('Number of payments made in this hour or on this day.'),
        },
        { $id: 'TrendBucket' },
      ),
      { description: 'Number of payments by hour or day, oldest first: 24 hours, 7 days or 30 days.' },
    ),
    status_distribution: Type.Array(
      Type.Object(
        {
          status: Type.String({ description: 'Status of the payments, as it is now.' }),
          name: Type.String({ description: 'Name of the status, for people.' }),
          value: count('Number of payments in this status.'),
          color: NullableText('Color to show the status in, as hex; null when there is none.'),
        },
        { $id: 'StatusDistribution' },
      ),
      {
        description:
          "Number of payments by their status as it is now, in the order of a payment's life; only statuses that occur.",
      },
    ),
    recent_failed_transactions: Type.Array(
      Type.Object(
        {
          id: TransactionId,
          merchant_name: MerchantName,
          amount: Type.Integer({
            format: 'int64',
            description: 'Amount of the payment in minor units (kuruş): 12990 is 129.90 TRY.',
          }),
          error_message: ErrorMessage,
          connector_name: NullableText('Name of the connector that took the payment; null when none was chosen.'),
          created: Created,
        },
        { $id: 'RecentFailedTransaction' },
      ),
      { description: 'The ten newest failed payments, whatever the period.' },
    ),
  },
  { $id: 'DashboardStats' },
)
