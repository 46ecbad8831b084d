/**
 * A shop as a request handler, as Next, Hono, Deno, Bun and workers use it: create an order, pay, verify and refund.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createVezne, isProblem, parseMoney } from 'vezne-sdk'
import { fetchReceiver, type VezneEvent } from 'vezne-sdk/webhooks'

const { CARDS_URL = '', AUTH_URL = '', REALM = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env
const vezne = createVezne({
  realm: REALM,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  urls: { cards: CARDS_URL, identity: AUTH_URL },
  externalMerchantId: 'M-1001',
})

const orders = new Map<string, 'paid' | 'refunded'>()
const onEvent = (event: VezneEvent): void => {
  if (event.type === 'payment.completed' && event.data.external_id !== null) orders.set(event.data.external_id, 'paid')
  if (event.type === 'refund.completed' && event.data.external_id !== null)
    orders.set(event.data.external_id, 'refunded')
}

/** In Next this is the POST of a route handler; in Hono `app.post('/orders', (c) => sell(c.req.raw))`. */
const sell = async (request: Request): Promise<Response> => {
  const { order, price, card } = (await request.json()) as { order: string; price: string; card: string }
  try {
    const paid = await vezne.payments.create(
      {
        external_id: order,
        amount: parseMoney(price, 'TRY'),
        installment: 1,
        card: { holder_name: 'AYSE YILMAZ', number: card, expire_month: '12', expire_year: '2030', cvv: '000' },
      },
      // A shopper who clicks twice pays once.
      { idempotencyKey: `sale-${order}` },
    )
    return Response.json({ id: paid.transaction_id, status: paid.status })
  } catch (error) {
    if (isProblem(error) && error.status === 422) return Response.json({ declined: error.code }, { status: 402 })
    throw error
  }
}

let hooks = async (_request: Request): Promise<Response> => new Response(null, { status: 503 })
const handle = (request: Request): Promise<Response> =>
  new URL(request.url).pathname === '/hooks' ? hooks(request) : sell(request)

/** Next and Hono do this themselves. */
const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = Buffer.concat(await request.toArray())
  const answer = await handle(
    new Request(`http://localhost${request.url}`, {
      method: request.method ?? 'POST',
      headers: request.headers as Record<string, string>,
      body,
    }),
  )
  response.writeHead(answer.status).end(await answer.text())
}
const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const subscription = await vezne.cards.call('POST /api/v1/webhook-subscriptions', {
  body: { url: `${address}/hooks`, events: ['payment.completed', 'refund.completed'] },
})
// In Next, as a route handler: export const POST = fetchReceiver({ secret, onEvent }).
hooks = fetchReceiver({ secret: subscription.secret, onEvent })

const order = async (card: string): Promise<{ status: number; body: Record<string, string> }> => {
  const answer = await fetch(`${address}/orders`, {
    method: 'POST',
    body: JSON.stringify({ order: `order-${card.slice(-4)}`, price: '129.90', card }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}
const until = async (state: 'paid' | 'refunded'): Promise<void> => {
  const deadline = Date.now() + 30_000
  while (orders.get('order-7894') !== state && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50))
  console.log(`verified: order-7894 is ${orders.get('order-7894')}`)
}

console.log(`declined: ${(await order('4002020000000024')).body.declined}`)
const paid = await order('4546711234567894')
const again = await order('4546711234567894')
console.log(`${paid.body.status}, once: ${paid.body.id === again.body.id}`)
await until('paid')
await vezne.payments.refund(paid.body.id ?? '')
await until('refunded')
await vezne.cards.call('DELETE /api/v1/webhook-subscriptions/{id}', { path: { id: subscription.id } })
server.close()
