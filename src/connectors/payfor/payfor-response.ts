/** The outcome of a PayFor response: only the code approves or declines, about the order that the response names. */
import type { Outcome } from '../attempt.ts'
import { bankFault, toOutcome } from '../kit/result.ts'
import { type Tree, textAt } from '../transport/message.ts'
import { PAYFOR_CODES } from './payfor-codes.ts'

/** TransId repeats the order id, also in the responses to captures, voids and refunds. */
export const payforOutcome = (answer: Tree, orderId: string): Outcome =>
  payforResultOutcome((name) => textAt(answer, name), { orderId, named: textAt(answer, 'TransId') })

export const payforResultOutcome = (
  text: (name: string) => string | null,
  { orderId, named }: { readonly orderId: string; readonly named: string | null },
): Outcome => {
  const code = text('ProcReturnCode') ?? ''
  return toOutcome(PAYFOR_CODES, {
    says: code === '00' ? 'approved' : 'refused',
    isOurs: named === orderId,
    fault: bankFault(code, text('ErrMsg')),
    references: { providerTransactionId: named, authCode: text('AuthCode'), hostReference: text('HostRefNum') },
  })
}
