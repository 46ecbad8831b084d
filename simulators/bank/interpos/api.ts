/** POST /interpos/mpi/Default.aspx by a merchant's program: sale, pre-authorization, capture, void, refund and inquiry. */
import type { GatewayApi } from '../acquirer/api-route.ts'
import { workByOperation } from '../acquirer/work-by-operation.ts'
import type { Bank } from '../bank-parts.ts'
import { parseDecimal } from '../wire/money.ts'
import { maskCard } from '../world/cards.ts'
import { MANNER, refusedAnswer } from './answer.ts'
import { chargeWork, isAuthenticated } from './charge.ts'
import { statusWork } from './inquiry.ts'
import { operationWork } from './operation.ts'
import { type InterposRequest, type ReadRefusal, readRequest } from './read-request.ts'

export const interposApi: GatewayApi<InterposRequest, ReadRefusal> = {
  path: '/interpos/mpi/Default.aspx',
  face: 'interpos',
  manner: MANNER,
  read: readRequest,
  describe(read, bank) {
    const { PurchAmount = '', Pan } = read.fields
    const amount = parseDecimal(PurchAmount)
    const card = isAuthenticated(read) ? challengedCard(bank, read) : Pan ? maskCard(Pan) : undefined
    return {
      operation: toOperation(read),
      ...(card === undefined ? {} : { card }),
      ...(amount === undefined ? {} : { amount }),
      authenticated: isAuthenticated(read),
    }
  },
  work: (bank, read) =>
    workByOperation(toOperation(read), {
      charge: (operation) => chargeWork(bank, read, operation),
      operate: (operation) => operationWork(bank, read, operation),
      others: { status: statusWork(bank, read) },
      unreadable: (_effect, extra) => refusedAnswer(bank, read.fields, 'bad_type', extra),
    }),
  refuse: (bank, _orderId, { fields, refusal }) => refusedAnswer(bank, fields, refusal),
}

const challengedCard = ({ ledger }: Bank, { fields: { MD = '' } }: InterposRequest): string | undefined =>
  ledger.books.sessions.get(MD.split(':')[1] ?? '')?.card

const OPERATIONS: Readonly<Record<string, string>> = {
  Auth: 'sale',
  PreAuth: 'preauth',
  PostAuth: 'capture',
  Void: 'void',
  Refund: 'refund',
  StatusHistory: 'status',
}

const toOperation = ({ fields: { SecureType, TxnType = '' } }: InterposRequest): string =>
  SecureType === 'NonSecure' && Object.hasOwn(OPERATIONS, TxnType) ? OPERATIONS[TxnType]! : 'unreadable'
