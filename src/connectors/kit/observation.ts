/** The outcome of an operation at a bank that identifies it only by its order: the order's totals now, against those before. */
import type { BankReferences, Observation, PaymentOperation } from '../attempt.ts'
import { NO_ANSWER, UNDONE_THERE } from '../own-bank-codes.ts'

export type NoAnswer = Extract<Observation, { kind: 'no_answer' }>
/** The bank has no such order, or did not say. */
export type Unfound = Extract<Observation, { kind: 'not_found' }> | NoAnswer

/** Minor units, as the bank has them on record. */
export interface OrderTotals {
  readonly captured: number
  readonly refunded: number
  readonly isVoided: boolean
  /** A movement is pending at the bank: its result is not known there either. */
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

export const inconclusive = (providerMessage: string): NoAnswer => ({
  kind: 'no_answer',
  fault: { providerCode: NO_ANSWER, providerMessage, isOurs: true },
})

/** The bank voided the charge, on its own or at our request. */
export const voidedThere = (references: BankReferences): Observation => ({
  kind: 'declined',
  fault: { providerCode: UNDONE_THERE, providerMessage: 'voided at the bank', isOurs: true },
  references,
})

export const declinedThere = (providerCode: string, references: BankReferences): Observation => ({
  kind: 'declined',
  fault: { providerCode, providerMessage: 'declined by the bank' },
  references: { ...references, authCode: null },
})
