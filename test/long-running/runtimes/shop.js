/** A shop as a handler of requests that keeps one client for all of them; `open(env)` makes it, the runtime serves it. */
import { createVezne, isProblem, parseMoney } from 'vezne-sdk'
import { fetchReceiver } from 'vezne-sdk/webhooks'

export const open = ({ CARDS_URL, AUTH_URL, CLIENT_ID, CLIENT_SECRET }) => {
  const vezne = createVezne({
    realm: 'tenant-demo',
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    urls: { cards: CARDS_URL, identity: AUTH_URL },
    externalMerchantId: 'M-1001',
  })
  const told = []
  let secret = ''
  const card = (number) => ({ holder_name: 'AYSE YILMAZ', number, expire_month: '12', expire_year: '2030', cvv: '000' })

  const sell = async ({ order, number }) => {
    const body = { external_id: order, amount: parseMoney('129.90', 'TRY'), installment: 1, card: card(number) }
    const paid = await vezne.payments.create(body, { idempotencyKey: `sale-${order}` })
    return { id: paid.transaction_id, status: paid.status }
  }
  const steps = {
    '/sell': sell,
    '/refund': async ({ id }) => {
      const { status } = await vezne.payments.refund(id, { amount: 2_990 })
      return { status }
    },
    '/list': async () => {
      let rows = 0
      for await (const _ of vezne.cards.each('GET /api/v1/transactions', { query: { page_size: 2 } })) rows++
      return { rows }
    },
    '/impatient': async () => {
      try {
        await vezne.cards.call('GET /api/v1/transactions', { signal: AbortSignal.abort(new Error('enough')) })
        return { ended: 'with an answer' }
      } catch (error) {
        return { ended: error.message }
      }
    },
    '/subscribe': async ({ url }) => {
      const made = await vezne.cards.call('POST /api/v1/webhook-subscriptions', {
        body: { url, events: ['payment.completed', 'refund.completed'] },
      })
      secret = made.secret
      return { id: made.id }
    },
    '/told': async () => ({ told }),
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/hooks') {
      const onEvent = (event) => void told.push(`${event.type} ${event.data.external_id}`)
      return fetchReceiver({ secret, onEvent, onError: (error) => console.error(String(error)) })(request)
    }
    try {
      return Response.json(await steps[pathname](await request.json()))
    } catch (error) {
      if (isProblem(error)) return Response.json({ code: error.code, key: error.idempotencyKey }, { status: 402 })
      return Response.json({ error: String(error?.stack ?? error) }, { status: 500 })
    }
  }
}
