/** The last requests and responses, masked, for diagnosis; only in memory. */
import { maskText } from './mask.ts'

export interface KeptExchange {
  readonly at: string
  readonly path: string
  readonly merchant: string
  readonly order_id: string
  readonly operation: string
  readonly request: string
  /** Absent if there was no response. */
  readonly answer?: string
  readonly fault?: string
}

export interface Exchanges {
  keep(exchange: KeptExchange): void
  /** Returns exchanges, oldest first. */
  of(orderId: string | undefined): readonly KeptExchange[]
}

const KEPT_MAX = 5_000
const TEXT_MAX = 16 * 1024

export const createExchanges = (): Exchanges => {
  const kept: KeptExchange[] = []
  let next = 0
  return {
    keep(exchange) {
      kept[next] = { ...exchange, ...shown(exchange) }
      next = (next + 1) % KEPT_MAX
    },
    of: (orderId) =>
      [...kept.slice(next), ...kept.slice(0, next)].filter(
        ({ order_id }) => orderId === undefined || order_id === orderId,
      ),
  }
}

const shown = ({ request, answer }: KeptExchange) => ({
  request: maskText(request.slice(0, TEXT_MAX)),
  ...(answer === undefined ? {} : { answer: maskText(answer.slice(0, TEXT_MAX)) }),
})
