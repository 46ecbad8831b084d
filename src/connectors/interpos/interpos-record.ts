/** InterPOS's record of one order: its state now, and the sum of its refunds. */
import { codeWithSub } from '../codes/code-table.ts'
import type { Bank } from '../kit/gateway.ts'
import { inconclusive, type Unfound } from '../kit/observation.ts'
import { inquiriesOfSummary, type OrderSummary } from '../kit/order-summary.ts'
import { minorOfCommaText } from '../transport/bank-amounts.ts'
import { type Tree, textAt } from '../transport/message.ts'
import type { InterposAccount } from './interpos-account.ts'
import { APPROVED, NO_SUCH_ORDER } from './interpos-codes.ts'
import { interposOrderId, recordRequest } from './interpos-requests.ts'
import { interposReferences, isAboutOrder } from './interpos-response.ts'

/** By TxnStatus; a sale is C until the end of its day and S from then on. */
const STATES: Readonly<Record<string, OrderSummary['state']>> = {
  A: 'held',
  K: 'captured',
  C: 'sold',
  S: 'sold',
  V: 'voided',
  D: 'declined',
}
/** TxnStat of what was voided, or reversed by the bank. */
const UNDONE: ReadonlySet<string> = new Set(['V', 'R'])
const SUSPECT = 'S'
/** ChargeTypeCd of a record that is no refund's. */
const CHARGES: ReadonlySet<string> = new Set(['S', '-'])

export const askRecord = (bank: Bank<InterposAccount>, orderId: string): Promise<OrderSummary | Unfound> =>
  bank.ask(
    (account) => recordRequest(account, orderId),
    (answer) => readRecord(answer, orderId) ?? inconclusive('the bank gave no record of the order'),
  )

const readRecord = (answer: Tree, orderId: string): OrderSummary | Unfound | undefined => {
  if (!isAboutOrder(answer, orderId)) return undefined
  const text = (name: string): string => textAt(answer, name) ?? ''
  const [code, word, stat] = [text('ProcReturnCode'), text('TxnStatus'), text('TxnStat')]
  if (code === NO_SUCH_ORDER && word === '' && text('TransId') === '') return { kind: 'not_found' }
  const named = Object.hasOwn(STATES, word) ? STATES[word]! : undefined
  const [amount, refunded] = [minorOfCommaText(text('PurchAmount')), minorOfCommaText(text('RefundedAmount'))]
  if (named === undefined || amount === null || refunded === null || stat === SUSPECT) return undefined
  if ((code !== APPROVED && named !== 'declined') || !CHARGES.has(text('ChargeTypeCd'))) return undefined
  return {
    kind: 'found',
    state: UNDONE.has(stat) ? 'voided' : named,
    word,
    amount,
    refunded,
    code: code === APPROVED && named === 'declined' ? declineCode(text('ErrorCode')) : code,
    settlementId: textAt(answer, 'BatchNo'),
    references: interposReferences(answer),
  }
}

/** The record's own code is that of the question. That of the charge is inside ErrorCode: B, the code, four digits. */
const declineCode = (errorCode: string): string =>
  codeWithSub(/^B([0-9A-Z]{2,3})[0-9]{4}$/.exec(errorCode)?.[1] ?? '', errorCode)

export const INTERPOS_INQUIRIES = inquiriesOfSummary({ orderId: interposOrderId, ask: askRecord })
