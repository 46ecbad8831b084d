/**
 * A shop on node:http, which works the same with Express: create an order, pay, verify and refund. Run: node
 * node-shop.ts
 */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createVezne, formatMoney, isProblem, money } from 'vezne-sdk'
import { nodeReceiver, type VezneEvent } from 'vezne-sdk/webhooks'

const { CARDS_URL = '', AUTH_URL = '', REALM = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env

// Use one client for the life of the program: it fetches a token once and renews it.
const vezne = createVezne({
  realm: REALM,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  urls: { cards: CARDS_URL, identity: AUTH_URL },
  externalMerchantId: 'M-1001',
})

// Events are delivered at least once: remember their ids, respond quickly, work afterwards.
const seen = new Set<string>()
const received: VezneEvent[] = []
const onEvent = (event: VezneEvent): void => {
  if (seen.has(event.id)) return
  seen.add(event.id)
  switch (event.type) {
    case 'payment.completed':
      console.log(`verified: order ${event.data.external_id} is paid`)
      break
    case 'refund.completed':
      console.log(`verified: refund ${event.data.refund_id} is done`)
      break
  }
  received.push(event)
}

// The Express form is app.post('/hooks', expressReceiver({ secret, onEvent })), before app.use(express.json()).
let receive: RequestListener = (_, response) => void response.writeHead(503).end()
const server = createServer((request, response) => receive(request, response)).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo

// Run this once, not at every start: only this response contains the secret. Store it with your other secrets.
const subscription = await vezne.cards.call('POST /api/v1/webhook-subscriptions', {
  body: { url: `http://127.0.0.1:${port}/hooks`, events: ['payment.completed', 'refund.completed'] },
})
const receiver = nodeReceiver({ secret: subscription.secret, onEvent })
receive = (request, response) => void receiver(request, response)

const price = money(12_990, 'TRY')
const sale = (number: string) => ({
  external_id: 'order-1001',
  amount: price,
  installment: 1,
  card: { holder_name: 'AYSE YILMAZ', number, expire_month: '12', expire_year: '2030', cvv: '000' },
})

try {
  await vezne.payments.create(sale('4002020000000024'))
} catch (error) {
  if (!isProblem(error) || error.code !== 'bank_declined') throw error
  console.log(`declined: ${error.providerErrorCode}, trace ${error.correlationId}`)
}
const paid = await vezne.payments.create(sale('4546711234567894'))
console.log(`${paid.status}: ${formatMoney(price, 'tr-TR')}`)

const refunded = await vezne.payments.refund(paid.transaction_id, { amount: 2_990, reason_code: 'customer_request' })
console.log(`refund ${refunded.status}: ${refunded.extra_properties?.remaining_refundable} may still be refunded`)

const deadline = Date.now() + 30_000
while (received.length < 2 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50))
await vezne.cards.call('DELETE /api/v1/webhook-subscriptions/{id}', { path: { id: subscription.id } })
server.close()
