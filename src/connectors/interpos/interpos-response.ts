/** The outcome of an InterPOS answer: its code and its result approve or decline, about the order that it names. */
import type { BankReferences, Outcome } from '../attempt.ts'
import { codeWithSub } from '../codes/code-table.ts'
import { bankFault, toOutcome } from '../kit/result.ts'
import { type Tree, textAt } from '../transport/message.ts'
import { APPROVED, INTERPOS_CODES } from './interpos-codes.ts'

export const interposOutcome = (answer: Tree, orderId: string): Outcome =>
  outcomeOf(answer, textAt(answer, 'OrderId') === orderId)

/** A capture, void or refund is answered under an id that the bank made for it, or under that of the original. */
export const interposOperationOutcome = (answer: Tree, orderId: string): Outcome =>
  outcomeOf(answer, isAboutOrder(answer, orderId))

const MADE_BY_BANK = /^SYSOID[0-9]+$/

export const isAboutOrder = (answer: Tree, orderId: string): boolean => {
  const named = textAt(answer, 'OrderId') ?? ''
  return named === orderId || MADE_BY_BANK.test(named)
}

const outcomeOf = (answer: Tree, isOurs: boolean): Outcome => {
  const code = textAt(answer, 'ProcReturnCode') ?? ''
  const isSuccess = textAt(answer, 'TxnResult') === 'Success'
  return toOutcome(INTERPOS_CODES, {
    says: isSuccess === (code === APPROVED) ? (isSuccess ? 'approved' : 'refused') : 'neither',
    isOurs,
    fault: bankFault(codeWithSub(code, textAt(answer, 'ErrorCode')), textAt(answer, 'ErrorMessage')),
    references: interposReferences(answer),
  })
}

export const interposReferences = (answer: Tree): BankReferences => ({
  providerTransactionId: textAt(answer, 'TransId'),
  authCode: textAt(answer, 'AuthCode'),
  hostReference: textAt(answer, 'HostRefNum'),
})
