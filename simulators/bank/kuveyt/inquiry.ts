/** GetMerchantOrderDetail: an order of a span of time in its present state. */
import { findVisibleOrder } from '../acquirer/visible-order.ts'
import type { Bank } from '../bank-parts.ts'
import { type Order, toOrderState } from '../ledger/order.ts'
import { stampT } from '../wire/bank-time.ts'
import { decimal } from '../wire/money.ts'
import type { Work } from '../wire/serve.ts'
import type { Pair } from '../wire/xml.ts'
import { cardOfMask } from '../world/cards.ts'
import { currencyCode } from './fields.ts'
import { toOrderNumber, toStan } from './order-number.ts'
import type { KuveytCall } from './read-envelope.ts'
import { bankText, REFUSALS } from './refusals.ts'
import { valueXml, wrongAnswer } from './service-answer.ts'
import { NIL } from './xml.ts'

export const detailWork =
  (bank: Bank, call: KuveytCall): Work =>
  (_effect, extra) => {
    const { operation, orderId, merchant, request } = call
    if (orderId === '') return wrongAnswer(operation, REFUSALS.no_order_id, extra)
    if (merchant.suspended) return wrongAnswer(operation, REFUSALS.merchant_suspended, extra)
    const [from, to] = [request.StartDate, request.EndDate].map(parseTime)
    if (from === undefined || to === undefined) return wrongAnswer(operation, REFUSALS.null_check, extra)
    const order = findVisibleOrder(bank, call)
    const { OrderId = '0' } = request
    const isAsked =
      order !== undefined &&
      request.MerchantOrderId === orderId &&
      order.at >= from &&
      order.at < to + 1_000 &&
      (OrderId === '0' || OrderId === toOrderNumber(bank.seed, order))
    const value: readonly Pair[] = isAsked ? [['OrderContract', contractOf(bank, order, call)]] : []
    return { text: valueXml(operation, value, extra), booked: false }
  }

/** Parses 2026-01-05T10:15:30, in Istanbul. */
const parseTime = (text: string | undefined): number | undefined => {
  const ms = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,7})?$/.test(text ?? '')
    ? Date.parse(`${text!.slice(0, 19)}+03:00`)
    : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

const texts = (text: string): readonly Pair[] =>
  text
    .trim()
    .split(/\s+/)
    .map((each): Pair => {
      const [name = '', value = ''] = each.split('=')
      return [name, value]
    })

/** The bank writes an order as its own database has it. */
const contractOf = (bank: Bank, order: Order, { merchant }: KuveytCall): readonly Pair[] => {
  const { references, code } = order
  const changed = stampT(order.movements.at(-1)!.at)
  const isClosed = (order.captureBatch ?? bank.ledger.books.batch) < bank.ledger.books.batch
  const isApproved = toOrderState(order) !== 'declined'
  return [
    ...texts('IsSelected=false IsSelectable=true'),
    ['OrderId', toOrderNumber(bank.seed, order)],
    ['MerchantOrderId', order.order_id],
    ['MerchantId', merchant.id],
    ['CardHolderName', 'TEST KART'],
    ['CardType', cardOfMask(order.card)?.scheme ?? ''],
    ['CardNumber', order.card],
    ['OrderDate', stampT(order.at)],
    ['OrderStatus', isApproved ? '1' : '8'],
    ['LastOrderStatus', lastStatus(order)],
    ['OrderType', '1'],
    ['TransactionStatus', isApproved ? '1' : '2'],
    ['FirstAmount', decimal(order.amount)],
    ['CancelAmount', order.voided || order.reversed ? decimal(order.amount) : '0.00'],
    ['DrawbackAmount', decimal(order.refunded)],
    ['ClosedAmount', '0.00'],
    ['FEC', currencyCode(order.currency)],
    ['VPSEntryMode', 'ECOM'],
    ['InstallmentCount', order.installments > 1 ? String(order.installments) : '0'],
    ['TransactionSecurity', order.session === undefined ? '1' : '3'],
    ['ResponseCode', isApproved ? '00' : code],
    ['ResponseExplain', isApproved ? 'İşlem gerçekleştirildi.' : bankText(code)],
    ['EndOfDayStatus', isClosed ? '2' : '1'],
    ...texts('TransactionSide=Auto CardHolderIPAddress MerchantIPAddress=127.0.0.1'),
    ['MerchantUserName', merchant.user],
    ['ProvNumber', isApproved ? references.auth_code : ''],
    ['BatchId', String(order.movements[0]!.batch)],
    ...texts('CardExpireDate PosTerminalId=VP008759 Explain Explain2 Explain3'),
    ['RRN', references.host_reference],
    ['Stan', toStan(references)],
    ...texts('UserName=vposuser HostName=SIMBANK'),
    ['SystemDate', stampT(order.at)],
    ...texts('UpdateUserName=webgate UpdateHostName=SIMBANK'),
    ['UpdateSystemDate', changed],
    ['EndOfDayDate', NIL],
    ...texts('HostIP=127.0.0.1 FECAmount=0 IdentityTaxNumber QueryId=0 DebtId=0 DebtorName Period SurchargeAmount=0'),
    ['SGKDebtAmount', '0'],
    ['DeferringCount', NIL],
  ]
}

/** 1 sold, 4 refunded, 5 refunded in part, 6 voided, 8 declined, 10 taken back by the bank itself. */
const lastStatus = (order: Order): string => {
  switch (toOrderState(order)) {
    case 'declined':
      return '8'
    case 'voided':
      return '6'
    case 'reversed':
      return '10'
    case 'refunded':
      return '4'
    default:
      return order.refunded > 0 ? '5' : '1'
  }
}
