/** How much of the money of a row, or of a pair, a resolution gives up. */

import type { ResolveBody } from '../model/detail-schemas.ts'
import type { DetailRow } from '../model/detail-store.ts'
import { SETTLING_ACTIONS, settledAmountOf } from '../model/settled-amount.ts'

type Compared = Pick<DetailRow, 'kind' | 'discrepancy' | 'db_amount' | 'bank_amount' | 'db_status' | 'bank_status'>

const DONE_HERE: ReadonlySet<string> = new Set(['completed', 'refunded', 'refund_processing'])
const DONE_AT_BANK: ReadonlySet<string> = new Set(['approved', 'completed', 'refunded'])
const SETTLING: ReadonlySet<string> = new Set(SETTLING_ACTIONS)

/**
 * The largest distance of what is settled from either side. All of it where that distance is not known or says too little: `isUnproven`, nobody
 * but the sender vouches for the bank's side; a row of one side, or a pair that only a person calls one; a bank that says otherwise whether
 * money moved, also where we stand by our side, since the shop is then paid what the bank has not; and a payment that is ended.
 * So does `accept_db` on a row that only we have, although it pays nothing: as with `ignore`, nobody looks any further for money that the bank
 * has not paid, and the payment counts as reconciled.
 */
export const writtenOff = (rows: readonly Compared[], body: ResolveBody, isUnproven: boolean): number => {
  const whole = Math.max(...rows.flatMap((row) => [Math.abs(row.db_amount ?? 0), Math.abs(row.bank_amount ?? 0)]))
  const [row] = rows
  if (row === undefined || rows.length > 1 || isUnproven || endsPayment(body)) return whole
  if (row.discrepancy !== 'amount_mismatch' || isDoneHere(row) !== isDoneAtBank(row)) return whole
  const { db_amount, bank_amount } = row
  if (db_amount === null || bank_amount === null) return whole
  const settled = settledOf({ ...row, db_amount, bank_amount }, body)
  return Math.max(...[db_amount, bank_amount].map((side) => Math.abs(settled - side)))
}

/** Whatever its amount, and whoever says so: an operation that no bank can report ends by two people in the other list, too. */
export const endsPayment = ({ action, applied_status }: ResolveBody): boolean =>
  action === 'force_status' || applied_status === 'canceled'

/** Rows about commissions and chargebacks have no statuses. */
const isDoneHere = ({ kind, db_status }: Compared): boolean => kind !== 'movement' || DONE_HERE.has(db_status ?? '')
const isDoneAtBank = ({ kind, bank_status }: Compared): boolean =>
  kind !== 'movement' || DONE_AT_BANK.has(bank_status ?? '')

/** On the side of the amounts: those of refunds stand in rows as what is given back. A file calls refunds and nothing else refunded. */
const settledOf = (
  { kind, db_amount, bank_amount, bank_status }: Compared & { db_amount: number; bank_amount: number },
  { action, adjusted_amount }: ResolveBody,
): number => {
  if (kind === 'movement' && action !== 'mark_matched' && !SETTLING.has(action)) return 0
  const is_refund = kind === 'movement' && bank_status === 'refunded'
  const settled = settledAmountOf({
    is_refund,
    amount: db_amount,
    bank_amount,
    bank_status,
    resolution_action: action,
    adjusted_amount: adjusted_amount ?? null,
  })
  return is_refund ? -settled : settled
}
