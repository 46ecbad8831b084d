/** How many deliveries an endpoint may have in flight: two, rising to sixteen while its answers come within a second. */
import { LRUCache } from 'lru-cache'

export const SLOTS_FIRST = 2
export const SLOTS_MAX = 16
export const TENANT_SLOTS_MAX = 16
export const PROCESS_SLOTS_MAX = 64
const FAST_MS = 1_000
const ENDPOINTS_MAX = 20_000 // remembered; a forgotten one starts with two again

export interface Slots {
  of(subscriptionId: string): number
  answered(subscriptionId: string, answer: { isAnswered: boolean; durationMs: number }): void
}

export const openSlots = (): Slots => {
  const known = new LRUCache<string, number>({ max: ENDPOINTS_MAX })
  const of = (subscriptionId: string): number => known.get(subscriptionId) ?? SLOTS_FIRST
  return {
    of,
    answered(subscriptionId, { isAnswered, durationMs }) {
      const isFast = isAnswered && durationMs <= FAST_MS
      known.set(subscriptionId, isFast ? Math.min(SLOTS_MAX, of(subscriptionId) + 1) : SLOTS_FIRST)
    },
  }
}
