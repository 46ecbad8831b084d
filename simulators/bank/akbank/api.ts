/** POST of Akbank's one address for payments: the txnCode chooses between sale, capture, void, refund and the history of an order. */
import type { GatewayApi } from '../acquirer/api-route.ts'
import { workByOperation } from '../acquirer/work-by-operation.ts'
import { maskCard } from '../world/cards.ts'
import { MANNER, refuse, refusedAnswer } from './answer.ts'
import { chargeWork } from './charge.ts'
import { membersIn, OPERATIONS, parseAmount, textIn } from './fields.ts'
import { orderHistoryWork } from './inquiry.ts'
import { operationWork } from './operation.ts'
import { type AkbankRequest, readRequest } from './read-request.ts'
import type { GatewayRefusal } from './refusals.ts'

export const akbankApi: GatewayApi<AkbankRequest, GatewayRefusal> = {
  path: '/akbank/api/v1/payment/virtualpos/transaction/process',
  face: 'akbank',
  manner: MANNER,
  read: readRequest,
  describe({ txnCode, message }) {
    const card = textIn(membersIn(message, 'card'), 'cardNumber')
    const amount = parseAmount(membersIn(message, 'transaction').amount)
    return {
      operation: OPERATIONS[txnCode]!.operation,
      ...(card === '' ? {} : { card: maskCard(card) }),
      ...(amount === undefined ? {} : { amount }),
      authenticated: Object.hasOwn(message, 'secureTransaction'),
    }
  },
  work: (bank, read) =>
    workByOperation(OPERATIONS[read.txnCode]!.operation, {
      charge: (operation) => chargeWork(bank, read, operation),
      operate: (operation) => operationWork(bank, read, operation),
      others: { status: orderHistoryWork(bank, read) },
      unreadable: () => refusedAnswer(bank, read, { shape: 'txnCode' }),
    }),
  refuse,
}
