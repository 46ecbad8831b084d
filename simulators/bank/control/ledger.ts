/** /control/orders, /control/journal, /control/balances, /control/requests, /control/verdict: the true ledger, for comparisons. */
import type { FastifyInstance } from 'fastify'
import { bringUpToDate } from '../acquirer/bank-day.ts'
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { Entry } from '../ledger/facts.ts'
import { type Order, sumNet, toOrderState } from '../ledger/order.ts'
import { resolveMerchant } from '../world/merchants.ts'

const PAGE_MAX = 100_000
const PAGE = 10_000

const iso = (ms: number): string => new Date(ms).toISOString()

export const controlLedger = (server: FastifyInstance, bank: Bank): void => {
  const { ledger, exchanges } = bank
  const { books } = ledger
  server.addHook('onRequest', async () => {
    bringUpToDate(ledger)
    await ledger.durable()
  })
  server.get<{ Querystring: { merchant?: string; after?: string; limit?: string } }>(
    '/control/orders',
    async ({ query }) => {
      const after = Number(query.after ?? 0)
      const limit = Math.min(Number(query.limit ?? PAGE), PAGE_MAX)
      const wanted = query.merchant && resolveMerchant(query.merchant)
      const chosen = [...books.orders.values()].filter(({ merchant }) => !wanted || merchant === wanted)
      const page = chosen.slice(after, after + limit)
      const next = after + page.length
      return { orders: page.map(shownOrder), next: next < chosen.length ? next : null, sums: sumsOf(chosen) }
    },
  )
  server.get<{ Params: { merchant: string; orderId: string } }>(
    '/control/orders/:merchant/:orderId',
    async ({ params: { merchant: named, orderId } }, reply) => {
      const merchant = resolveMerchant(named)
      const key = toKey(merchant, orderId)
      const order = books.orders.get(key)
      const tombstone = books.tombstones.get(key)
      if (!order && !tombstone) return reply.code(404).send({ error: 'not known here' })
      const shown = order ? shownOrder(order) : { merchant, order_id: orderId, state: 'tombstone', net: 0 }
      return { ...shown, tombstone_at: tombstone ? iso(tombstone.at) : null }
    },
  )
  server.get<{ Querystring: { from?: string; limit?: string } }>('/control/journal', async ({ query }) => {
    const from = Math.max(1, Number(query.from ?? 1))
    const entries = await ledger.entries(from, Math.min(Number(query.limit ?? PAGE), PAGE_MAX))
    return { entries: entries.map(shownEntry), count: books.count }
  })
  server.get('/control/balances', async () => ({
    balances: Object.fromEntries(books.balances),
    sum: [...books.balances.values()].reduce((sum, minor) => sum + minor, 0),
  }))
  server.get<{ Querystring: { orderId?: string } }>('/control/requests', async ({ query }) => ({
    requests: exchanges.of(query.orderId),
  }))
  server.get('/control/verdict', async () => ({
    violations: Object.fromEntries(books.violations),
    total: [...books.violations.values()].reduce((sum, count) => sum + count, 0),
  }))
}

/** A customer's signing key is never shown. */
const shownEntry = ({ at, ...entry }: Entry) => ({
  ...entry,
  ...('secret_key' in entry ? { secret_key: '***' } : {}),
  at: iso(at),
})

const shownOrder = (order: Order) => ({
  face: order.face,
  merchant: order.merchant,
  order_id: order.order_id,
  operation: order.operation,
  state: toOrderState(order),
  amount: order.amount,
  currency: order.currency,
  installments: order.installments,
  card: order.card,
  code: order.code,
  held: order.held,
  captured: order.captured,
  refunded: order.refunded,
  refunding: order.refunding,
  net: sumNet(order),
  three_d: order.session !== undefined,
  at: iso(order.at),
  ...order.references,
  movements: order.movements.map(({ operation, at, amount, code, booked, references, batch, due_at }) => ({
    operation,
    at: iso(at),
    amount,
    code,
    booked,
    ...references,
    batch,
    ...(due_at === undefined ? {} : { due_at: iso(due_at) }),
  })),
})

/** Sums per merchant and currency. */
const sumsOf = (orders: readonly Order[]) => {
  const sums = new Map<
    string,
    { merchant: string; currency: string; count: number; held: number; captured: number; refunded: number; net: number }
  >()
  for (const order of orders) {
    const key = `${order.merchant}/${order.currency}`
    const sum = sums.get(key) ?? {
      merchant: order.merchant,
      currency: order.currency,
      count: 0,
      held: 0,
      captured: 0,
      refunded: 0,
      net: 0,
    }
    sums.set(key, {
      ...sum,
      count: sum.count + 1,
      held: sum.held + order.held,
      captured: sum.captured + order.captured,
      refunded: sum.refunded + order.refunded,
      net: sum.net + sumNet(order),
    })
  }
  return [...sums.values()]
}
