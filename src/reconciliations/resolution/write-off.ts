/** How much money of a row, or of a pair, a resolution gives up. */

import type { ResolveBody } from '../model/detail-schemas.ts'
import type { DetailRow } from '../model/detail-store.ts'
import { computeSettledAmount, SETTLING_ACTIONS } from '../model/settled-amount.ts'

type Compared = Pick<DetailRow, 'kind' | 'discrepancy' | 'db_amount' | 'bank_amount' | 'db_status' | 'bank_status'>

const DONE_HERE: ReadonlySet<string> = new Set(['completed', 'refunded', 'refund_processing'])
const DONE_AT_BANK: ReadonlySet<string> = new Set(['approved', 'completed', 'refunded'])
const SETTLING: ReadonlySet<string> = new Set(SETTLING_ACTIONS)

/**
 * Returns the largest difference between the settled amount and either side. It is the whole amount if that difference
 * is unknown or means too little: for `isUnproven`, when only the sender vouches for the bank's side; for a row of one
 * side, or a pair that only a person declares; if the bank disagrees about whether money moved, even if our side is
 * accepted, since the shop is then paid what the bank has not paid; and for a payment that is ended. It is also the
 * whole amount for `accept_db` on a row that only we have, although that pays nothing: as with `ignore`, the money that
 * the bank has not paid is no longer searched for, and the payment counts as reconciled.
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

/**
 * Returns whether the resolution ends the payment, which takes two people whatever the amount: in the list of
 * unresolved operations, one that no bank can report also ends by two people.
 */
export const endsPayment = ({ action, applied_status }: ResolveBody): boolean =>
  action === 'force_status' || applied_status === 'canceled'

/** Rows about commissions and chargebacks have no statuses. */
const isDoneHere = ({ kind, db_status }: Compared): boolean => kind !== 'movement' || DONE_HERE.has(db_status ?? '')
const isDoneAtBank = ({ kind, bank_status }: Compared): boolean =>
  kind !== 'movement' || DONE_AT_BANK.has(bank_status ?? '')

/**
 * Uses the sign of the row's amounts: refunds are stored in rows as the amount returned. In a file only refunds have
 * the status refunded.
 */
const settledOf = (
  { kind, db_amount, bank_amount, bank_status }: Compared & { db_amount: number; bank_amount: number },
  { action, adjusted_amount }: ResolveBody,
): number => {
  if (kind === 'movement' && action !== 'mark_matched' && !SETTLING.has(action)) return 0
  const is_refund = kind === 'movement' && bank_status === 'refunded'
  const settled = computeSettledAmount({
    is_refund,
    amount: db_amount,
    bank_amount,
    bank_status,
    resolution_action: action,
    adjusted_amount: adjusted_amount ?? null,
  })
  return is_refund ? -settled : settled
}
