/** POST /nestpay/fim/api: sale, pre-authorization, capture, void, refund, order status and order history. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { bringUpToDate } from '../acquirer/bank-day.ts'
import type { Bank } from '../bank-parts.ts'
import { type Call, serve, type Work } from '../wire/serve.ts'
import { maskCard } from '../world/cards.ts'
import { MANNER, refusedAnswer } from './answer.ts'
import { chargeWork } from './charge.ts'
import { amountOf } from './fields.ts'
import { orderHistory, orderStatus } from './inquiry.ts'
import { operationWork } from './operation.ts'
import { type Cc5Request, readRequest } from './read-request.ts'

const PATH = '/nestpay/fim/api'

export const nestpayApi = (server: FastifyInstance, bank: Bank): void => {
  server.post(PATH, async (request, reply) => {
    bringUpToDate(bank.ledger)
    const read = readRequest(request.body as Buffer, bank.lenient)
    if ('refusal' in read) {
      const { merchant, orderId, refusal, violation, text } = read
      if (violation) bank.ledger.commit({ kind: 'violation', violation, merchant, order_id: orderId })
      const call = { path: PATH, request: text, face: 'nestpay', merchant, order_id: orderId, operation: 'unreadable' }
      return serve(bank, reply, call, MANNER, () => refusedAnswer(bank, orderId, refusal))
    }
    return answer(bank, reply, read)
  })
}

const OPERATIONS: Readonly<Record<string, string>> = {
  Auth: 'sale',
  PreAuth: 'preauth',
  PostAuth: 'capture',
  Void: 'void',
  Credit: 'refund',
}

const answer = (bank: Bank, reply: FastifyReply, read: Cc5Request): Promise<void> => {
  const operation = operationOf(read)
  const { fields, merchant, orderId, text } = read
  const amount = amountOf(fields.Total ?? '')
  const isAuthenticated = fields.PayerTxnId !== undefined
  const call: Call = {
    path: PATH,
    request: text,
    face: 'nestpay',
    merchant: merchant.id,
    order_id: orderId,
    operation,
    ...(fields.Number && !isAuthenticated ? { card: maskCard(fields.Number) } : {}),
    ...(amount === undefined ? {} : { amount }),
    authenticated: isAuthenticated,
  }
  return serve(bank, reply, call, MANNER, workOf(bank, read, operation))
}

const operationOf = ({ fields, extra }: Cc5Request): string => {
  if (extra.ORDERSTATUS === 'QUERY') return 'status'
  if (extra.ORDERHISTORY === 'QUERY') return 'history'
  return Object.hasOwn(OPERATIONS, fields.Type ?? '') ? OPERATIONS[fields.Type!]! : 'unreadable'
}

const workOf = (bank: Bank, read: Cc5Request, operation: string): Work => {
  switch (operation) {
    case 'sale':
    case 'preauth':
      return chargeWork(bank, read, operation)
    case 'capture':
    case 'void':
    case 'refund':
      return operationWork(bank, read, operation)
    case 'status':
      return (_effect, extra) => orderStatus(bank, read, extra)
    case 'history':
      return (_effect, extra) => orderHistory(bank, read, extra)
    default:
      return () => refusedAnswer(bank, read.orderId, 'bad_type')
  }
}
