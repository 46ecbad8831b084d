/** Shapes of the dashboard of card payments (docs/interface/cards.md#dashboard). */
import { Type } from 'typebox'
import { DateTime, Enum, Nullable, Uuid } from '../core/schema.ts'

export const PERIODS = ['today', 'last_7_days', 'last_30_days'] as const
export type PeriodName = (typeof PERIODS)[number]
const Period = Enum('DashboardPeriod', PERIODS)

export const StatsQuery = Type.Object({
  period: Type.Optional(Type.Unsafe<PeriodName>({ ...Period, default: 'today' })),
})

const count = (description: string) => Type.Integer({ format: 'int32', minimum: 0, description })
const text = Nullable(Type.String())

const Trend = Type.Object(
  {
    value: Type.Number({ description: 'Percent above or below the period before, two decimals; 0 without a baseline' }),
    is_positive: Type.Boolean({ description: 'Not below the period before' }),
    has_baseline: Type.Boolean({ description: 'False when the period before was empty' }),
  },
  { $id: 'Trend' },
)

export const DashboardStats = Type.Object(
  {
    period: Period,
    today_transactions: count('Payments made in the period, refunds not counted'),
    today_success_rate: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Successful ones in percent of those that succeeded or failed, two decimals; 0 when none did',
    }),
    today_total_amount: Type.Integer({
      format: 'int64',
      minimum: 0,
      description: 'Amounts of the successful ones in TRY, minor units; other currencies are not added',
    }),
    today_successful: count('Authorized or charged, also when refunded since'),
    today_failed: count('Refused or failed'),
    today_canceled: count('Voided'),
    problem_connectors: count('Of all connectors, those that are degraded or down'),
    total_connectors: count('All of the tenant'),
    transactions_trend: Nullable(Trend),
    success_rate_trend: Nullable(Trend),
    amount_trend: Nullable(Trend),
    trend_buckets: Type.Array(
      Type.Object(
        {
          label: Type.String({ description: 'Hour (09:00) or day (2026-11-22) of Istanbul' }),
          transactions: count('Payments made in it'),
        },
        { $id: 'TrendBucket' },
      ),
      { description: '24 hours, 7 or 30 days, oldest first' },
    ),
    status_distribution: Type.Array(
      Type.Object(
        {
          status: Type.String({ description: 'TransactionStatus, as it is now' }),
          name: Type.String({ description: 'For people' }),
          value: count('Payments'),
          color: Nullable(Type.String({ description: 'Hex, for display only' })),
        },
        { $id: 'StatusDistribution' },
      ),
      { description: 'Statuses that occur, in the order of a payment’s life' },
    ),
    recent_failed_transactions: Type.Array(
      Type.Object(
        {
          id: Uuid,
          merchant_name: text,
          amount: Type.Integer({ format: 'int64' }),
          error_message: text,
          connector_name: text,
          created: DateTime,
        },
        { $id: 'RecentFailedTransaction' },
      ),
      { description: 'The newest ten, of whatever time' },
    ),
  },
  { $id: 'DashboardStats' },
)
