/** PostAuth, Void and Credit, identified only by the order number. */

import { violate } from '../acquirer/api-route.ts'
import { type OperationRefusal, operate } from '../acquirer/operation.ts'
import type { Bank } from '../bank-parts.ts'
import type { OperationKind } from '../ledger/facts.ts'
import { parseDecimal } from '../wire/money.ts'
import type { Work } from '../wire/serve.ts'
import { parseCurrency } from '../wire/terms.ts'
import { answerXml, type GatewayRefusal, refusedAnswer } from './answer.ts'
import { isOrderId } from './fields.ts'
import type { Cc5Request } from './read-request.ts'

export const operationWork =
  (bank: Bank, read: Cc5Request, operation: OperationKind): Work =>
  (effect, extra) => {
    const { ledger } = bank
    const { merchant, orderId } = read
    const terms = readTerms(bank, read, operation)
    if (typeof terms === 'string') return refusedAnswer(bank, orderId, terms, extra)
    const { batch } = ledger.books
    const result = operate(ledger, { merchant, orderId, operation, ...terms }, effect)
    if (result.kind === 'refused') return refusedAnswer(bank, orderId, refusalFor(result.refusal, operation), extra)
    const { code, references, order, script, booked } = result
    const { scheme } = order
    return {
      text: answerXml({ orderId, code, references, batch, now: ledger.now(), scheme, merchant: merchant.id, extra }),
      booked,
      script,
    }
  }

/** NestPay has a separate code per operation for "no such order". */
const refusalFor = (refusal: OperationRefusal, operation: OperationKind): GatewayRefusal => {
  if (refusal !== 'unknown_order') return refusal
  return operation === 'capture' ? 'not_authorized' : operation === 'refund' ? 'nothing_to_refund' : refusal
}

const readTerms = (
  bank: Bank,
  { fields, orderId, merchant }: Cc5Request,
  operation: OperationKind,
): { amount?: number; currency?: string } | GatewayRefusal => {
  if (!isOrderId(orderId)) return 'bad_order_id'
  if (fields.Number !== undefined || fields.Cvv2Val !== undefined || fields.Expires !== undefined) {
    const violation = fields.Cvv2Val === undefined ? 'card_in_follow_up' : 'card_code_sent_again'
    violate(bank, { merchant: merchant.id, orderId }, violation)
    if (!bank.lenient) return 'card_in_follow_up'
  }
  const { Currency } = fields
  const Total = operation === 'capture' ? fields.Total || undefined : fields.Total // if empty, the whole hold
  const amount = Total === undefined ? undefined : parseDecimal(Total)
  if (Total !== undefined && amount === undefined) return 'bad_amount'
  const currency = Currency === undefined ? undefined : parseCurrency(Currency)
  if (Currency !== undefined && currency === undefined) return 'bad_currency'
  return { ...(amount === undefined ? {} : { amount }), ...(currency === undefined ? {} : { currency }) }
}
