/** sale and auth with the card, and the end of a payment with 3D Secure. */
import { type AuthenticatedCard, charge, type PlainCard, type Terms } from '../acquirer/charge.ts'
import type { FaultEffect } from '../acquirer/fault-effect.ts'
import { BAD_CVVS } from '../acquirer/script.ts'
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { ChargeOperation } from '../ledger/facts.ts'
import type { Order } from '../ledger/order.ts'
import type { Answer, Work } from '../wire/serve.ts'
import type { Pair } from '../wire/xml.ts'
import {
  approvedXml,
  bankRefusal,
  datePairs,
  type GatewayRefusal,
  refusalXml,
  refusedAnswer,
  repeatedXml,
} from './answer.ts'
import { AMOUNT_MAX, isCvc, isOrderId, parseAmount, parseCurrency, parseExpiry, parseInstallments } from './fields.ts'
import type { PosnetRequest } from './read-request.ts'

export const chargeWork =
  (bank: Bank, read: PosnetRequest, operation: ChargeOperation): Work =>
  (effect, extra) => {
    if (!isOrderId(read.orderId)) return refusedAnswer({ packet: 'orderID' }, extra)
    const terms = readTerms(read.fields)
    if (!('amount' in terms)) return refusedAnswer(terms.refusal, extra)
    const card = readCard(read.fields)
    if (!('number' in card)) return refusedAnswer(card.refusal, extra)
    return chargeAnswer(bank, read, { operation, terms, card, effect, extra })
  }

/** Reads the elements that a sale and the opening of a 3D Secure payment have in common. */
export const readTerms = (fields: Readonly<Record<string, string>>): Terms | { readonly refusal: GatewayRefusal } => {
  const amount = parseAmount(fields.amount ?? '')
  if (amount === undefined) return { refusal: 'bad_amount' }
  if (amount > AMOUNT_MAX) return { refusal: 'above_limit' }
  const currency = parseCurrency(fields.currencyCode ?? '')
  if (currency === undefined) return { refusal: { packet: 'currencyCode' } }
  const installments = parseInstallments(fields.installment ?? '')
  return installments === undefined ? { refusal: { packet: 'installment' } } : { amount, currency, installments }
}

/** Only a mail order has no card code. */
const readCard = ({
  ccno = '',
  expDate = '',
  cvc = '',
  mailorderflag,
}: PosnetRequest['fields']): PlainCard | { readonly refusal: GatewayRefusal } => {
  const expiry = parseExpiry(expDate)
  if (!expiry) return { refusal: { packet: 'expDate' } }
  const isUnattended = cvc === '' && mailorderflag === 'Y'
  if (!isUnattended && !isCvc(cvc)) return { refusal: { packet: 'cvc' } }
  return { number: ccno, ...expiry, badCvv: BAD_CVVS.has(cvc) }
}

interface Scene {
  readonly operation: ChargeOperation
  readonly terms: Terms
  readonly card: PlainCard | AuthenticatedCard
  readonly effect: FaultEffect
  readonly extra: boolean
  /** Elements that prove the answer: before the references of an approval, at the end of a refusal. */
  readonly proof?: (hostLogKey: string) => readonly Pair[]
}

export const chargeAnswer = (
  bank: Bank,
  { merchant, orderId, wantsDate }: PosnetRequest,
  { operation, terms, card, effect, extra, proof = () => [] }: Scene,
): Answer => {
  const { ledger, seed } = bank
  const result = charge(ledger, seed, { merchant, orderId, operation, ...terms, card }, effect)
  if (result.kind === 'refused' && result.refusal === 'order_used') {
    const order = ledger.books.orders.get(toKey(merchant.id, orderId))
    return order && isApproved(order)
      ? { text: repeatedXml(order, order.at, wantsDate, extra), booked: false }
      : refusedAnswer('order_used', extra, proof(''))
  }
  if (result.kind === 'refused') return refusedAnswer(result.refusal, extra, proof(''))
  const { code, references, script, booked } = result
  const text =
    code === '00'
      ? approvedXml(
          { references, ...terms },
          { extra, head: proof(references.host_reference), tail: datePairs(ledger.now(), wantsDate) },
        )
      : refusalXml(bankRefusal(code), extra, proof(''))
  return { text, booked, script }
}

/** A declined payment has taken its order id, but is no answer to the same order again. */
const isApproved = ({ code }: Order): boolean => code === '00'
