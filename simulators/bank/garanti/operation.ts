/** postauth, void and refund, by the order and the RetrefNum of the movement they refer to. */
import { violate } from '../acquirer/api-route.ts'
import { operate } from '../acquirer/operation.ts'
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { OperationKind } from '../ledger/facts.ts'
import type { Work } from '../wire/serve.ts'
import { parseCurrency } from '../wire/terms.ts'
import { answerXml, type GatewayRefusal, refusedAnswer } from './answer.ts'
import { isOrderId, parseAmount } from './fields.ts'
import type { GvpsRequest } from './read-request.ts'

/** Sent with voids and inquiries instead of the order's amount; it has no meaning. */
const CONSTANT_AMOUNT = '100'

/** `wholes` are amounts of the order that may be sent instead. For an unknown order any amount is accepted. */
export const isOfTheWhole = (amount: string, wholes: readonly number[] | undefined): boolean => {
  const minor = parseAmount(amount)
  return amount === CONSTANT_AMOUNT || (minor !== undefined && (wholes === undefined || wholes.includes(minor)))
}

export const operationWork =
  (bank: Bank, read: GvpsRequest, operation: OperationKind): Work =>
  (effect, extra) => {
    const { ledger } = bank
    const { merchant, orderId } = read
    const refusal = formRefusal(bank, read, operation)
    if (refusal) return refusedAnswer(bank, orderId, refusal, extra)
    const amount = operation === 'void' ? undefined : parseAmount(read.transaction.Amount ?? '')
    const currency = parseCurrency(read.transaction.CurrencyCode ?? '')
    const { batch } = ledger.books
    const terms = { ...(amount === undefined ? {} : { amount }), ...(currency === undefined ? {} : { currency }) }
    const result = operate(ledger, { merchant, orderId, operation, ...terms }, effect)
    if (result.kind === 'refused')
      return refusedAnswer(bank, orderId, result.refusal, extra, { references: result.references })
    const { code, references, order, script, booked } = result
    const { scheme, card } = order
    return {
      text: answerXml({ orderId, code, references, batch, now: ledger.now(), card, scheme, extra }),
      booked,
      script,
    }
  }

const formRefusal = (
  bank: Bank,
  { orderId, merchant, card, transaction }: GvpsRequest,
  operation: OperationKind,
): GatewayRefusal | undefined => {
  if (!isOrderId(orderId)) return 'missing_field'
  if (Object.values(card).some((value) => value !== '')) {
    const violation = card.CVV2 ? 'card_code_sent_again' : 'card_in_follow_up'
    violate(bank, { merchant: merchant.id, orderId }, violation)
    return 'card_in_follow_up'
  }
  const { Amount = '', CurrencyCode = '', OriginalRetrefNum = '' } = transaction
  const order = bank.ledger.books.orders.get(toKey(merchant.id, orderId))
  if (
    operation === 'void'
      ? !isOfTheWhole(Amount, order && [order.captured || order.amount])
      : parseAmount(Amount) === undefined
  )
    return 'bad_amount'
  if (parseCurrency(CurrencyCode) === undefined) return 'currency_not_allowed'
  const isIts = order?.movements.some(({ references }) => references.host_reference === OriginalRetrefNum)
  return order && OriginalRetrefNum !== '' && !isIts ? 'wrong_reference' : undefined
}
