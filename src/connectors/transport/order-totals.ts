/** What became of a follow-up at a bank that knows it by its order alone: the order's sums now, against those before. */
import type { BankReferences, Observation, PaymentOperation } from '../attempt.ts'
import { openFault } from './xml-call.ts'

/** Minor units, as the bank's books have them. */
export interface OrderTotals {
  readonly captured: number
  readonly refunded: number
  readonly isVoided: boolean
  /** A movement waits at the bank: its end is not known there either. */
  readonly isPending: boolean
}

export const observationFromTotals = (
  { operation, original, amount }: PaymentOperation,
  sums: OrderTotals,
  references: BankReferences,
): Observation => {
  const done: Observation = { kind: 'approved', references, bankCode: '00' }
  const compare = (now: number, before: number): Observation => {
    if (now === before + amount.minor) return done
    return now === before ? { kind: 'not_found' } : inconclusive(`the bank has ${now}, it was ${before} before`)
  }
  if (sums.isPending) return inconclusive('a movement of the order is pending at the bank')
  switch (operation) {
    case 'capture':
      return compare(sums.captured, original.captured)
    case 'void':
      return sums.isVoided ? done : { kind: 'not_found' }
    case 'refund':
      return compare(sums.refunded, original.refunded)
  }
}

export const inconclusive = (why: string): Extract<Observation, { kind: 'no_answer' }> => ({
  kind: 'no_answer',
  fault: openFault(why).fault,
})
