/** How much of our money a resolution gives up. */
import type { DetailRow } from '../model/detail-store.ts'
import type { ResolveBody } from '../model/reconciliation-schemas.ts'

type Compared = Pick<DetailRow, 'discrepancy' | 'db_amount' | 'bank_amount'>

/**
 * What we stand by costs nothing. `isUnproven`: the row is of a file that is nobody's word but the sender's, so that not even the difference
 * is known; all of it may be given up.
 */
export const writtenOff = (
  detail: Compared,
  { action, adjusted_amount, applied_status }: ResolveBody,
  isUnproven: boolean,
): number => {
  if (action === 'accept_db') return 0
  const ours = Math.abs(detail.db_amount ?? 0)
  const theirs = Math.abs(detail.bank_amount ?? 0)
  const whole = Math.max(ours, theirs)
  if (isUnproven) return Math.max(whole, Math.abs(adjusted_amount ?? 0))
  if (action === 'force_status' || applied_status === 'canceled') return whole // whatever the difference
  switch (detail.discrepancy) {
    case 'matched':
      return 0
    case 'amount_mismatch':
      return Math.abs((detail.db_amount ?? 0) - (adjusted_amount ?? detail.bank_amount ?? 0))
    case 'status_mismatch':
      return whole
    case 'orphan_db':
      return ours
    case 'orphan_bank':
      return theirs
  }
}
