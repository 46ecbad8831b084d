/** The outcome of a gateway's answer: approved on its own flag and code, declined on a code its table lists, else unknown. */
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import type { BankReferences, Fault, Outcome } from '../attempt.ts'
import type { CodeTable } from '../codes/code-table.ts'

/** An answer about one order, as far as every gateway has it. */
export interface Result {
  /** `neither`: the flag and the code of the gateway disagree, or are unknown. */
  readonly says: 'approved' | 'refused' | 'neither'
  /** The answer is about our order. */
  readonly isOurs: boolean
  readonly fault: Fault
  readonly references: BankReferences
}

/** An unavailable issuer, or a duplicate order id, is not a fault of this bank: only failures of the bank's own system count for the breaker. */
export const toOutcome = (codes: CodeTable, { says, isOurs, fault, references }: Result): Outcome => {
  if (!isOurs || says === 'neither') return { kind: 'unknown', fault }
  if (says === 'approved') return { kind: 'approved', references, bankCode: fault.providerCode }
  const row = codes.find(fault.providerCode)
  if (row?.isDecline) return { kind: 'declined', fault, references: { ...references, authCode: null } }
  return { kind: 'unknown', fault, countsForBreaker: row?.storedCode === 'bank_system_error' }
}

export const NO_REFERENCES: BankReferences = { providerTransactionId: null, authCode: null, hostReference: null }

/** A bank that assigns no transaction number identifies a movement by its batch and its number in there. */
export const movementNumber = (batch: string | null, number: string | null): string | null =>
  batch === null || number === null ? null : `${batch}-${number}`

export const bankFault = (providerCode: string, message: string | null): Fault => ({
  providerCode,
  providerMessage: bankText(message ?? 'no reason given'),
})

const MESSAGE_LENGTH_MAX = 200

/** A text of a bank may quote the request. */
export const bankText = (text: string): string => maskCardNumbers(text).slice(0, MESSAGE_LENGTH_MAX)
