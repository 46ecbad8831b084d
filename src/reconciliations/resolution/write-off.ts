/** How much of our money a resolution gives up. */
import type { DetailRow } from '../model/detail-store.ts'
import type { Resolution } from '../model/reconciliation-words.ts'

type Sums = Pick<DetailRow, 'discrepancy' | 'db_amount' | 'bank_amount'>

/** What we stand by, or what is only forced into the state it has, costs nothing. */
export const writtenOff = (detail: Sums, action: Resolution, adjusted: number | null): number => {
  if (action === 'accept_db' || action === 'force_status') return 0
  const ours = detail.db_amount ?? 0
  const theirs = detail.bank_amount ?? 0
  switch (detail.discrepancy) {
    case 'matched':
      return 0
    case 'amount_mismatch':
      return Math.abs(ours - (adjusted ?? theirs))
    case 'status_mismatch':
      return Math.max(ours, theirs)
    case 'orphan_db':
      return ours
    case 'orphan_bank':
      return theirs
  }
}
