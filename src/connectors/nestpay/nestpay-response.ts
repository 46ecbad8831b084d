/** The outcome of a NestPay response: approved on the gateway's own flag and 00, declined on a listed code, else unknown. */
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import type { BankReferences, Fault, Outcome } from '../attempt.ts'
import { codeWithSub } from '../codes/code-table.ts'
import { refusedOutcome } from '../transport/refused-outcome.ts'
import { NESTPAY_CODES, NESTPAY_MESSAGES } from './nestpay-codes.ts'

/** The members an XML response and a 3D callback share, under the same names. */
interface NestpayResult {
  readonly orderId: string | null
  /** Approved, Declined or Error. */
  readonly response: string | null
  readonly code: string | null
  /** ERRORCODE: why, when the code is 99. */
  readonly errorCode: string | null
  readonly message: string | null
  readonly references: BankReferences
}

const MESSAGE_LENGTH_MAX = 200

export const nestpayResultOutcome = (verdict: NestpayResult, orderId: string): Outcome => {
  const { response, references } = verdict
  const fault = nestpayFault(verdict)
  if (verdict.orderId !== orderId) return { kind: 'unknown', fault }
  if (response === 'Approved')
    return verdict.code === '00' ? { kind: 'approved', references, bankCode: '00' } : { kind: 'unknown', fault }
  if (response !== 'Declined' && response !== 'Error') return { kind: 'unknown', fault }
  return refusedOutcome(NESTPAY_CODES, fault, references)
}

const nestpayFault = ({ code, errorCode, message }: NestpayResult): Fault => ({
  providerCode: codeOf(code ?? '', errorCode, message ?? ''),
  providerMessage: maskCardNumbers(message ?? 'no reason given').slice(0, MESSAGE_LENGTH_MAX),
})

const codeOf = (code: string, errorCode: string | null, message: string): string => {
  if (code !== '99') return code
  const inWords = NESTPAY_MESSAGES.find(([pattern]) => pattern.test(message))?.[1]
  return codeWithSub(code, inWords ?? errorCode)
}
