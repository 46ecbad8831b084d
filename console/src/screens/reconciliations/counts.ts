/** How many of a reconciliation's discrepancies remain. */
import type { Reconciliation } from '../../../../sdk/src/generated/cards.ts'

type Counts = Pick<
  Reconciliation,
  | 'amount_mismatch_count'
  | 'status_mismatch_count'
  | 'orphan_db_count'
  | 'orphan_bank_count'
  | 'resolved_count'
  | 'ignored_count'
>

export const differing = (of: Counts): number =>
  of.amount_mismatch_count + of.status_mismatch_count + of.orphan_db_count + of.orphan_bank_count

export const stillOpen = (of: Counts): number => Math.max(0, differing(of) - of.resolved_count - of.ignored_count)
