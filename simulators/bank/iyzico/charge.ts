/** A sale or pre-authorization, with the card or after a challenge. iyzico does not look whether it was sent before. */
import { violate } from '../acquirer/api-route.ts'
import { type Charge, type ChargeRefusal, charge } from '../acquirer/charge.ts'
import { BAD_CVVS } from '../acquirer/script.ts'
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { ChargeOperation } from '../ledger/facts.ts'
import type { InstitutionPayment } from '../ledger/institution-facts.ts'
import { toOrderState } from '../ledger/order.ts'
import type { Answer, Work } from '../wire/serve.ts'
import { cardOfMask, findCard } from '../world/cards.ts'
import { failureText, refusedAnswer, successText } from './answer.ts'
import { isPaid, paymentMembers, paymentSignature } from './payment-members.ts'
import { type PaymentRequest, readPayment } from './payment-request.ts'
import type { IyzicoRequest } from './read-request.ts'
import { type NamedRefusal, saidByBank } from './refusals.ts'
import { announce } from './webhooks.ts'

export const chargeWork =
  (bank: Bank, read: IyzicoRequest, operation: ChargeOperation): Work =>
  (effect, extra) => {
    const request = readPayment(bank, read)
    if ('refusal' in request) return refusedAnswer(bank, read, request, extra)
    const { amount, currency, installments, card } = request
    const payment = toPayment(bank, read, request)
    const orderId = claimOrderId(bank, read.merchant.id, payment)
    const { number, month, year, cvv } = card
    const result = charge(
      bank.ledger,
      bank.seed,
      {
        ...{ merchant: read.merchant, orderId, operation, amount, currency, installments, payment },
        card: { number, month, year, badCvv: BAD_CVVS.has(cvv) },
      },
      effect,
    )
    const isDebit = findCard(number)?.type !== 'Credit'
    return chargedAnswer(bank, read, result, { orderId, payment, isDebit, event: 'API_AUTH' }, extra)
  }

/** Numbers come from the count of facts: the fact of this payment raises it. */
export const toPayment = (
  { ledger }: Bank,
  { conversationId }: IyzicoRequest,
  { basketId, price, items }: PaymentRequest,
): InstitutionPayment => {
  const number = 20_000_000 + ledger.books.count + 1
  return {
    payment_id: String(number),
    conversation_id: conversationId,
    basket_id: basketId,
    price,
    items: items.map((item, at) => ({
      transaction_id: String(number * 100 + at),
      item_id: item.id,
      price: item.price,
      ...(item.subMerchant
        ? { sub_merchant_key: item.subMerchant.key, sub_merchant_price: item.subMerchant.price }
        : {}),
    })),
  }
}

/** The conversation names the order in the ledger; a second payment of it has a number behind its name. */
export const freeOrderId = ({ ledger }: Bank, merchant: string, payment: InstitutionPayment): string => {
  const base = payment.conversation_id || payment.payment_id
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}~${number}`
    if (!ledger.books.orders.has(toKey(merchant, name))) return name
  }
}

/** A conversation that was paid before is charged again, which is a fault of its caller. */
export const claimOrderId = (bank: Bank, merchant: string, payment: InstitutionPayment): string => {
  const known = bank.ledger.books.institution.conversations.get(toKey(merchant, payment.conversation_id)) ?? []
  const isPaidBefore = known.some((order) => toOrderState(order) !== 'declined')
  const orderId = freeOrderId(bank, merchant, payment)
  if (payment.conversation_id !== '' && isPaidBefore) violate(bank, { merchant, orderId }, 'duplicate_charge')
  return orderId
}

interface Charging {
  readonly orderId: string
  readonly payment: InstitutionPayment
  readonly isDebit: boolean
  readonly event: 'API_AUTH' | 'THREE_DS_AUTH'
}

export const chargedAnswer = (
  bank: Bank,
  read: IyzicoRequest,
  result: Charge,
  { orderId, payment, isDebit, event }: Charging,
  extra: boolean,
): Answer => {
  if (result.kind === 'refused')
    return refusedAnswer(bank, read, { refusal: toRefusal(result.refusal, isDebit) }, extra)
  const { code, booked, script } = result
  const order = bank.ledger.books.orders.get(toKey(read.merchant.id, orderId))
  const isApproved = code === '00'
  if (order) announce(bank, { order, payment, event, status: isApproved ? 'SUCCESS' : 'FAILURE' })
  if (!isApproved || !isPaid(order)) return { text: failureText(bank, read, saidByBank(code), extra), booked, script }
  const members = {
    ...paymentMembers(bank, order),
    ...(event === 'THREE_DS_AUTH' ? { mdStatus: 1 } : {}),
    ...paymentSignature(order, read.conversationId),
  }
  return { text: successText(bank, read, members, extra), booked, script }
}

const toRefusal = (refusal: ChargeRefusal, isDebit: boolean): NamedRefusal =>
  refusal === 'installment_not_allowed' && isDebit ? 'debit_installment' : refusal

export const isDebitCard = (masked: string): boolean => cardOfMask(masked)?.type !== 'Credit'
