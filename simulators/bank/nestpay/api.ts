/** POST /nestpay/fim/api: sale, pre-authorization, capture, void, refund, order status and order history. */

import type { GatewayApi } from '../acquirer/api-route.ts'
import { workByOperation } from '../acquirer/work-by-operation.ts'
import { parseDecimal } from '../wire/money.ts'
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
  work: (bank, read) =>
    workByOperation(toOperation(read), {
      charge: (operation) => chargeWork(bank, read, operation),
      operate: (operation) => operationWork(bank, read, operation),
      others: {
        status: (_effect, extra) => orderStatus(bank, read, extra),
        history: (_effect, extra) => orderHistory(bank, read, extra),
      },
      unreadable: () => refusedAnswer(bank, read.orderId, 'bad_type'),
    }),
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
