/** /control/settlement and /control/disputes: the files of settled days, and disputes of cardholders. */
import type { FastifyInstance } from 'fastify'
import { buildReferences } from '../acquirer/references.ts'
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import { preparePostings } from '../ledger/postings.ts'
import { buildRecords } from '../settlement/day-file.ts'
import { computeChecksum, PROFILES, type Profile, writeProfile } from '../settlement/profiles.ts'
import { isWrongSum, settledDay, shownDays } from '../settlement/settled-days.ts'
import { resolveMerchant } from '../world/merchants.ts'

interface DisputeBody {
  merchant: string
  order_id: string
  amount?: number
  reverses?: boolean
}
const DISPUTE = {
  type: 'object',
  required: ['merchant', 'order_id'],
  additionalProperties: false,
  properties: {
    merchant: { type: 'string' },
    order_id: { type: 'string' },
    amount: { type: 'integer', minimum: 1 },
    reverses: { type: 'boolean' },
  },
} as const

export const controlSettlement = (server: FastifyInstance, { ledger }: Bank): void => {
  const { books } = ledger
  server.get('/control/settlement', async () => ({ files: shownDays(ledger) }))
  server.get<{
    Params: { day: string; merchant: string }
    Querystring: { currency?: string; number?: string; profile?: string }
  }>('/control/settlement/:day/:merchant', async ({ params, query }, reply) => {
    const { currency = 'TRY', number = '1', profile = 'csv' } = query
    const merchant = resolveMerchant(params.merchant)
    const settled = settledDay(ledger, { day: params.day, merchant, currency, number: Number(number) })
    if (!settled || !PROFILES.includes(profile as Profile)) return reply.code(404).send({ error: 'no such file yet' })
    const file = writeProfile(buildRecords(books, settled), profile as Profile)
    const sum = computeChecksum(isWrongSum(settled) ? Buffer.concat([file, Buffer.from('\n')]) : file)
    return reply.type('application/octet-stream').header('x-sha256', sum).send(file)
  })
  server.post<{ Body: DisputeBody }>('/control/disputes', { schema: { body: DISPUTE } }, async (request, reply) => {
    const { order_id, reverses = false } = request.body
    const merchant = resolveMerchant(request.body.merchant)
    const order = books.orders.get(toKey(merchant, order_id))
    if (!order || order.captured === 0) return reply.code(404).send({ error: 'no such charge here' })
    const amount = request.body.amount ?? order.captured - order.refunded
    const postings = preparePostings(merchant, order.currency)
    const references = buildReferences(books.movements + 1, ledger.now(), order.face)
    ledger.commit({
      kind: 'dispute',
      dispute: reverses ? 'CHARGEBACK_REVERSAL' : 'CHARGEBACK',
      merchant,
      order_id,
      amount,
      references,
      batch: books.batch,
      postings: reverses ? postings.sale(amount) : postings.refund(amount),
    })
    await ledger.durable()
    return reply.code(201).send({ merchant, order_id, amount, ...references })
  })
}
