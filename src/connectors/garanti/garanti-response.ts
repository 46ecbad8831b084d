/** The outcome of a Garanti response: approved on the gateway's own flag and 00, declined on a listed code, else unknown. */
import type { BankReferences, Fault, Outcome } from '../attempt.ts'
import { codeWithSub } from '../codes/code-table.ts'
import { bankFault, movementNumber, toOutcome } from '../kit/result.ts'
import { type Tree, textAt } from '../transport/message.ts'
import { GARANTI_CODES, GARANTI_MESSAGES } from './garanti-codes.ts'

interface GarantiResult {
  readonly orderId: string | null
  /** Approved, Declined or Error. */
  readonly word: string | null
  readonly code: string | null
  readonly reason: string | null
  readonly message: string | null
  readonly systemMessage: string | null
  readonly references: BankReferences
}

const GATEWAY_REFUSAL = '92'

export const garantiOutcome = (answer: Tree, orderId: string): Outcome => {
  const text = (path: string): string | null => textAt(answer, path)
  return garantiResultOutcome(
    {
      orderId: text('Order/OrderID'),
      word: text('Transaction/Response/Message'),
      code: text('Transaction/Response/Code'),
      reason: text('Transaction/Response/ReasonCode'),
      message: text('Transaction/Response/ErrorMsg'),
      systemMessage: text('Transaction/Response/SysErrMsg'),
      references: {
        providerTransactionId: movementNumber(text('Transaction/BatchNum'), text('Transaction/SequenceNum')),
        authCode: text('Transaction/AuthCode'),
        hostReference: text('Transaction/RetrefNum'),
      },
    },
    orderId,
  )
}

export const garantiResultOutcome = (result: GarantiResult, orderId: string): Outcome => {
  const { word, code, references } = result
  const isRefusal = word === 'Declined' || word === 'Error'
  return toOutcome(GARANTI_CODES, {
    says: isRefusal ? 'refused' : word === 'Approved' && code === '00' ? 'approved' : 'neither',
    isOurs: result.orderId === orderId,
    fault: garantiFault(result),
    references,
  })
}

const garantiFault = ({ code, reason, message, systemMessage }: GarantiResult): Fault =>
  bankFault(readCode(code ?? '', reason, `${systemMessage ?? ''} ${message ?? ''}`), message ?? systemMessage)

const readCode = (code: string, reason: string | null, words: string): string => {
  if (code === GATEWAY_REFUSAL) return codeWithSub(code, reason)
  return codeWithSub(code, GARANTI_MESSAGES.find(([main, pattern]) => main === code && pattern.test(words))?.[2])
}
