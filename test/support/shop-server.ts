/** A shop: a page with a button, a server that starts payments with 3D Secure, a page to come back to, an ear for events. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { paymentBody } from './payments.ts'
import { INIT } from './three-d.ts'
import { until } from './until.ts'
import type { Vezne } from './vezne.ts'

export interface ShopServer {
  origin: string
  /** Ids of the payments it started. */
  started: string[]
  /** What went wrong in the shop itself; its visitor sees an error page. */
  faults: string[]
  /** Types of the events it received of a payment, in the order of their sequence. */
  told(id: string): string[]
  untilTold(id: string, types: readonly string[]): Promise<void>
  close(): Promise<void>
}

const html = (response: ServerResponse, text: string): void =>
  void response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><meta charset="utf-8">${text}`)

/** `/?card=...` has the button; `&show=html` shows html_content instead of following redirect_url. */
export const openShopServer = async (vezne: Vezne): Promise<ShopServer> => {
  const events = new Map<string, { type: string; sequence: number }[]>()
  const started: string[] = []
  const faults: string[] = []
  const note = (body: string): void => {
    const { type, data } = JSON.parse(body)
    events.set(data.transaction_id, [...(events.get(data.transaction_id) ?? []), { type, sequence: data.sequence }])
  }
  const pay = async (query: URLSearchParams): Promise<Record<string, string>> => {
    const wanted = query.get('configuration')
    const answer = await vezne.request('cards', 'POST', INIT, {
      token: await vezne.token('m1'),
      headers: { 'accept-language': query.get('language') ?? 'en' },
      body: paymentBody({
        card: { number: query.get('card') },
        return_url: `${shop.origin}/back?basket=7`,
        cancel_url: `${shop.origin}/cancelled`,
        ...(wanted === null ? {} : { extra_properties: { connector_configuration_id: wanted } }),
      }),
    })
    assert.equal(answer.status, 200, answer.text)
    started.push(answer.body.transaction_id)
    return answer.body.extra_properties
  }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    switch (pathname) {
      case '/':
        return html(
          response,
          `<h1>Shop</h1><form method="post" action="/pay?${searchParams}"><button>Pay</button></form>`,
        )
      case '/pay': {
        const { redirect_url, html_content } = await pay(searchParams)
        if (searchParams.get('show') === 'html')
          return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html_content)
        return void response.writeHead(303, { location: redirect_url }).end()
      }
      case '/events':
        note(Buffer.concat(chunks).toString())
        return void response.writeHead(204).end()
      default:
        return html(response, `<h1>${pathname}</h1><p id="query">${searchParams}</p>`)
    }
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: Error) => {
      faults.push(String(error.stack))
      html(response, '<h1>Out of order</h1>')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const told = (id: string): string[] =>
    (events.get(id) ?? []).sort((a, b) => a.sequence - b.sequence).map(({ type }) => type)
  const shop: ShopServer = {
    // Another site than the platform's 127.0.0.1, as in production.
    origin: `http://localhost:${port}`,
    started,
    faults,
    told,
    untilTold: (id, types) => until(`told ${types}`, () => told(id).length >= types.length),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const subscribed = await vezne.request('cards', 'POST', '/api/v1/webhook-subscriptions', {
    token: await vezne.token('m1'),
    body: { url: `http://127.0.0.1:${port}/events`, events: ['*'] },
  })
  assert.equal(subscribed.status, 201, subscribed.text)
  return shop
}
