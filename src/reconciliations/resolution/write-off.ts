/** How much of our money a resolution gives up. */
import type { DetailRow } from '../model/detail-store.ts'
import type { ResolveBody } from '../model/reconciliation-schemas.ts'
import type { ReconciliationRow } from '../model/reconciliation-store.ts'
import { type BankRowStatus, CLASS_OF_BANK_STATUS } from '../model/reconciliation-words.ts'

type Compared = Pick<DetailRow, 'discrepancy' | 'db_amount' | 'bank_amount' | 'bank_status'>

/**
 * What we stand by, or what is only forced into the state the bank has it in, costs nothing. Only a file is the bank's word: rows that a
 * caller sends, or leaves out, say what the caller wants.
 */
export const writtenOff = (
  detail: Compared,
  { action, adjusted_amount, applied_status }: ResolveBody,
  source: ReconciliationRow['source'],
): number => {
  if (action === 'accept_db') return 0
  const ours = Math.abs(detail.db_amount ?? 0)
  const theirs = Math.abs(detail.bank_amount ?? 0)
  if (action === 'force_status')
    return source === 'files' && isAsAtBank(detail, applied_status) ? 0 : Math.max(ours, theirs)
  if (action === 'accept_bank' && applied_status === 'canceled') return Math.max(ours, theirs) // all of it, whatever the difference
  switch (detail.discrepancy) {
    case 'matched':
      return 0
    case 'amount_mismatch':
      return Math.abs((detail.db_amount ?? 0) - (adjusted_amount ?? detail.bank_amount ?? 0))
    case 'status_mismatch':
      return Math.max(ours, theirs)
    case 'orphan_db':
      return ours
    case 'orphan_bank':
      return theirs
  }
}

/** A bank that does not have it moved no money. */
const isAsAtBank = ({ bank_status }: Compared, forced: string | undefined): boolean => {
  const there = bank_status === null ? 'failed' : CLASS_OF_BANK_STATUS[bank_status as BankRowStatus]
  return forced === 'completed' ? there === 'done' || there === 'refunded' : there === 'failed' || there === 'canceled'
}
