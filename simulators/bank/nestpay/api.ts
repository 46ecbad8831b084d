/** POST /nestpay/fim/api: sale, pre-authorization, capture, void, refund, order status and order history. */

import type { GatewayApi } from '../acquirer/api-route.ts'
import type { Bank } from '../bank-parts.ts'
import { parseDecimal } from '../wire/money.ts'
import type { Work } from '../wire/serve.ts'
import { maskCard } from '../world/cards.ts'
import { type GatewayRefusal, MANNER, refusedAnswer } from './answer.ts'
import { chargeWork } from './charge.ts'
import { orderHistory, orderStatus } from './inquiry.ts'
import { operationWork } from './operation.ts'
import { type Cc5Request, readRequest } from './read-request.ts'

export const nestpayApi: GatewayApi<Cc5Request, GatewayRefusal> = {
  path: '/nestpay/fim/api',
  face: 'nestpay',
  manner: MANNER,
  read: readRequest,
  describe(read) {
    const { fields } = read
    const amount = parseDecimal(fields.Total ?? '')
    const isAuthenticated = fields.PayerTxnId !== undefined
    return {
      operation: toOperation(read),
      ...(fields.Number && !isAuthenticated ? { card: maskCard(fields.Number) } : {}),
      ...(amount === undefined ? {} : { amount }),
      authenticated: isAuthenticated,
    }
  },
  work: (bank, read) => workOf(bank, read, toOperation(read)),
  refuse: refusedAnswer,
}

const OPERATIONS: Readonly<Record<string, string>> = {
  Auth: 'sale',
  PreAuth: 'preauth',
  PostAuth: 'capture',
  Void: 'void',
  Credit: 'refund',
}

const toOperation = ({ fields, extra }: Cc5Request): string => {
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
