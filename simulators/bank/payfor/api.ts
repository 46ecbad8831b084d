/** POST /payfor/Gateway/XMLGate.aspx: sale, pre-authorization, capture, void, refund, order inquiry and history. */

import type { GatewayApi } from '../acquirer/api-route.ts'
import { workByOperation } from '../acquirer/work-by-operation.ts'
import { parseDecimal } from '../wire/money.ts'
import { maskCard } from '../world/cards.ts'
import { type GatewayRefusal, MANNER, refusedAnswer } from './answer.ts'
import { authenticatedWork, chargeWork } from './charge.ts'
import { txnHistory } from './history.ts'
import { orderInquiry } from './inquiry.ts'
import { operationWork } from './operation.ts'
import { type PayforRequest, readRequest } from './read-request.ts'
import { findSession } from './request-guid.ts'

export const payforApi: GatewayApi<PayforRequest, GatewayRefusal> = {
  path: '/payfor/Gateway/XMLGate.aspx',
  face: 'payfor',
  manner: MANNER,
  read: readRequest,
  describe(read, bank) {
    const { fields } = read
    const session = fields.SecureType === '3DModelPayment' ? findSession(bank, fields.RequestGuid) : undefined
    const amount = session?.amount ?? parseDecimal(fields.PurchAmount ?? '')
    const card = session?.card ?? (fields.Pan ? maskCard(fields.Pan) : undefined)
    return {
      operation: session?.operation ?? toOperation(read),
      ...(card === undefined ? {} : { card }),
      ...(amount === undefined ? {} : { amount }),
      authenticated: fields.SecureType === '3DModelPayment',
    }
  },
  work: (bank, read) =>
    workByOperation(toOperation(read), {
      charge: (operation) => chargeWork(bank, read, operation),
      operate: (operation) => operationWork(bank, read, operation),
      others: {
        authenticated: authenticatedWork(bank, read),
        status: (_effect, extra) => orderInquiry(bank, read, extra),
        history: (_effect, extra) => txnHistory(bank, read, extra),
      },
      unreadable: () => refusedAnswer(bank, read.orderId, 'bad_type'),
    }),
  refuse: refusedAnswer,
}

/** SecureType and TxnType together. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'NonSecure/Auth': 'sale',
  'NonSecure/PreAuth': 'preauth',
  'NonSecure/PostAuth': 'capture',
  'NonSecure/Void': 'void',
  'NonSecure/Refund': 'refund',
  'Inquiry/OrderInquiry': 'status',
  'Report/TxnHistory': 'history',
}

const toOperation = ({ fields: { SecureType = '', TxnType = '' } }: PayforRequest): string => {
  const name = `${SecureType}/${TxnType}`
  if (SecureType === '3DModelPayment') return 'authenticated'
  return Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name]! : 'unreadable'
}
