/**
 * Limits and hours of each transfer type (docs/interface/transfers.md#create-transfers,
 * docs/interface/transfers.md#skipped-transfers-and-bank-hours), as dated rows; the newest row in effect applies.
 */
import { ISTANBUL, istanbulTime } from '../../core/clock.ts'
import type { TransferType } from '../../core/transfer-type.ts'
import { findDayKind, nextWorkingDay } from './working-days.ts'

export interface TransferRule {
  readonly type: TransferType
  /** First day in Istanbul on which it applies. */
  readonly since: string
  /** Minor units; null means no limit. */
  readonly amountMax: number | null
  /** Null means the account's currency. */
  readonly currencies: readonly string[] | null
  readonly hours: 'always' | { readonly opens: string; readonly closes: string; readonly closesOnHalfDays: string }
}

/**
 * A change of the law becomes another row. The first row of fast has the limit of the interface, which also applies to
 * past times.
 */
const TRANSFER_RULES: readonly TransferRule[] = [
  { type: 'fast', since: '2021-01-08', amountMax: 20_000_000, currencies: ['TRY'], hours: 'always' },
  {
    type: 'eft',
    since: '1992-04-01',
    amountMax: null,
    currencies: ['TRY'],
    hours: { opens: '09:00', closes: '17:00', closesOnHalfDays: '13:00' },
  },
  { type: 'remittance', since: '1992-04-01', amountMax: null, currencies: null, hours: 'always' },
  { type: 'credit_card', since: '1992-04-01', amountMax: null, currencies: ['TRY'], hours: 'always' },
]

/** Returns undefined if the type did not exist then. `nowMs` is the platform's time. */
export const transferRule = (
  type: TransferType,
  nowMs: number,
  rules: readonly TransferRule[] = TRANSFER_RULES,
): TransferRule | undefined => {
  const today = toDay(nowMs)
  return rules
    .filter((rule) => rule.type === type && rule.since <= today)
    .toSorted((a, b) => (a.since < b.since ? 1 : -1))[0]
}

/** Cached, because a call asks for each of a thousand items at the same moment. */
const toDay = (ms: number): string => {
  if (ms !== lastDay.ms) lastDay = { ms, text: istanbulTime(ms).toPlainDate().toString() }
  return lastDay.text
}
let lastDay = { ms: Number.NaN, text: '' }

/** Returns `nowMs` if the type operates at that moment, otherwise the next moment it does. */
export const nextWindow = ({ hours }: Pick<TransferRule, 'hours'>, nowMs: number): number => {
  if (hours === 'always') return nowMs
  const now = istanbulTime(nowMs)
  for (let day = now.toPlainDate(); ; day = day.add({ days: 1 })) {
    day = nextWorkingDay(day)
    const at = (time: string): Temporal.ZonedDateTime => day.toZonedDateTime({ timeZone: ISTANBUL, plainTime: time })
    const opening = at(hours.opens)
    if (Temporal.ZonedDateTime.compare(now, opening) < 0) return opening.epochMilliseconds
    const closing = at(findDayKind(day) === 'half' ? hours.closesOnHalfDays : hours.closes)
    if (Temporal.ZonedDateTime.compare(now, closing) < 0) return nowMs
  }
}
