/** The outcome of a gateway's refusal: a decline where its table says that the bank has decided, unknown everywhere else. */
import type { BankReferences, Fault, Outcome } from '../attempt.ts'
import type { CodeTable } from '../codes/code-table.ts'

/** An unavailable issuer, or a duplicate order id, is not a fault of this bank: only failures of the bank's own system count for the breaker. */
export const refusedOutcome = (codes: CodeTable, fault: Fault, references: BankReferences): Outcome => {
  const row = codes.find(fault.providerCode)
  if (row?.isDecline) return { kind: 'declined', fault, references: { ...references, authCode: null } }
  return { kind: 'unknown', fault, countsForBreaker: row?.storedCode === 'bank_system_error' }
}
