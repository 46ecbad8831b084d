/** A shop of tenant-load with a server that receives its webhooks. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { Sent } from './http.ts'
import { paymentBody } from './payments.ts'
import { type Received, startReceiver } from './receiver.ts'
import { startVezne, type VezneOptions } from './vezne.ts'

export const HOOKS = '/api/v1/webhook-subscriptions'

export type HookShop = Awaited<ReturnType<typeof openHookShop>>

export const openHookShop = async (options: VezneOptions = {}) => {
  const vezne = await startVezne(options)
  const answers = { status: 200 }
  const target = await startReceiver((_, response) => void response.writeHead(answers.status).end('"tamam"'))
  const call = async (method: string, path: string, sent: Sent = {}) =>
    vezne.request('cards', method, path, { token: await vezne.token('admin', 'tenant-load'), ...sent })
  const log = async (id: string, query = '') => (await call('GET', `${HOOKS}/${id}/deliveries${query}`)).body
  return {
    vezne,
    target,
    /** The response of the shop's server from now on. */
    answers,
    call,
    log,
    async subscribe(body: object = {}): Promise<{ id: string; secret: string }> {
      return (await call('POST', HOOKS, { body: { url: `${target.origin}/hook`, events: ['*'], ...body } })).body
    },
    async pay(change: object = {}): Promise<void> {
      const headers = { 'x-external-merchant-id': 'M-3001' }
      const answer = await call('POST', '/api/v1/payments', { body: paymentBody(change), headers })
      assert.match(answer.text, /"transaction_id":"/)
    },
    async logUntil(id: string, count: number) {
      for (;;) {
        const page = await log(id)
        if (page.items.length >= count) return page
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    /** The next request the shop's server gets once `work` is begun. */
    async next(work: () => Promise<unknown>): Promise<Received> {
      const before = target.received.length
      await work()
      return (await target.until(before + 1))[before] as Received
    },
    async close(): Promise<void> {
      await vezne.stop()
      await target.close()
    },
  }
}

/** Whether a request carries the signature of this secret, by an independent verifier. */
export const isBy = (secret: string, { headers, body }: Received, name = 'x-service-signature'): boolean => {
  const mac = createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.`).update(body)
  return headers[name] === `sha256=${mac.digest('hex')}`
}
