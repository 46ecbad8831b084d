/** The outcome of a Kuveyt Türk answer, of its gate or of its service. */
import type { Attempt, BankReferences, Outcome } from '../attempt.ts'
import { codeWithSub } from '../codes/code-table.ts'
import { bankFault, movementNumber, toOutcome } from '../kit/result.ts'
import { elementsAt, type Tree, textAt } from '../transport/message.ts'
import { APPROVED, KUVEYT_CODES } from './kuveyt-codes.ts'
import { longNumber, type SoapOperation } from './kuveyt-requests.ts'

export const kuveytOutcome = (answer: Tree, orderId: string): Outcome =>
  outcomeOf(answer, orderId, { sub: null, message: textAt(answer, 'ResponseMessage'), isFailed: false })

/** Nothing ties the proof of a challenge to our terms: an approval counts for the amount and currency that it names. */
export const chargedOutcome = (answer: Tree, orderId: string, { amount }: Attempt): Outcome => {
  const outcome = kuveytOutcome(answer, orderId)
  const currency = textAt(answer, 'VPosMessage/CurrencyCode')?.padStart(4, '0')
  const isOurs =
    textAt(answer, 'VPosMessage/Amount') === String(amount.minor) && currency === longNumber(amount.currency)
  if (outcome.kind !== 'approved' || isOurs) return outcome
  return { kind: 'unknown', fault: bankFault(APPROVED, 'approved with another amount'), countsForBreaker: false }
}

/** The service wraps the answer of the gateway, and adds its own reasons. */
export const serviceOutcome = (answer: Tree, name: SoapOperation, orderId: string): Outcome => {
  const [result = {}] = elementsAt(answer, `${name}Response/${name}Result`)
  const [value = {}] = elementsAt(result, 'Value')
  const [reason = {}] = elementsAt(result, 'Results/Result')
  const message = textAt(reason, 'ErrorMessage') ?? textAt(value, 'ResponseMessage')
  const isFailed = textAt(result, 'Success') === 'false'
  return outcomeOf(value, orderId, { sub: textAt(reason, 'ErrorCode'), message, isFailed })
}

/** Code of the card's bank; the gateway's own are words. */
const ISSUER_CODE = /^[0-9A-Z]{2}$/

const outcomeOf = (
  answer: Tree,
  orderId: string,
  { sub, message, isFailed }: { sub: string | null; message: string | null; isFailed: boolean },
): Outcome => {
  const code = textAt(answer, 'ResponseCode') ?? ''
  const named = textAt(answer, 'MerchantOrderId')
  const isApproval = code === APPROVED
  return toOutcome(KUVEYT_CODES, {
    says: isApproval && isFailed ? 'neither' : isApproval ? 'approved' : 'refused',
    // A refusal of the gateway names no order.
    isOurs: named === orderId || (named === null && !ISSUER_CODE.test(code)),
    fault: bankFault(codeWithSub(code, sub), message),
    references: kuveytReferences(answer, 'ProvisionNumber'),
  })
}

export const kuveytReferences = (answer: Tree, authCode: 'ProvisionNumber' | 'ProvNumber'): BankReferences => ({
  providerTransactionId: movementNumber(textAt(answer, 'OrderId'), textAt(answer, 'Stan')),
  authCode: textAt(answer, authCode),
  hostReference: textAt(answer, 'RRN'),
})
