/** PostAuth, Void and Refund, which name only the original order. */
import { violate } from '../acquirer/api-route.ts'
import { operate } from '../acquirer/operation.ts'
import { preciseRefusal } from '../acquirer/precise-refusal.ts'
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { OperationKind } from '../ledger/facts.ts'
import { parseDecimal } from '../wire/money.ts'
import type { Work } from '../wire/serve.ts'
import { isOrderId, parseCurrency } from '../wire/terms.ts'
import { answeredText, refusedAnswer } from './answer.ts'
import type { InterposRequest } from './read-request.ts'
import type { GatewayRefusal } from './refusals.ts'

export const operationWork =
  (bank: Bank, read: InterposRequest, operation: OperationKind): Work =>
  (effect, extra) => {
    const { ledger } = bank
    const { merchant, orderId, fields } = read
    const terms = readTerms(bank, read, operation)
    if (typeof terms === 'string') return refusedAnswer(bank, fields, terms, extra)
    const result = operate(ledger, { merchant, orderId, operation, ...terms }, effect)
    if (result.kind === 'refused') {
      const order = ledger.books.orders.get(toKey(merchant.id, orderId))
      return refusedAnswer(bank, fields, preciseRefusal(result.refusal, order), extra)
    }
    const { code, references, script, booked, order } = result
    const amount = terms.amount ?? order.amount
    return { text: answeredText(bank, fields, { code, references, amount, holder: '', extra }), booked, script }
  }

/** The amount and the currency of a void are not looked at; other steps may leave out the currency. */
const readTerms = (
  bank: Bank,
  { fields, orderId, merchant }: InterposRequest,
  operation: OperationKind,
): { amount?: number; currency?: string } | GatewayRefusal => {
  const { OrderId = '', Pan, Cvv2, Expiry, Currency, PurchAmount = '' } = fields
  if (!isOrderId(orderId) || (OrderId !== '' && !isOrderId(OrderId))) return 'bad_order_id'
  if (Pan !== undefined || Cvv2 !== undefined || Expiry !== undefined) {
    const violation = Cvv2 === undefined ? 'card_in_follow_up' : 'card_code_sent_again'
    violate(bank, { merchant: merchant.id, orderId }, violation)
    if (!bank.lenient) return 'card_in_follow_up'
  }
  const currency = Currency === undefined ? undefined : parseCurrency(Currency)
  if (Currency !== undefined && currency === undefined) return 'bad_currency'
  const terms = currency === undefined ? {} : { currency }
  if (operation === 'void') return terms
  const amount = parseDecimal(PurchAmount)
  return amount === undefined ? 'bad_amount' : { ...terms, amount }
}
