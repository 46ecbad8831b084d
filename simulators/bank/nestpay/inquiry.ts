/** ORDERSTATUS and ORDERHISTORY: an order in its state in the bank's ledger. */
import { findVisibleOrder } from '../acquirer/visible-order.ts'
import type { Bank } from '../bank-parts.ts'
import { type Movement, type Order, toOrderState } from '../ledger/order.ts'
import { stampHost, stampMs } from '../wire/bank-time.ts'
import type { Answer } from '../wire/serve.ts'
import type { Pair } from '../wire/xml.ts'
import { maskSpaced } from '../world/cards.ts'
import { bankText, TERMINAL, xml } from './answer.ts'
import type { Cc5Request } from './read-request.ts'

export const orderStatus = (bank: Bank, read: Cc5Request, extra: boolean): Answer => {
  const order = findVisibleOrder(bank, read)
  return { text: order ? found(bank, order, extra) : notFound(read.orderId, extra), booked: false }
}

/**
 * The gateway's response for an unknown order, including one reversed before it arrived; only its text names the order.
 */
const notFound = (orderId: string, extra: boolean): string =>
  xml(
    [
      ['ErrMsg', `No record found for ${orderId}`],
      ['ProcReturnCode', '99'],
      ['Response', 'Declined'],
      ['OrderId', ''],
      ['TransId', ''],
      [
        'Extra',
        [
          ['NUMCODE', '0'],
          ['ORDERSTATUS', IN_TEXT.map((name) => `${name}:`).join('\t')],
        ],
      ],
    ],
    extra,
  )

/** Uses the code of the last relevant movement; for a declined order that is its charge. */
const found = (bank: Bank, order: Order, extra: boolean): string => {
  const { references, code } = order
  const isOpen = toOrderState(order) !== 'declined'
  const fields = statusFields(bank, order)
  const inText = IN_TEXT.map((wanted) => `${wanted}:${fields.find(([name]) => name === wanted)?.[1] ?? ''}`)
  return xml(
    [
      ['ErrMsg', isOpen ? `Record(s) found for ${order.order_id}` : bankText(code)],
      ['ProcReturnCode', isOpen ? '00' : code],
      ['Response', isOpen ? 'Approved' : 'Declined'],
      ['OrderId', order.order_id],
      ['TransId', references.transaction_id],
      ['Extra', [['ORDERSTATUS', inText.join('\t')], ...fields]],
    ],
    extra,
  )
}

/** ORDERSTATUS repeats these fields. */
const IN_TEXT = [
  'ORD_ID',
  'CHARGE_TYPE_CD',
  'ORIG_TRANS_AMT',
  'CAPTURE_AMT',
  'TRANS_STAT',
  'AUTH_DTTM',
  'CAPTURE_DTTM',
  'AUTH_CODE',
  'TRANS_ID',
]

const statusFields = (bank: Bank, order: Order): [string, string][] => {
  const { references, amount, captured } = order
  const isOpen = toOrderState(order) !== 'declined'
  return [
    ['ORD_ID', order.order_id],
    ['CHARGE_TYPE_CD', order.refunded > 0 ? 'C' : 'S'],
    ['ORIG_TRANS_AMT', String(amount)],
    ['CAPTURE_AMT', captured > 0 ? String(captured) : ''],
    ['TRANS_STAT', toStatus(bank, order)],
    ['AUTH_DTTM', stampMs(order.at)],
    ['CAPTURE_DTTM', order.capturedAt === undefined ? '' : stampMs(order.capturedAt)],
    ...(order.voidedAt === undefined ? [] : [['VOID_DTTM', stampMs(order.voidedAt)] as [string, string]]),
    ['AUTH_CODE', isOpen ? references.auth_code : ''],
    ['TRANS_ID', references.transaction_id],
    ['HOST_REF_NUM', references.host_reference],
    ['HOSTDATE', stampHost(order.at)],
    ['NUMCODE', '0'],
    ['PAN', maskSpaced(order.card)],
    ['PROC_RET_CD', isOpen ? '00' : order.code],
    ['SETTLEID', order.captureBatch === undefined ? '' : String(order.captureBatch)],
    ...['MDSTATUS', 'ECI_3D', 'CAVV_3D', 'XID_3D'].map((name): [string, string] => [name, '']),
  ]
}

/** Returns A, C, S, V or D; PN while a refund is pending. */
const toStatus = ({ ledger }: Bank, order: Order): string => {
  switch (toOrderState(order)) {
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
  const order = findVisibleOrder(bank, read)
  const lines = order ? linesOf(bank, order) : []
  const counted: Pair[] = lines.map((line, at) => [`TRX${at + 1}`, line])
  const ours: Pair[] = order
    ? [
        ['TERMINALID', TERMINAL],
        ['MERCHANTID', order.merchant],
      ]
    : []
  return {
    text: xml(
      [
        ['ErrMsg', order ? '' : `No record found for ${read.orderId}`],
        ['ProcReturnCode', order ? '00' : '05'],
        ['Response', order ? 'Approved' : 'Declined'],
        ['OrderId', read.orderId],
        ['Extra', [...ours, ['NUMCODE', '0'], ...counted, ['TRXCOUNT', String(lines.length)]]],
      ],
      extra,
    ),
    booked: false,
  }
}

/**
 * Returns lines, newest first. The line of the charge shows its final state; refunds and refused movements have
 * separate lines.
 */
const linesOf = (bank: Bank, order: Order): string[] => [
  ...order.movements
    .slice(1)
    .filter(({ operation, booked }) => operation === 'refund' || !booked)
    .map((movement) => movementLine(bank, movement))
    .reverse(),
  chargeLine(bank, order),
]

/**
 * Columns: type, status, amount, capture amount, auth, capture and void time, host reference, auth code, code,
 * transaction id.
 */
const chargeLine = (bank: Bank, order: Order): string => {
  const { amount, captured, capturedAt, references, code, movements } = order
  const isDeclined = toOrderState(order) === 'declined'
  const undoneAt = order.voidedAt ?? movements.find(({ operation }) => operation === 'expiry')?.at
  return [
    'S',
    toStatus(bank, order),
    String(amount),
    captured > 0 ? String(captured) : '',
    stampMs(capturedAt ?? order.at), // a captured pre-authorization shows the time of its capture twice
    capturedAt === undefined ? '' : stampMs(capturedAt),
    undoneAt === undefined ? '' : stampMs(undoneAt),
    references.host_reference,
    isDeclined ? '' : references.auth_code,
    code,
    references.transaction_id,
  ].join('\t')
}

const movementLine = ({ ledger }: Bank, movement: Movement): string => {
  const { operation, amount, references, code, booked, at, batch, due_at } = movement
  const done = batch < ledger.books.batch ? 'S' : 'C'
  const refused = due_at === undefined ? 'D' : 'PN'
  return [
    operation === 'refund' ? 'C' : 'S',
    booked ? done : refused,
    String(amount),
    String(amount),
    stampMs(at),
    stampMs(at),
    '',
    booked ? references.host_reference : '',
    booked ? references.auth_code : '',
    due_at === undefined ? code : '',
    references.transaction_id,
  ].join('\t')
}
