/** The outcome of a Garanti response: approved on the gateway's own flag and 00, declined on a listed code, else unknown. */
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import type { BankReferences, Fault, Outcome } from '../attempt.ts'
import { codeWithSub } from '../codes/code-table.ts'
import { refusedOutcome } from '../transport/refused-outcome.ts'
import { textAt } from '../transport/xml.ts'
import { unreadableOutcome, type XmlResponse } from '../transport/xml-call.ts'
import { GARANTI_CODES, GARANTI_MESSAGES } from './garanti-codes.ts'

interface GarantiResult {
  readonly orderId: string | null
  /** Approved or Declined. */
  readonly word: string | null
  readonly code: string | null
  readonly reason: string | null
  readonly message: string | null
  readonly systemMessage: string | null
  readonly references: BankReferences
}

const GATEWAY_REFUSAL = '92'
const MESSAGE_LENGTH_MAX = 200

export const responseOutcome = (answer: XmlResponse, orderId: string): Outcome => {
  if (answer.kind !== 'read') return unreadableOutcome(answer)
  const text = (path: string): string | null => textAt(answer.content, path)
  const verdict = {
    orderId: text('Order/OrderID'),
    word: text('Transaction/Response/Message'),
    code: text('Transaction/Response/Code'),
    reason: text('Transaction/Response/ReasonCode'),
    message: text('Transaction/Response/ErrorMsg'),
    systemMessage: text('Transaction/Response/SysErrMsg'),
    references: {
      providerTransactionId: readSequence(text('Transaction/BatchNum'), text('Transaction/SequenceNum')),
      authCode: text('Transaction/AuthCode'),
      hostReference: text('Transaction/RetrefNum'),
    },
  }
  return garantiOutcome(verdict, orderId)
}

export const garantiOutcome = (verdict: GarantiResult, orderId: string): Outcome => {
  const { word, code, references } = verdict
  const fault = garantiFault(verdict)
  if (verdict.orderId !== orderId) return { kind: 'unknown', fault }
  if (word === 'Approved')
    return code === '00' ? { kind: 'approved', references, bankCode: '00' } : { kind: 'unknown', fault }
  if (word !== 'Declined' && word !== 'Error') return { kind: 'unknown', fault }
  return refusedOutcome(GARANTI_CODES, fault, references)
}

const garantiFault = ({ code, reason, message, systemMessage }: GarantiResult): Fault => ({
  providerCode: codeOf(code ?? '', reason, `${systemMessage ?? ''} ${message ?? ''}`),
  providerMessage: maskCardNumbers(message ?? systemMessage ?? 'no reason given').slice(0, MESSAGE_LENGTH_MAX),
})

/** The bank assigns no transaction number: batch and sequence identify the movement. */
export const readSequence = (batch: string | null, sequence: string | null): string | null =>
  batch === null || sequence === null ? null : `${batch}-${sequence}`

const codeOf = (code: string, reason: string | null, words: string): string => {
  if (code === GATEWAY_REFUSAL) return codeWithSub(code, reason)
  return codeWithSub(code, GARANTI_MESSAGES.find(([main, pattern]) => main === code && pattern.test(words))?.[2])
}
