/** The outcome of an Akbank response: approved by gateway and host, declined on a listed code, else unknown. */
import type { BankReferences, Outcome } from '../attempt.ts'
import { bankFault, movementNumber, toOutcome } from '../kit/result.ts'
import { type Tree, textAt } from '../transport/message.ts'
import { AKBANK_CODES, APPROVED, REFUSED_BY_HOST } from './akbank-codes.ts'

export type ReadText = (name: string) => string | null

export const akbankOutcome = (answer: Tree, orderId: string): Outcome =>
  akbankResultOutcome(
    (name) => textAt(answer, name) ?? textAt(answer, `transaction/${name}`),
    textAt(answer, 'order/orderId') === orderId,
  )

/** Answers, rows of the history and callbacks have the same names. */
export const akbankResultOutcome = (text: ReadText, isOurs: boolean): Outcome =>
  toOutcome(AKBANK_CODES, {
    says: isApproval(text) ? 'approved' : text('responseCode') === APPROVED ? 'neither' : 'refused',
    isOurs,
    fault: bankFault(akbankCode(text), text('hostMessage') ?? text('responseMessage')),
    references: akbankReferences(text),
  })

export const isApproval = (text: ReadText): boolean =>
  text('responseCode') === APPROVED && text('hostResponseCode') === '00'

/** The code of the card's bank where it was asked, else the code of the gateway. */
export const akbankCode = (text: ReadText): string => {
  const code = text('responseCode') ?? ''
  return (code === APPROVED || code === REFUSED_BY_HOST ? text('hostResponseCode') : null) ?? code
}

export const akbankReferences = (text: ReadText): BankReferences => {
  const given = (name: string): string | null => (/^0*$/.test(text(name) ?? '') ? null : text(name))
  return {
    providerTransactionId: movementNumber(given('batchNumber'), given('stan')),
    authCode: given('authCode'),
    hostReference: given('rrn'),
  }
}
