/** Schemas of the dashboard (docs/interface/transfers.md#dashboard). */
import { Type } from 'typebox'
import { DateTime, described } from '../../core/schema.ts'
import { TransferCurrencyEnum, TransferStatusEnum, TransferTypeEnum } from '../schemas/creation-schemas.ts'
import { buildEnvelope } from '../schemas/response-envelope.ts'

const count = (description: string) => Type.Integer({ format: 'int32', minimum: 0, description })
const amount = (description: string) => Type.Integer({ format: 'int64', minimum: 0, description })

const TransferDashboard = Type.Object(
  {
    period_start: described(DateTime, 'Time at which the period begins.'),
    period_end: described(DateTime, 'Time at which the period ends.'),
    currency: described(TransferCurrencyEnum, 'Currency of all amounts; transfers in other currencies are left out.'),
    total_count: count('Number of transfers created in the period, in this currency.'),
    total_amount: amount('Sum of the amounts of these transfers, in minor units.'),
    fee_amount: amount('Fees the banks charged for these transfers on top of the amounts, in minor units.'),
    success_rate: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Completed transfers in percent of those that completed or failed, two decimals; 0 when none did.',
    }),
    pending_approval_count: count('Number of these transfers that wait for approval now.'),
    pending_send_count: count('Number of these transfers that are approved and not sent yet.'),
    by_status: Type.Array(
      Type.Object(
        {
          status: described(TransferStatusEnum, 'Status that the figures are about.'),
          count: count('Number of transfers in this status.'),
          amount: amount('Sum of their amounts in minor units.'),
        },
        { $id: 'TransferStatusCount' },
      ),
      { description: 'Number and amount of the transfers by their status as it is now; every status is listed.' },
    ),
    by_type: Type.Array(
      Type.Object(
        {
          transfer_type: described(TransferTypeEnum, 'Way of sending that the figures are about.'),
          count: count('Number of transfers of this type.'),
          amount: amount('Sum of their amounts in minor units.'),
        },
        { $id: 'TransferTypeCount' },
      ),
      { description: 'Number and amount of the transfers by the requested way of sending; every type is listed.' },
    ),
    buckets: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date', description: 'Day of the figures, in Istanbul.' }),
          count: count('Number of transfers created on the day.'),
          success_count: count('Number of these transfers that completed.'),
          failed_count: count('Number of these transfers that failed.'),
          amount: amount('Sum of their amounts in minor units.'),
        },
        { $id: 'TransferBucket' },
      ),
      {
        description: 'Number and amount of the transfers by day, oldest first; days without transfers are listed too.',
      },
    ),
  },
  { $id: 'TransferDashboard' },
)
export const TransferDashboardEnvelope = buildEnvelope(
  Type.Union([TransferDashboard, Type.Null()]),
  'TransferDashboardEnvelope',
)

const currency = {
  currency: Type.Optional(
    Type.Unsafe<'TRY' | 'USD' | 'EUR'>({
      ...TransferCurrencyEnum,
      default: 'TRY',
      description: 'Currency of the transfers that are counted, TRY by default.',
    }),
  ),
}
export const DashboardQuery = Type.Object(currency)
export const RangeQuery = Type.Object({
  from_date: Type.String({ format: 'date-time', description: 'Time at which the period to cover begins.' }),
  to_date: Type.String({
    format: 'date-time',
    description: 'Time at which the period to cover ends, at most 366 days after it begins.',
  }),
  ...currency,
})
