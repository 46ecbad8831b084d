/**
 * How much of a movement is settled, by how a person resolved its row. Settlements pay this amount, and it determines
 * how much a resolution gives up.
 */
import type { Resolution } from './reconciliation-words.ts'

interface Settling {
  readonly is_refund: boolean
  /** Our amount. */
  readonly amount: number
  readonly bank_amount: number | null
  readonly bank_status: string | null
  readonly resolution_action: string | null
  readonly adjusted_amount: number | null
}

/** The bank moved no money for it, or took it back. */
const NOTHING_PAID: ReadonlySet<string> = new Set(['declined', 'failed', 'voided', 'refunded'])

/** Actions on a row with both sides; a row with one side is settled only by `mark_matched`. */
export const SETTLING_ACTIONS = [
  'accept_bank',
  'accept_db',
  'adjust_amount',
  'force_status',
] as const satisfies readonly Resolution[]

/** Returns a signed amount: a refund is negative. */
export const computeSettledAmount = (settling: Settling): number => {
  const { is_refund, resolution_action, adjusted_amount, bank_amount, bank_status, amount } = settling
  if (resolution_action === 'accept_bank' || resolution_action === 'adjust_amount') {
    const isTakenBack = !is_refund && bank_status !== null && NOTHING_PAID.has(bank_status)
    const agreed = adjusted_amount ?? (isTakenBack ? 0 : (bank_amount ?? amount))
    return is_refund ? -Math.abs(agreed) : Math.max(agreed, 0) // a sale takes nothing from the merchant, whatever a row contains
  }
  return is_refund ? -amount : amount
}
