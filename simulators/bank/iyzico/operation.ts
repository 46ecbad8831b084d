/** Steps after a payment: capture and cancel by its number, refund by the number of an item or of the payment. */
import { type OperationRequest, operate } from '../acquirer/operation.ts'
import { preciseRefusal } from '../acquirer/precise-refusal.ts'
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { Order } from '../ledger/order.ts'
import type { Work } from '../wire/serve.ts'
import { failureText, refusedAnswer, successText } from './answer.ts'
import { countLeft } from './basket.ts'
import { CURRENCIES, type Members, parsePrice, textIn } from './fields.ts'
import { numberStyle, plainText } from './numbers.ts'
import {
  findSeller,
  isPaid,
  type PaidOrder,
  paymentMembers,
  paymentSignature,
  signatureMember,
} from './payment-members.ts'
import type { IyzicoRequest } from './read-request.ts'
import { type NamedRefusal, type Refused, saidByBank } from './refusals.ts'

export type Step = 'capture' | 'void' | 'refund' | 'refund_payment'

/** The name of the bank's own terminal. */
const CONNECTOR = 'IYZI_POS'

export const findPayment = ({ ledger }: Bank, merchant: string, message: Members): Order | undefined => {
  const { payments, items } = ledger.books.institution
  const item = textIn(message, 'paymentTransactionId')
  return item === '' ? payments.get(toKey(merchant, textIn(message, 'paymentId'))) : items.get(toKey(merchant, item))
}

export const operationWork =
  (bank: Bank, read: IyzicoRequest, step: Step): Work =>
  (effect, extra) => {
    const request = readStep(bank, read, step)
    if ('refusal' in request) return refusedAnswer(bank, read, request, extra)
    const result = operate(bank.ledger, request, effect)
    const order = findPayment(bank, read.merchant.id, read.message)
    if (!isPaid(order)) return refusedAnswer(bank, read, { refusal: 'unknown_order' }, extra)
    if (result.kind === 'refused')
      return refusedAnswer(bank, read, { refusal: toRefusal(preciseRefusal(result.refusal, order)) }, extra)
    const { code, booked, script, references } = result
    const isRefund = request.operation === 'refund'
    if (code !== '00') {
      const text = failureText(
        bank,
        read,
        saidByBank(code, isRefund),
        extra,
        isRefund ? { retryable: code === '91' } : {},
      )
      return { text, booked, script }
    }
    const members =
      step === 'capture'
        ? { ...paymentMembers(bank, order), ...paymentSignature(order, read.conversationId) }
        : takenBackMembers(order, read, { step, amount: request.amount, references })
    return { text: successText(bank, read, members, extra), booked, script }
  }

const toRefusal = (refusal: ReturnType<typeof preciseRefusal>): NamedRefusal => {
  if (refusal === 'currency_mismatch') return 'bad_currency'
  return refusal === 'not_settled' ? 'nothing_to_refund' : refusal
}

type TakenBack = { step: Step; amount: number | undefined; references: Order['references'] }

const takenBackMembers = (
  order: PaidOrder,
  { conversationId, message }: IyzicoRequest,
  { step, amount, references }: TakenBack,
): object => {
  const { payment_id } = order.payment
  const isVoid = step === 'void'
  const seller = findSeller(order)
  const price = numberStyle(seller).amount(amount ?? (order.captured || order.amount))
  // The signature of the newer refund, by payment, leaves the amount out.
  const signed =
    step === 'refund'
      ? [payment_id, plainText(amount ?? 0), order.currency, conversationId]
      : [payment_id, conversationId]
  const newer = {
    hostReference: order.references.host_reference,
    [isVoid ? 'cancelHostReference' : 'refundHostReference']: references.host_reference,
    ...(isVoid ? {} : { retryable: false, ...signatureMember(seller, signed) }),
  }
  return {
    paymentId: payment_id,
    ...(step === 'refund' ? { paymentTransactionId: textIn(message, 'paymentTransactionId') } : {}),
    price,
    currency: order.currency,
    authCode: references.auth_code,
    ...(seller.answersFailures ? { connectorName: CONNECTOR } : newer),
  }
}

const readStep = (bank: Bank, read: IyzicoRequest, step: Step): OperationRequest | Refused => {
  const { message, merchant } = read
  const named = step === 'refund' ? 'paymentTransactionId' : 'paymentId'
  if (textIn(message, named) === '') return { refusal: 'mandatory', name: named }
  if (merchant.suspended) return { refusal: 'merchant_suspended' }
  if (step === 'refund_payment' && merchant.marketplace) return { refusal: 'not_standard' }
  const order = findPayment(bank, merchant.id, message)
  if (!order) return { refusal: step === 'refund' ? 'unknown_item' : 'unknown_order' }
  const terms = readTerms(message, step)
  if ('refusal' in terms) return terms
  const item = textIn(message, 'paymentTransactionId')
  if (
    step === 'refund' &&
    order.captured > 0 &&
    !order.voided &&
    !order.reversed &&
    (terms.amount ?? 0) > countLeft(order, item)
  )
    return { refusal: 'above_captured' }
  return {
    merchant,
    orderId: order.order_id,
    operation: step === 'refund_payment' ? 'refund' : step,
    ...terms,
    ...(step === 'refund' ? { item } : {}),
    ...(read.conversationId === '' ? {} : { conversation: read.conversationId }),
  }
}

type Terms = Pick<OperationRequest, 'amount' | 'currency'>

/** A capture without paidPrice is one of the whole. */
const readTerms = (message: Members, step: Step): Terms | Refused => {
  if (step === 'void') return {}
  const name = step === 'capture' ? 'paidPrice' : 'price'
  const [text, currency] = [textIn(message, name), textIn(message, 'currency')]
  if (text === '' && step !== 'capture') return { refusal: 'mandatory', name }
  const amount = parsePrice(text)
  if (text !== '' && amount === undefined) return { refusal: 'invalid_request' }
  if (currency !== '' && !CURRENCIES.has(currency)) return { refusal: 'bad_currency' }
  return { ...(amount === undefined ? {} : { amount }), ...(currency === '' ? {} : { currency }) }
}
