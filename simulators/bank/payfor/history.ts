/** TxnHistory: the movements of an order, or of a day, oldest first; a report with another root than the other answers. */
import { findVisibleOrder, isVisible } from '../acquirer/visible-order.ts'
import type { Bank } from '../bank-parts.ts'
import type { Movement, Order } from '../ledger/order.ts'
import { stampDay, stampMs } from '../wire/bank-time.ts'
import { decimal } from '../wire/money.ts'
import type { Answer } from '../wire/serve.ts'
import { currencyNumber } from '../wire/terms.ts'
import { type Pair, writeXml } from '../wire/xml.ts'
import { bankAnswer, inLines, REFUSALS, refusedAnswer } from './answer.ts'
import { notFound, voidedMembers } from './inquiry.ts'
import type { PayforRequest } from './read-request.ts'
import { alphaCode, buildRecord, schemeLetter } from './record.ts'
import { toRequestGuid } from './request-guid.ts'

export const txnHistory = (bank: Bank, read: PayforRequest, extra: boolean): Answer => {
  const { fields, orderId, merchant } = read
  const { ReqDate } = fields
  if (ReqDate !== undefined && !/^\d{8}$/.test(ReqDate)) return refusedAnswer(bank, orderId, 'bad_type', extra)
  if (ReqDate === undefined && orderId === '') return refusedAnswer(bank, orderId, 'bad_order_id', extra)
  const order = ReqDate === undefined ? findVisibleOrder(bank, read) : undefined
  const orders = ReqDate === undefined ? (order ? [order] : []) : ordersOf(bank, merchant.id)
  const rows = orders
    .flatMap((each) => each.movements.map((movement) => ({ order: each, movement })))
    .filter(({ movement }) => ReqDate === undefined || stampDay(movement.at) === ReqDate)
    .sort((a, b) => a.movement.at - b.movement.at)
  const pairs =
    rows.length === 0 ? [nothing(read)] : rows.map(({ order, movement }) => rowOf(bank, read, order, movement))
  return { text: reportXml(extra ? [...pairs, ['NewField', 'yeni alan: ğüşıöç']] : pairs), booked: false }
}

const ordersOf = (bank: Bank, merchant: string): Order[] =>
  [...bank.ledger.books.orders.values()].filter((order) => order.merchant === merchant && isVisible(bank, order))

const SCHEMA =
  'xsi:noNamespaceSchemaLocation="TxnHistoryReport.xsd" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const SPACE = 'xmlns="http://ocean.smartway.com/"'

const reportXml = (pairs: readonly Pair[]): string =>
  inLines(
    writeXml('TxnHistoryReport', pairs, 'utf-8')
      .replace('<TxnHistoryReport>', `<TxnHistoryReport ${SCHEMA}>`)
      .replaceAll(/<(PaymentRequest|ExtraParameters)>/g, `<$1 ${SPACE}>`),
  )

const TYPES: Readonly<Record<string, string>> = {
  sale: 'Auth',
  preauth: 'PreAuth',
  capture: 'PostAuth',
  void: 'Void',
  reversal: 'Void',
  expiry: 'Void',
  refund: 'Refund',
}

const rowOf = (bank: Bank, { merchant }: PayforRequest, order: Order, movement: Movement): Pair => {
  const { operation, references, amount, booked, due_at, at, batch, code } = movement
  const charge = order.movements[0]!
  const isFollowUp = movement !== charge
  const own = Object.values(REFUSALS).find(([each]) => each === code)
  const said = own ? { code: own[0], text: own[1] } : bankAnswer(code)
  const isOk = booked || due_at !== undefined || code === '00'
  const taken = takenBack(order)
  const record = buildRecord({
    RequestGuid: toRequestGuid(bank.seed, references.transaction_id),
    MbrId: merchant.mbrId,
    MerchantID: merchant.id,
    OrderId: order.order_id,
    SecureType: order.session === undefined || isFollowUp ? 'NonSecure' : '3DModelPayment',
    PurchAmount: decimal(amount),
    Currency: currencyNumber(order.currency),
    AlphaCode: alphaCode(order.currency),
    TxnType: TYPES[operation]!,
    OrgTxnType: operation === 'capture' || !isFollowUp ? '' : TYPES[taken.operation]!,
    OrgOrderId: isFollowUp ? order.order_id : '',
    CardType: schemeLetter(order.scheme),
    InstallmentCount: order.installments > 1 ? String(order.installments) : '0',
    MrcName: merchant.name,
    IrcDet: isOk ? '' : said.text,
    IrcCode: own ? '99962' : '',
    TxnStatus: statusOf(order, movement, isOk),
    ErrMsg: said.text,
    TxnResult: isOk ? 'Success' : 'Failed',
    AuthCode: isOk ? references.auth_code : operation === 'refund' ? charge.references.auth_code : '',
    ProcReturnCode: said.code,
    BatchNo: String(batch),
    CardMask: order.card,
    RefundedAmount: operation === 'refund' ? decimal(amount) : '0',
    ReqDate: stampDay(at),
    SysDate: stampDay(at),
    F37: references.host_reference,
    hasOrderId: 'false',
    HasAddressCount: 'false',
    IsPaymentFacilitator: 'false',
    ...(movement === taken && order.voided ? voidedMembers(order) : {}),
  })
  return [
    'PaymentRequestExtended',
    [
      [
        'PaymentRequest',
        Object.entries({
          ...record,
          InsertDatetime: stampMs(at).slice(0, 19).replace(' ', 'T'),
          TxnAmount: decimal(amount),
          D3Stat: '',
          F37_ORG: isFollowUp ? charge.references.host_reference : '',
        }),
      ],
      [
        'ExtraParameters',
        [
          [
            'ArrayOfString',
            [
              ['string', 'IsBatchClosed'],
              ['string', batch < bank.ledger.books.batch ? 'True' : 'False'],
            ],
          ],
        ],
      ],
      ['IsOnUsCard', 'false'],
    ],
  ]
}

/** Returns the movement that a void takes back: the capture where there is one. */
const takenBack = ({ movements }: Order): Movement =>
  movements.findLast(({ operation, booked }) => operation === 'capture' && booked) ?? movements[0]!

const statusOf = (order: Order, movement: Movement, isOk: boolean): string => {
  if (!isOk) return 'N'
  if (movement.due_at !== undefined) return 'P'
  return movement === takenBack(order) && (order.voided || order.reversed || order.expired) ? 'V' : 'Y'
}

const nothing = (read: PayforRequest): Pair => {
  const record = { ...notFound(read), SecureType: 'Report', TxnType: 'TxnHistory', TxnResult: 'Failed' }
  return [
    'PaymentRequestExtended',
    [
      ['PaymentRequest', Object.entries(record)],
      ['IsOnUsCard', 'false'],
    ],
  ]
}
