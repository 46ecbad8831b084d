/** The outcome of a NestPay response: approved on the gateway's own flag and 00, declined on a listed code, else unknown. */
import type { BankReferences, Fault, Outcome } from '../attempt.ts'
import { codeWithSub } from '../codes/code-table.ts'
import { bankFault, toOutcome } from '../kit/result.ts'
import { type Tree, textAt } from '../transport/message.ts'
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

export const nestpayOutcome = (answer: Tree, orderId: string): Outcome => {
  const text = (path: string): string | null => textAt(answer, path)
  return nestpayResultOutcome(
    {
      orderId: answer.OrderId === '' ? '' : text('OrderId'),
      response: text('Response'),
      code: text('ProcReturnCode'),
      errorCode: text('Extra/ERRORCODE') ?? text('ERRORCODE'),
      message: text('ErrMsg'),
      references: {
        providerTransactionId: text('TransId'),
        authCode: text('AuthCode'),
        hostReference: text('HostRefNum'),
      },
    },
    orderId,
  )
}

export const nestpayResultOutcome = (result: NestpayResult, orderId: string): Outcome => {
  const { response, code, references } = result
  const isRefusal = response === 'Declined' || response === 'Error'
  // The gateway leaves the id of its refusals empty if it found nothing to work on; an approval always names its order.
  const isNameless = isRefusal && result.orderId === '' && code === GATEWAY_REFUSAL
  return toOutcome(NESTPAY_CODES, {
    says: isRefusal ? 'refused' : response === 'Approved' && code === '00' ? 'approved' : 'neither',
    isOurs: result.orderId === orderId || isNameless,
    fault: nestpayFault(result),
    references,
  })
}

const nestpayFault = ({ code, errorCode, message }: NestpayResult): Fault =>
  bankFault(readCode(code ?? '', errorCode, message ?? ''), message)

/** Some gateways leave the code out of their refusals: then only the error code decides. */
const readCode = (code: string, errorCode: string | null, message: string): string => {
  if (code !== GATEWAY_REFUSAL && (code !== '' || errorCode === null)) return code
  const inWords = NESTPAY_MESSAGES.find(([pattern]) => pattern.test(message))?.[1]
  return codeWithSub(GATEWAY_REFUSAL, inWords ?? errorCode)
}
