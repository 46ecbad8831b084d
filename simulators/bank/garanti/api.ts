/** POST /garanti/VPServlet: sales, preauth, postauth, void, refund and the three inquiries. */
import type { GatewayApi } from '../acquirer/api-route.ts'
import type { Bank } from '../bank-parts.ts'
import type { Work } from '../wire/serve.ts'
import { maskCard } from '../world/cards.ts'
import { type GatewayRefusal, MANNER, refusedAnswer } from './answer.ts'
import { chargeWork } from './charge.ts'
import { parseAmount } from './fields.ts'
import { inquiryWork, orderHistory, orderStatus } from './inquiry.ts'
import { operationWork } from './operation.ts'
import { orderList } from './order-list.ts'
import { type GvpsRequest, readRequest } from './read-request.ts'

export const garantiApi: GatewayApi<GvpsRequest, GatewayRefusal> = {
  path: '/garanti/VPServlet',
  face: 'garanti',
  manner: MANNER,
  read: readRequest,
  describe({ type, transaction, card, secure3d }) {
    const operation = Object.hasOwn(OPERATIONS, type) ? OPERATIONS[type]! : 'unreadable'
    const movesMoney = operation !== 'void' && operation !== 'status' && operation !== 'history'
    const amount = movesMoney ? parseAmount(transaction.Amount ?? '') : undefined
    return {
      operation,
      ...(card.Number ? { card: maskCard(card.Number) } : {}),
      ...(amount === undefined ? {} : { amount }),
      authenticated: secure3d !== undefined,
    }
  },
  work: (bank, read) => workOf(bank, read),
  refuse: refusedAnswer,
}

const OPERATIONS: Readonly<Record<string, string>> = {
  sales: 'sale',
  preauth: 'preauth',
  postauth: 'capture',
  void: 'void',
  refund: 'refund',
  orderinq: 'status',
  orderhistoryinq: 'history',
  orderlistinq: 'history',
}

const workOf = (bank: Bank, read: GvpsRequest): Work => {
  switch (read.type) {
    case 'sales':
      return chargeWork(bank, read, 'sale')
    case 'preauth':
      return chargeWork(bank, read, 'preauth')
    case 'postauth':
      return operationWork(bank, read, 'capture')
    case 'void':
      return operationWork(bank, read, 'void')
    case 'refund':
      return operationWork(bank, read, 'refund')
    case 'orderinq':
      return inquiryWork(bank, read, orderStatus)
    case 'orderhistoryinq':
      return inquiryWork(bank, read, orderHistory)
    case 'orderlistinq':
      return inquiryWork(bank, read, orderList)
    default:
      return () => refusedAnswer(bank, read.orderId, 'bad_type')
  }
}
