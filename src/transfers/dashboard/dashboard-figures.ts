/** Computes figures of a period from its groups: days in Istanbul, statuses, types. Pure. */
import { ISTANBUL, isoTime, istanbulTime } from '../../core/clock.ts'
import { TRANSFER_TYPES, type TransferCurrency, type TransferType } from '../model/transfer.ts'
import { TRANSFER_STATES, type TransferState } from '../model/transfer-states.ts'

/** Epoch ms; both ends are included. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** Number of transfers of one day, status and type. */
export interface FigureGroup {
  readonly day: string
  readonly status: TransferState
  readonly type: TransferType
  readonly count: number
  readonly amount: number
  readonly fee: number
}

/** Returns the last `days` days in Istanbul, including today, until now. */
export const lastDays = (days: number, nowMs: number): Period => ({
  from: toDay(nowMs)
    .subtract({ days: days - 1 })
    .toZonedDateTime(ISTANBUL).epochMilliseconds,
  to: nowMs,
})

const toDay = (ms: number): Temporal.PlainDate => istanbulTime(ms).toPlainDate()

export const computeFigures = ({ from, to }: Period, currency: TransferCurrency, groups: readonly FigureGroup[]) => {
  const of = (isOne: (group: FigureGroup) => boolean) => addUp(groups.filter(isOne))
  const all = addUp(groups)
  const ofStatus = (status: TransferState) => of((group) => group.status === status)
  const completed = ofStatus('completed').count
  const ended = completed + ofStatus('failed').count
  return {
    period_start: isoTime(from),
    period_end: isoTime(to),
    currency,
    total_count: all.count,
    total_amount: all.amount,
    fee_amount: groups.reduce((sum, { fee }) => sum + fee, 0),
    success_rate: ended === 0 ? 0 : Math.round((completed * 10_000) / ended) / 100,
    pending_approval_count: ofStatus('pending').count,
    pending_send_count: ofStatus('approved').count,
    by_status: TRANSFER_STATES.map((status) => ({ status, ...ofStatus(status) })),
    by_type: TRANSFER_TYPES.map((type) => ({ transfer_type: type, ...of((group) => group.type === type) })),
    buckets: bucketsOf({ from, to }, groups),
  }
}

const addUp = (groups: readonly FigureGroup[]): { count: number; amount: number } => ({
  count: groups.reduce((sum, { count }) => sum + count, 0),
  amount: groups.reduce((sum, { amount }) => sum + amount, 0),
})

const bucketsOf = ({ from, to }: Period, groups: readonly FigureGroup[]) => {
  const byDay = Map.groupBy(groups, ({ day }) => day)
  return daysOf(from, to).map((date) => {
    const ofDay = byDay.get(date) ?? []
    const ofStatus = (status: TransferState) => addUp(ofDay.filter((group) => group.status === status)).count
    const { count, amount } = addUp(ofDay)
    return { date, count, success_count: ofStatus('completed'), failed_count: ofStatus('failed'), amount }
  })
}

const daysOf = (from: number, to: number): string[] => {
  const first = toDay(from)
  const { days } = first.until(toDay(to), { largestUnit: 'days' })
  return Array.from({ length: days + 1 }, (_, at) => first.add({ days: at }).toString())
}
