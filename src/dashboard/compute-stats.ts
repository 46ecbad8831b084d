/** Figures of a period out of its hours. Pure. */

import { ISTANBUL, istanbulTime } from '../core/clock.ts'
import type { HourFigure } from '../lists/closed-list.ts'
import { PAYMENT_STATES, type PaymentState } from '../payments/model/payment-states.ts'
import { FACETS } from '../payments/queries/transaction-facets.ts'
import type { PeriodName } from './stats-schemas.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const DAYS: Readonly<Record<PeriodName, number>> = { today: 1, last_7_days: 7, last_30_days: 30 }

/** From the first moment (included) to the second (excluded), epoch ms. */
export interface TimeRange {
  readonly from: number
  readonly before: number
}

/** Days of Istanbul until now, today included, and the stretch of the same length that ended as many days ago. */
export const toTimeRanges = (period: PeriodName, nowMs: number): { current: TimeRange; baseline: TimeRange } => {
  const days = DAYS[period]
  const today = toDay(nowMs)
  const current = { from: toStart(today.subtract({ days: days - 1 })), before: nowMs + 1 }
  const back = days * DAY_MS
  return { current, baseline: { from: current.from - back, before: current.before - back } }
}

const toDay = (ms: number): Temporal.PlainDate => istanbulTime(ms).toPlainDate()
const toStart = (day: Temporal.PlainDate): number => day.toZonedDateTime(ISTANBUL).epochMilliseconds

const SUCCESSFUL: ReadonlySet<PaymentState> = new Set([
  'authorized',
  'capture_processing',
  'completed',
  'refund_processing',
  'refunded',
  'canceled_processing',
])

const COLORS: Readonly<Partial<Record<PaymentState, string>>> = {
  authorized: '#2563EB',
  completed: '#16A34A',
  refunded: '#9333EA',
  canceled: '#6B7280',
  failed: '#DC2626',
}
const UNDER_WAY = '#D97706'

/** Payments of one hour and one status together; refunds are none. */
interface Counted {
  readonly hour: number
  readonly status: PaymentState
  readonly n: number
  readonly amount: number
}

const REFUND = FACETS.operation_type.names.indexOf('refund') + 1

const toCounted = ({ hour, facets, n, amount }: HourFigure): Counted[] => {
  const { status, operation_type } = FACETS
  if (((facets >> operation_type.shift) & (2 ** operation_type.bits - 1)) === REFUND) return []
  return [{ hour, status: PAYMENT_STATES[((facets >> status.shift) & (2 ** status.bits - 1)) - 1]!, n, amount }]
}

export const computeStats = (
  period: PeriodName,
  range: TimeRange,
  figures: readonly HourFigure[],
  before: readonly HourFigure[],
) => {
  const counted = figures.flatMap(toCounted)
  const now = totalsOf(counted)
  const then = totalsOf(before.flatMap(toCounted))
  return {
    period,
    today_transactions: now.transactions,
    today_success_rate: now.rate,
    today_total_amount: now.amount,
    today_successful: now.successful,
    today_failed: now.failed,
    today_canceled: now.canceled,
    transactions_trend: trendOf(now.transactions, then.transactions, then.transactions > 0),
    success_rate_trend: trendOf(now.rate, then.rate, then.successful + then.failed > 0),
    amount_trend: trendOf(now.amount, then.amount, then.transactions > 0),
    trend_buckets: bucketsOf(period, range, counted),
    status_distribution: PAYMENT_STATES.map((status) => ({
      status,
      name: toStatusName(status),
      value: countOf(counted, (each) => each.status === status),
      color: COLORS[status] ?? UNDER_WAY,
    })).filter(({ value }) => value > 0),
  }
}

const countOf = (counted: readonly Counted[], isOne: (each: Counted) => boolean): number =>
  counted.reduce((sum, each) => (isOne(each) ? sum + each.n : sum), 0)

const totalsOf = (counted: readonly Counted[]) => {
  const successful = countOf(counted, ({ status }) => SUCCESSFUL.has(status))
  const failed = countOf(counted, ({ status }) => status === 'failed')
  const ended = successful + failed
  return {
    transactions: countOf(counted, () => true),
    successful,
    failed,
    canceled: countOf(counted, ({ status }) => status === 'canceled'),
    rate: ended === 0 ? 0 : Math.round((successful * 10_000) / ended) / 100,
    amount: counted.reduce((sum, { status, amount }) => (SUCCESSFUL.has(status) ? sum + amount : sum), 0),
  }
}

/** Growth from zero counts as 100 percent. */
const trendOf = (now: number, then: number, hasBaseline: boolean) => {
  const change = then === 0 ? Math.sign(now) * 100 : ((now - then) * 100) / then
  return {
    value: hasBaseline ? Math.round(change * 100) / 100 : 0,
    is_positive: now >= then,
    has_baseline: hasBaseline,
  }
}

const bucketsOf = (period: PeriodName, { from }: TimeRange, counted: readonly Counted[]) => {
  const isHourly = period === 'today'
  const length = isHourly ? HOUR_MS : DAY_MS
  const sums = Array<number>(isHourly ? 24 : DAYS[period]).fill(0)
  for (const { hour, n } of counted) {
    const at = Math.floor((hour * HOUR_MS - from) / length)
    sums[at] = (sums[at] ?? 0) + n
  }
  return sums.map((transactions, at) => {
    const start = istanbulTime(from + at * length)
    return {
      label: isHourly ? start.toPlainTime().toString({ smallestUnit: 'minute' }) : start.toPlainDate().toString(),
      transactions,
    }
  })
}

const toStatusName = (status: PaymentState): string => {
  const words = status.replaceAll('_', ' ').replace('three d secure', '3-D Secure').replace(' init', ' start')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
