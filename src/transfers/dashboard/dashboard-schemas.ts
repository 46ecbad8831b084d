/** Shapes of the dashboard (docs/interface/transfers.md#dashboard). */
import { Type } from 'typebox'
import { DateTime } from '../../core/schema.ts'
import { TransferCurrencyEnum, TransferStatusEnum, TransferTypeEnum } from '../schemas/creation-schemas.ts'
import { envelopeOf } from '../schemas/response-envelope.ts'

const count = (description: string) => Type.Integer({ format: 'int32', minimum: 0, description })
const amount = (description: string) => Type.Integer({ format: 'int64', minimum: 0, description })

const TransferDashboard = Type.Object(
  {
    period_start: DateTime,
    period_end: DateTime,
    currency: TransferCurrencyEnum,
    total_count: count('Transfers made in the period, in this currency'),
    total_amount: amount('Their amounts, minor units'),
    fee_amount: amount('What banks took for them beyond the amounts, minor units'),
    success_rate: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Completed ones in percent of those that completed or failed, two decimals; 0 when none did',
    }),
    pending_approval_count: count('Of them, those that wait for approval now'),
    pending_send_count: count('Of them, those that are approved and not sent'),
    by_status: Type.Array(
      Type.Object(
        { status: TransferStatusEnum, count: count('Transfers'), amount: amount('Minor units') },
        { $id: 'TransferStatusCount' },
      ),
      { description: 'Every status, as it is now' },
    ),
    by_type: Type.Array(
      Type.Object(
        { transfer_type: TransferTypeEnum, count: count('Transfers'), amount: amount('Minor units') },
        { $id: 'TransferTypeCount' },
      ),
      { description: 'Every type, as asked for' },
    ),
    buckets: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date', description: 'Day of Istanbul' }),
          count: count('Transfers made on the day'),
          success_count: count('Of them, completed'),
          failed_count: count('Of them, failed'),
          amount: amount('Minor units'),
        },
        { $id: 'TransferBucket' },
      ),
      { description: 'Every day of the period, oldest first, days without transfers included' },
    ),
  },
  { $id: 'TransferDashboard' },
)
export const TransferDashboardEnvelope = envelopeOf(
  Type.Union([TransferDashboard, Type.Null()]),
  'TransferDashboardEnvelope',
)

const currency = {
  currency: Type.Optional(
    Type.Unsafe<'TRY' | 'USD' | 'EUR'>({ ...TransferCurrencyEnum, default: 'TRY', description: 'Default TRY' }),
  ),
}
export const DashboardQuery = Type.Object(currency)
export const RangeQuery = Type.Object({
  from_date: Type.String({ format: 'date-time', description: 'First moment' }),
  to_date: Type.String({ format: 'date-time', description: 'Last moment; at most 366 days after the first' }),
  ...currency,
})
