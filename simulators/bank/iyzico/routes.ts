/** Registers iyzico's addresses; each call is read, found in the ledger, and served as at every other gateway. */
import type { FastifyInstance } from 'fastify'
import { apiHandler, type GatewayApi } from '../acquirer/api-route.ts'
import type { Bank } from '../bank-parts.ts'
import { maskCard } from '../world/cards.ts'
import type { IyzicoMerchant } from '../world/merchants.ts'
import { MANNER, refusedAnswer } from './answer.ts'
import { ENDPOINTS, type Endpoint } from './endpoints.ts'
import { type Members, membersIn, parsePrice, textIn } from './fields.ts'
import { iyzicoFlow } from './flow.ts'
import { findPayment } from './operation.ts'
import { type IyzicoRequest, PREFIX, type RefusedCall, readCall } from './read-request.ts'
import { findChallenge } from './three-d.ts'

export const iyzicoRoutes = (server: FastifyInstance, bank: Bank): void => {
  for (const endpoint of ENDPOINTS)
    server.route({
      method: endpoint.method,
      url: PREFIX + endpoint.path,
      handler: (request, reply) => apiHandler(bank, toApi(bank, endpoint, request.url))(request, reply),
    })
  iyzicoFlow(server, bank)
}

const toApi = (bank: Bank, endpoint: Endpoint, url: string): GatewayApi<IyzicoRequest, RefusedCall> => ({
  path: PREFIX + endpoint.path,
  face: 'iyzico',
  manner: MANNER,
  read: (body, lenient, _bank, headers) =>
    readCall(body, lenient, headers, {
      url,
      takes: endpoint.takes,
      orderOf: (merchant, message) => toOrderId(bank, merchant, message),
    }),
  describe: (read) => describe(bank, endpoint, read),
  work: endpoint.work,
  refuse: (_bank, _orderId, { refusal, status, ...call }) => ({
    ...refusedAnswer(bank, call, { refusal }),
    ...(status === undefined ? {} : { status }),
  }),
})

/** Returns the name of the order in the ledger: that of its payment or item, else the conversation. */
const toOrderId = (bank: Bank, { id }: IyzicoMerchant, message: Members): string =>
  findPayment(bank, id, message)?.order_id ??
  findChallenge(bank, id, textIn(message, 'paymentId'))?.order_id ??
  (textIn(message, 'paymentConversationId') || textIn(message, 'conversationId'))

const describe = (bank: Bank, { operation }: Endpoint, { merchant, message }: IyzicoRequest) => {
  const session = operation === 'challenge' ? findChallenge(bank, merchant.id, textIn(message, 'paymentId')) : undefined
  const number = textIn(membersIn(message, 'paymentCard'), 'cardNumber')
  const card = number === '' ? session?.card : maskCard(number)
  const amount = session?.amount ?? parsePrice(textIn(message, 'paidPrice') || textIn(message, 'price'))
  return {
    operation: operation === 'challenge' ? (session?.operation ?? 'sale') : operation,
    ...(card === undefined ? {} : { card }),
    ...(amount === undefined ? {} : { amount }),
    authenticated: operation === 'challenge',
  }
}
