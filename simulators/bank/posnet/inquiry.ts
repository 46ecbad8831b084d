/** agreement: a row for every movement of an order. */
import { findVisibleOrder } from '../acquirer/visible-order.ts'
import type { Bank } from '../bank-parts.ts'
import { type Movement, type Order, toOrderState } from '../ledger/order.ts'
import { stampMs } from '../wire/bank-time.ts'
import { decimal } from '../wire/money.ts'
import type { Work } from '../wire/serve.ts'
import type { Pair } from '../wire/xml.ts'
import { maskSpaced } from '../world/cards.ts'
import { refusedAnswer, xml } from './answer.ts'
import { currencyLetters, isOrderId } from './fields.ts'
import type { PosnetRequest } from './read-request.ts'

export const agreementWork =
  (bank: Bank, read: PosnetRequest): Work =>
  (_effect, extra) => {
    if (!isOrderId(read.orderId)) return refusedAnswer({ packet: 'orderID' }, extra)
    const order = findVisibleOrder(bank, read)
    if (!order) return refusedAnswer('unknown_order', extra)
    const rows = order.movements.flatMap((movement) => rowOf(order, movement))
    return {
      text: xml(
        [
          ['approved', '1'],
          ['transactions', rows.map((row): Pair => ['transaction', row])],
        ],
        extra,
      ),
      booked: false,
    }
  }

const rowOf = (order: Order, movement: Movement): (readonly Pair[])[] => {
  const state = stateOf(order, movement)
  if (state === undefined) return []
  const { amount, at, code, references } = movement
  return [
    [
      ['orderID', order.order_id],
      ['ccno', maskSpaced(order.card)],
      ['amount', decimal(amount).replace('.', ',')],
      ['currencyCode', currencyLetters(order.currency)],
      ['authCode', code === '00' ? references.auth_code : ''],
      ['tranDate', stampMs(at)],
      ['state', state],
      ['txnStatus', statusOf(order, movement)],
      ['hostlogkey', keyOf(order, movement)],
    ],
  ]
}

/** The expiry of a hold has no row. */
const stateOf = ({ operation }: Order, movement: Movement): string | undefined => {
  switch (movement.operation) {
    case 'sale':
      return 'Sale'
    case 'preauth':
      return 'Authorization'
    case 'capture':
      return 'Capture'
    case 'capture_void':
      return 'Capture_Reverse'
    case 'refund':
      return 'Return'
    case 'void':
    case 'reversal':
      return operation === 'sale' ? 'Sale_Reverse' : 'Authorization_Reverse'
    case 'expiry':
      return undefined
  }
}

/** 0 also means that it was cancelled later. There is no word for what is pending. */
const statusOf = (order: Order, movement: Movement): string => {
  if (movement.due_at !== undefined) return ''
  return movement.booked && stands(order, movement) ? '1' : '0'
}

const stands = (order: Order, { operation, at }: Movement): boolean => {
  if (operation === 'sale' || operation === 'preauth')
    return !['voided', 'reversed', 'expired'].includes(toOrderState(order))
  const isUndone = order.movements.some((later) => later.operation === 'capture_void' && later.booked && later.at >= at)
  return operation !== 'capture' || !isUndone
}

/** Captures and reversals have the key of the charge. */
const keyOf = (order: Order, { operation, references }: Movement): string =>
  operation === 'refund' ? references.host_reference : order.references.host_reference
