/** /control/webhooks: where a merchant of iyzico wants its notifications, and the answers to them. */
import type { FastifyInstance } from 'fastify'
import { isHttp } from '../acs/gateway-form.ts'
import type { Bank } from '../bank-parts.ts'
import { findMerchant, resolveMerchant } from '../world/merchants.ts'

/** The first try comes ten to fifteen seconds after a payment. */
const DELAY_S = 12

const BODY = {
  type: 'object',
  required: ['merchant', 'url'],
  additionalProperties: false,
  properties: {
    merchant: { type: 'string' },
    url: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    delay_s: { type: 'integer', minimum: 0, maximum: 86_400 },
  },
} as const

export const controlWebhooks = (server: FastifyInstance, { ledger }: Bank): void => {
  const { institution } = ledger.books
  server.put<{ Body: { merchant: string; url: string | null; delay_s?: number } }>(
    '/control/webhooks',
    { schema: { body: BODY } },
    async (request, reply) => {
      const { url, delay_s = DELAY_S } = request.body
      const merchant = resolveMerchant(request.body.merchant)
      if (!findMerchant('iyzico', merchant)) return reply.code(404).send({ error: 'no such merchant of iyzico' })
      if (url !== null && !isHttp(url)) return reply.code(400).send({ error: 'url is no address' })
      ledger.commit({ kind: 'webhook_wanted', merchant, url, delay_s })
      await ledger.durable()
      return { merchant, url, delay_s }
    },
  )
  server.get('/control/webhooks', async () => ({
    wanted: [...institution.wanted.values()].map(({ merchant, url, delay_s }) => ({ merchant, url, delay_s })),
    owed: [...institution.owed.values()].map(({ id, merchant, order_id, due_at, attempts, body }) => ({
      ...{ id, merchant, order_id, attempts, body },
      due_at: new Date(due_at).toISOString(),
    })),
    posted: institution.posted.map(({ id, merchant, answer, at, body }) => ({
      ...{ id, merchant, answer, body },
      at: new Date(at).toISOString(),
    })),
  }))
}
