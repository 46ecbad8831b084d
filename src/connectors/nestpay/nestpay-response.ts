/** The outcome of a NestPay response: approved on the gateway's own flag and 00, declined on a listed code, else unknown. */
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import type { BankReferences, Fault, Outcome } from '../attempt.ts'
import { codeWithSub } from '../codes/code-table.ts'
import { refusedOutcome } from '../transport/refused-outcome.ts'
import { NESTPAY_CODES, NESTPAY_MESSAGES } from './nestpay-codes.ts'

/** The members an XML response and a 3D callback share, under the same names. */
interface NestpayResult {
  /** Null if the answer has no such member; an empty text is an empty member. */
  readonly orderId: string | null
  /** Approved, Declined or Error. */
  readonly response: string | null
  readonly code: string | null
  /** ERRORCODE: why, when the code is 99. */
  readonly errorCode: string | null
  readonly message: string | null
  readonly references: BankReferences
}

const GATEWAY_REFUSAL = '99'
const MESSAGE_LENGTH_MAX = 200

export const nestpayResultOutcome = (verdict: NestpayResult, orderId: string): Outcome => {
  const { response, references } = verdict
  const fault = nestpayFault(verdict)
  const isRefusal = response === 'Declined' || response === 'Error'
  // The gateway leaves the id of its refusals empty if it found nothing to work on; an approval always names its order.
  const isNameless = isRefusal && verdict.orderId === '' && verdict.code === GATEWAY_REFUSAL
  if (verdict.orderId !== orderId && !isNameless) return { kind: 'unknown', fault }
  if (isRefusal) return refusedOutcome(NESTPAY_CODES, fault, references)
  return response === 'Approved' && verdict.code === '00'
    ? { kind: 'approved', references, bankCode: '00' }
    : { kind: 'unknown', fault }
}

const nestpayFault = ({ code, errorCode, message }: NestpayResult): Fault => ({
  providerCode: codeOf(code ?? '', errorCode, message ?? ''),
  providerMessage: maskCardNumbers(message ?? 'no reason given').slice(0, MESSAGE_LENGTH_MAX),
})

/** Some gateways leave the code out of their refusals: then only the error code decides. */
const codeOf = (code: string, errorCode: string | null, message: string): string => {
  if (code !== GATEWAY_REFUSAL && (code !== '' || errorCode === null)) return code
  const inWords = NESTPAY_MESSAGES.find(([pattern]) => pattern.test(message))?.[1]
  return codeWithSub(GATEWAY_REFUSAL, inWords ?? errorCode)
}
