/** capt, reverse and return, by the bank's key of the movement or by the order. */
import { type OperationRefusal, operate } from '../acquirer/operation.ts'
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { OperationKind } from '../ledger/facts.ts'
import { type Order, toOrderState } from '../ledger/order.ts'
import type { Work } from '../wire/serve.ts'
import type { Pair } from '../wire/xml.ts'
import { approvedXml, bankRefusal, type GatewayRefusal, refusalXml, refusedAnswer, xml } from './answer.ts'
import { AMOUNT_MAX, parseAmount, parseCurrency, parseInstallments } from './fields.ts'
import type { PosnetRequest } from './read-request.ts'

export const captureWork = (bank: Bank, read: PosnetRequest): Work => amountWork(bank, read, 'capture')
export const refundWork = (bank: Bank, read: PosnetRequest): Work => amountWork(bank, read, 'refund')

const amountWork =
  (bank: Bank, read: PosnetRequest, operation: 'capture' | 'refund'): Work =>
  (effect, extra) => {
    const { fields, merchant, orderId } = read
    const amount = parseAmount(fields.amount ?? '')
    if (amount === undefined) return refusedAnswer('bad_amount', extra)
    if (amount > AMOUNT_MAX) return refusedAnswer('above_limit', extra)
    const currency = parseCurrency(fields.currencyCode ?? '')
    if (currency === undefined) return refusedAnswer({ packet: 'currencyCode' }, extra)
    const order = findOrder(bank, read)
    if (!order) return refusedAnswer('unknown_order', extra)
    if (operation === 'capture' && !isPlanOf(order, fields.installment ?? ''))
      return refusedAnswer('installment_not_allowed', extra)
    const result = operate(bank.ledger, { merchant, orderId, operation, amount, currency }, effect)
    if (result.kind === 'refused') return refusedAnswer(refusalFor(result.refusal, order), extra, namePairs(order))
    const { code, references, script, booked } = result
    // A capture keeps the key of its pre-authorization; a refund has its own.
    const named = operation === 'capture' ? order.references : references
    const { installments } = order
    const text =
      code === '00'
        ? approvedXml({ references: named, amount, installments }, { extra })
        : refusalXml(bankRefusal(code), extra)
    return { text, booked, script }
  }

/** A refused refund or capture names the charge. */
const namePairs = ({ references }: Order): readonly Pair[] => [
  ['hostlogkey', references.host_reference],
  ['authCode', references.auth_code],
]

/** A capture has at most the installments of its pre-authorization. */
const isPlanOf = ({ installments }: Order, text: string): boolean => {
  const count = parseInstallments(text)
  return count !== undefined && count <= installments
}

const findOrder = ({ ledger }: Bank, { merchant, orderId }: PosnetRequest): Order | undefined =>
  ledger.books.orders.get(toKey(merchant.id, orderId))

export const refusalFor = (refusal: OperationRefusal, order: Order | undefined): GatewayRefusal => {
  if (order?.voided && refusal !== 'merchant_suspended' && refusal !== 'currency_mismatch') return 'voided_before'
  return refusal
}

/** The kind of movement that is reversed; that of a refund and of used points is not offered here. */
type Reversed = 'sale' | 'auth' | 'capt'
const REVERSED: ReadonlySet<string> = new Set(['sale', 'auth', 'capt'])

export const reverseWork =
  (bank: Bank, read: PosnetRequest): Work =>
  (effect, extra) => {
    const { fields, merchant, orderId } = read
    const { transaction = '' } = fields
    if (!REVERSED.has(transaction)) return refusedAnswer({ packet: 'transaction' }, extra)
    const order = findOrder(bank, read)
    const refusal = order && reversalRefusal(order, transaction as Reversed)
    if (refusal) return refusedAnswer(refusal, extra)
    const operation: OperationKind = transaction === 'capt' ? 'capture_void' : 'void'
    const result = operate(bank.ledger, { merchant, orderId, operation }, effect)
    if (result.kind === 'refused') {
      const isSettled = transaction === 'capt' && result.refusal === 'day_ended'
      return refusedAnswer(isSettled ? 'capture_settled' : refusalFor(result.refusal, order), extra)
    }
    const { code, script, booked } = result
    return {
      text: code === '00' ? reversedXml(result.order, extra) : refusalXml(bankRefusal(code), extra),
      booked,
      script,
    }
  }

/** A capture is reversed first, and then its hold. */
const reversalRefusal = (order: Order, transaction: Reversed): GatewayRefusal | undefined => {
  const isHold = order.operation === 'preauth'
  if (order.voided) return 'voided_before'
  if (isHold !== (transaction !== 'sale')) return 'not_that_kind'
  const state = toOrderState(order)
  if (order.refunded + order.refunding > 0) return 'refunded_before'
  if (transaction === 'auth' && state === 'captured') return 'capture_stands'
  return transaction === 'capt' && state === 'authorized' ? 'not_captured' : undefined
}

const reversedXml = ({ references }: Order, extra: boolean): string =>
  xml(
    [
      ['approved', '1'],
      ['hostlogkey', references.host_reference],
      ['authCode', '000000'],
    ],
    extra,
  )
