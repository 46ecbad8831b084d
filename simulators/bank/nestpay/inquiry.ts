/** ORDERSTATUS and ORDERHISTORY: an order as the bank's ledger has it. */
import type { Bank } from '../bank-parts.ts'
import { keyOf } from '../ledger/books.ts'
import { type Movement, type Order, stateOf } from '../ledger/order.ts'
import { stamp } from '../wire/bank-time.ts'
import type { Answer } from '../wire/serve.ts'
import type { Pair } from '../wire/xml.ts'
import { bankText, decimal, xml } from './answer.ts'
import type { Cc5Request } from './read-request.ts'

/** The order as an inquiry may see it. */
const visibleOrder = ({ ledger }: Bank, { merchant, orderId }: Cc5Request): Order | undefined => {
  const order = ledger.books.orders.get(keyOf(merchant.id, orderId))
  return order && (order.hidden_until === undefined || order.hidden_until <= ledger.now()) ? order : undefined
}

export const orderStatus = (bank: Bank, read: Cc5Request, extra: boolean): Answer => {
  const order = visibleOrder(bank, read)
  return { text: order ? found(bank, order, extra) : notFound(read.orderId, extra), booked: false }
}

/** The gateway's response for an unknown order, including one reversed before it arrived. */
const notFound = (orderId: string, extra: boolean): string => {
  const text = `No record found for ${orderId}`
  return xml(
    [
      ['ErrMsg', text],
      ['ProcReturnCode', '99'],
      ['Response', 'Declined'],
      ['OrderId', orderId],
      ['TransId', ''],
      ['Extra', [['ORDERSTATUS', text]]],
    ],
    extra,
  )
}

/** The code of the last movement that counts; a declined order has that of its charge. */
const found = (bank: Bank, order: Order, extra: boolean): string => {
  const { references, code } = order
  const isOpen = stateOf(order) !== 'declined'
  const fields = statusFields(bank, order)
  return xml(
    [
      ['ErrMsg', isOpen ? `Record(s) found for ${order.order_id}` : bankText(code)],
      ['ProcReturnCode', isOpen ? '00' : code],
      ['Response', isOpen ? 'Approved' : 'Declined'],
      ['OrderId', order.order_id],
      ['TransId', references.transaction_id],
      ['Extra', [['ORDERSTATUS', fields.map(([name, value]) => `${name}:${value}`).join('\t')], ...fields]],
    ],
    extra,
  )
}

const statusFields = (bank: Bank, order: Order): [string, string][] => {
  const { references, amount, captured } = order
  const isOpen = stateOf(order) !== 'declined'
  return [
    ['ORD_ID', order.order_id],
    ['CHARGE_TYPE_CD', order.refunded > 0 ? 'C' : 'S'],
    ['ORIG_TRANS_AMT', String(amount)],
    ['CAPTURE_AMT', captured > 0 ? String(captured) : ''],
    ['TRANS_STAT', statusOf(bank, order)],
    ['AUTH_DTTM', stamp(order.at)],
    ['CAPTURE_DTTM', order.capturedAt === undefined ? '' : stamp(order.capturedAt)],
    ['VOID_DTTM', order.voidedAt === undefined ? '' : stamp(order.voidedAt)],
    ['AUTH_CODE', isOpen ? references.auth_code : ''],
    ['TRANS_ID', references.transaction_id],
    ['HOST_REF_NUM', references.host_reference],
    ['PAN', order.card],
    ['PROC_RET_CD', isOpen ? '00' : order.code],
    ['SETTLEID', order.captureBatch === undefined ? '' : String(order.captureBatch)],
  ]
}

/** A, C, S, V, D; PN while a refund waits. */
const statusOf = ({ ledger }: Bank, order: Order): string => {
  switch (stateOf(order)) {
    case 'declined':
      return 'D'
    case 'authorized':
      return 'A'
    case 'voided':
    case 'reversed':
    case 'expired':
      return 'V'
    default:
      return order.captureBatch === ledger.books.batch ? 'C' : 'S'
  }
}

export const orderHistory = (bank: Bank, read: Cc5Request, extra: boolean): Answer => {
  const order = visibleOrder(bank, read)
  if (!order) return { text: notFound(read.orderId, extra), booked: false }
  const lines = [...order.movements].reverse().map((movement) => historyLine(bank, order, movement))
  const counted: Pair[] = lines.map((line, at) => [`TRX${at + 1}`, line])
  return {
    text: xml(
      [
        ['ErrMsg', ''],
        ['ProcReturnCode', '00'],
        ['Response', 'Approved'],
        ['OrderId', order.order_id],
        ['TransId', order.references.transaction_id],
        [
          'Extra',
          [
            ['TERMINALID', '00000000'],
            ['MERCHANTID', order.merchant],
            ['NUMCODE', '0'],
            ['TRXCOUNT', String(lines.length)],
            ...counted,
          ],
        ],
      ],
      extra,
    ),
    booked: false,
  }
}

/** Type, status, amount, capture amount, auth, capture and void time, host reference, auth code, code, transaction id. */
const historyLine = ({ ledger }: Bank, order: Order, movement: Movement): string => {
  const { operation, amount, references, code, booked, at } = movement
  const isCharge = operation === 'sale' || operation === 'preauth'
  const undone = isCharge && (order.voided || order.reversed || order.expired)
  const settled = movement.batch < ledger.books.batch
  const status = !booked
    ? movement.due_at === undefined
      ? 'D'
      : 'PN'
    : undone || operation === 'void' || operation === 'reversal' || operation === 'expiry'
      ? 'V'
      : operation === 'preauth'
        ? 'A'
        : settled
          ? 'S'
          : 'C'
  const takes = booked && operation !== 'preauth'
  return [
    operation === 'refund' ? 'C' : 'S',
    status,
    decimal(amount),
    takes ? decimal(amount) : '',
    stamp(at),
    takes ? stamp(at) : '',
    undone && order.voidedAt !== undefined ? stamp(order.voidedAt) : '',
    references.host_reference,
    booked ? references.auth_code : '',
    movement.due_at === undefined ? code : '',
    references.transaction_id,
  ].join('\t')
}
