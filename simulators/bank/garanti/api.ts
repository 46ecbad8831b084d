/** POST /garanti/VPServlet: sales, preauth, postauth, void, refund and the three inquiries. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { bringUpToDate } from '../acquirer/bank-day.ts'
import type { Bank } from '../bank-parts.ts'
import { type Call, serve, type Work } from '../wire/serve.ts'
import { maskCard } from '../world/cards.ts'
import { MANNER, refusedAnswer } from './answer.ts'
import { chargeWork } from './charge.ts'
import { amountOf } from './fields.ts'
import { inquiryWork, orderHistory, orderStatus } from './inquiry.ts'
import { operationWork } from './operation.ts'
import { orderList } from './order-list.ts'
import { type GvpsRequest, readRequest } from './read-request.ts'

const PATH = '/garanti/VPServlet'

export const garantiApi = (server: FastifyInstance, bank: Bank): void => {
  server.post(PATH, async (request, reply) => {
    bringUpToDate(bank.ledger)
    const read = readRequest(request.body as Buffer, bank.lenient)
    if ('refusal' in read) {
      const { merchant, orderId, refusal, violation, text } = read
      if (violation) bank.ledger.commit({ kind: 'violation', violation, merchant, order_id: orderId })
      const call = { path: PATH, request: text, face: 'garanti', merchant, order_id: orderId, operation: 'unreadable' }
      return serve(bank, reply, call, MANNER, () => refusedAnswer(bank, orderId, refusal))
    }
    return answer(bank, reply, read)
  })
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

const answer = (bank: Bank, reply: FastifyReply, read: GvpsRequest): Promise<void> => {
  const operation = Object.hasOwn(OPERATIONS, read.type) ? OPERATIONS[read.type]! : 'unreadable'
  const movesMoney = operation !== 'void' && operation !== 'status' && operation !== 'history'
  const amount = movesMoney ? amountOf(read.transaction.Amount ?? '') : undefined
  const call: Call = {
    path: PATH,
    request: read.text,
    face: 'garanti',
    merchant: read.merchant.id,
    order_id: read.orderId,
    operation,
    ...(read.card.Number ? { card: maskCard(read.card.Number) } : {}),
    ...(amount === undefined ? {} : { amount }),
    authenticated: read.secure3d !== undefined,
  }
  return serve(bank, reply, call, MANNER, workOf(bank, read))
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
