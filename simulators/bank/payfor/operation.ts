/** PostAuth, Void and Refund, identified only by the number of the original order. */

import { violate } from '../acquirer/api-route.ts'
import { operate } from '../acquirer/operation.ts'
import { preciseRefusal } from '../acquirer/precise-refusal.ts'
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { OperationKind } from '../ledger/facts.ts'
import { parseDecimal } from '../wire/money.ts'
import type { Work } from '../wire/serve.ts'
import { isOrderId, parseCurrency } from '../wire/terms.ts'
import { answerXml, type GatewayRefusal, refusedAnswer } from './answer.ts'
import type { PayforRequest } from './read-request.ts'

export const operationWork =
  (bank: Bank, read: PayforRequest, operation: OperationKind): Work =>
  (effect, extra) => {
    const { ledger } = bank
    const { merchant, orderId } = read
    const terms = readTerms(bank, read, operation)
    if (typeof terms === 'string') return refusedAnswer(bank, orderId, terms, extra)
    const result = operate(ledger, { merchant, orderId, operation, ...terms }, effect)
    if (result.kind === 'refused') {
      const order = ledger.books.orders.get(toKey(merchant.id, orderId))
      // A refund on the day of the sale has the number of the sale.
      const authCode = result.refusal === 'not_settled' ? (order?.references.auth_code ?? '') : ''
      return refusedAnswer(bank, orderId, preciseRefusal(result.refusal, order), extra, { authCode })
    }
    const { code, references, script, booked } = result
    return { text: answerXml({ orderId, code, references, holder: '', extra }), booked, script }
  }

const readTerms = (
  bank: Bank,
  { fields, orderId, merchant }: PayforRequest,
  operation: OperationKind,
): { amount?: number; currency?: string } | GatewayRefusal => {
  if (!isOrderId(orderId) || fields.OrgOrderId === undefined || fields.OrderId) return 'bad_order_id'
  if (fields.Pan !== undefined || fields.Cvv2 !== undefined || fields.Expiry !== undefined) {
    const violation = fields.Cvv2 === undefined ? 'card_in_follow_up' : 'card_code_sent_again'
    violate(bank, { merchant: merchant.id, orderId }, violation)
    if (!bank.lenient) return 'card_in_follow_up'
  }
  const currency = parseCurrency(fields.Currency ?? '')
  if (operation === 'void' && fields.Currency === undefined) return {}
  if (currency === undefined) return 'bad_currency'
  if (operation === 'void') return { currency }
  const amount = parseDecimal(fields.PurchAmount ?? '')
  return amount === undefined ? 'bad_amount' : { amount, currency }
}
