/** Many clients that pay, and repeat under the same key until they know how it ended, through any crash. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../support/http.ts'
import { CARDS, paymentBody } from '../../support/payments.ts'
import type { Dice } from './dice.ts'
import { asLoad, type Caller } from './program.ts'
import { SHORT_SILENCE, SLOW_APPROVAL } from './slow-cards.ts'

/** One intention to pay: its key, its request, and every answer the clients took for one. */
export interface Order {
  readonly key: string
  readonly amount: number
  readonly text: string
  readonly told: Told[]
}
export interface Told {
  status: number
  text: string
  code: string | undefined
  transaction: string | undefined
  isReplay: boolean
}

export interface SwarmOptions {
  clients: number
  thinkMs: number
  /** Of its keys: two swarms of one merchant have two. */
  name?: string
  /** Cards to draw from. */
  deck?: readonly string[]
  /** Nothing dies here: a client stops at the first indefinite response. */
  stopsAtNothing?: boolean
}

export interface Swarm {
  readonly orders: Order[]
  /** Requests without a response, or with an indefinite one. */
  unanswered(): number
  /** No new orders; resolves when every client knows how its last one stands. */
  finish(): Promise<void>
}

/** Card and its share of the orders. Those whose answer takes seconds are rare: each holds its client so long. */
const MIX: readonly (readonly [card: string, share: number])[] = [
  [CARDS.success, 30],
  [CARDS.unknown, 13],
  [SLOW_APPROVAL, 15],
  [SHORT_SILENCE, 10],
  [CARDS.declined, 6],
  [CARDS.insufficient, 4],
  [CARDS.random, 10],
  [CARDS.gatewayError, 10],
  [CARDS.timeout, 2],
]
const DECK = MIX.flatMap(([card, share]) => Array<string>(share).fill(card))
const PAUSE_MS = 60 // between two tries of one order

export const startSwarm = (program: Caller, dice: Dice, options: SwarmOptions): Swarm => {
  const { name = 'chaos', deck = DECK, stopsAtNothing = false } = options
  const orders: Order[] = []
  let unanswered = 0
  let isEnding = false

  const newOrder = (): Order => {
    const amount = 100 + Math.floor(dice.draw() * 100_000)
    const more = dice.draw() < 0.2 ? { operation_type: 'pre_auth' } : {}
    const order = orderOf(`${name}-${orders.length}`, amount, dice.pick(deck), more)
    orders.push(order)
    return order
  }
  const tell = (order: Order): Promise<void> =>
    tellUntilKnown(program, order, () => ++unanswered > 0 && !stopsAtNothing)
  const client = async (): Promise<void> => {
    while (!isEnding && !(stopsAtNothing && unanswered > 0)) {
      const order = newOrder()
      const isTwice = dice.draw() < 0.15
      await Promise.all(isTwice ? [tell(order), tell(order)] : [tell(order)])
      if (dice.draw() < 0.15) await tell(order)
      await sleep(options.thinkMs * dice.draw())
    }
  }
  const clients = Array.from({ length: options.clients }, client)
  return {
    orders,
    unanswered: () => unanswered,
    async finish() {
      isEnding = true
      await Promise.all(clients)
    },
  }
}

export const orderOf = (key: string, amount: number, card: string, more: object = {}): Order => {
  const body = paymentBody({ external_id: key, amount: { amount, currency: 'TRY' }, card: { number: card }, ...more })
  return { key, amount, text: JSON.stringify(body), told: [] }
}

/** Repeats until a response is definite, or `goesOn` returns false. */
export const tellUntilKnown = async (program: Caller, order: Order, goesOn = (): boolean => true): Promise<void> => {
  for (;;) {
    const told = await pay(program, order).catch(() => undefined)
    if (told !== undefined) return void order.told.push(told)
    if (!goesOn()) return
    await sleep(PAUSE_MS)
  }
}

/** Undefined: the response is indefinite, the caller has to repeat. */
export const pay = async (program: Caller, order: Order): Promise<Told | undefined> => {
  const answer = await asLoad(program, 'POST', '/api/v1/payments', {
    body: order.text,
    headers: { 'idempotency-key': order.key, 'x-external-merchant-id': 'M-3001' },
  })
  return toldBy(answer)
}

export const toldBy = ({ status, text, body, headers }: Answer): Told | undefined => {
  const transaction = body?.transaction_id
  if (status >= 500 && transaction === undefined) return undefined
  return { status, text, code: body?.code, transaction, isReplay: headers['idempotent-replayed'] === 'true' }
}
