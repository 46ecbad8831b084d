/**
 * How many deliveries of an endpoint may be in flight and not yet recorded: two, rising to sixteen while it responds
 * within a second. A slot is free once the result is in the database, so a killed process never sends more than its
 * slots again.
 */

import { LRUCache } from 'lru-cache'
import { atMost } from '../../infra/process/growing-cache.ts'

export const INITIAL_SLOTS = 2
const SLOTS_MAX = 16
export const TENANT_SLOTS_MAX = 16
export const PROCESS_SLOTS_MAX = 64
const FAST_MS = 1_000
const ENDPOINTS_MAX = 20_000 // remembered; a forgotten one starts with two again

/**
 * Deliveries claimed beyond the slots, so that no slot waits for the database: as many as begin within this time at the
 * endpoint's pace.
 */
const PREFETCH_MS = 100
export const PREFETCH_MAX = 64
const WEIGHT = 0.1 // of the newest response in the pace

interface Pace {
  slots: number
  /** Mean response time, weighted towards the newest responses. */
  tookMs: number
}
const UNKNOWN: Pace = { slots: INITIAL_SLOTS, tookMs: FAST_MS }

export interface Slots {
  slotsFor(subscriptionId: string): number
  prefetchFor(subscriptionId: string): number
  recordResponse(subscriptionId: string, answer: { isAnswered: boolean; durationMs: number }): void
}

export const createDeliverySlots = (): Slots => {
  const paces = new LRUCache<string, Pace>(atMost(ENDPOINTS_MAX))
  const paceOf = (subscriptionId: string): Pace => paces.get(subscriptionId) ?? UNKNOWN
  return {
    slotsFor: (subscriptionId) => paceOf(subscriptionId).slots,
    prefetchFor(subscriptionId) {
      const { slots, tookMs } = paceOf(subscriptionId)
      return slots < SLOTS_MAX ? 0 : Math.min(PREFETCH_MAX, Math.floor((slots * PREFETCH_MS) / Math.max(1, tookMs)))
    },
    recordResponse(subscriptionId, { isAnswered, durationMs }) {
      const { slots, tookMs } = paceOf(subscriptionId)
      const isFast = isAnswered && durationMs <= FAST_MS
      paces.set(subscriptionId, {
        slots: isFast ? Math.min(SLOTS_MAX, slots + 1) : INITIAL_SLOTS,
        tookMs: slots === INITIAL_SLOTS ? durationMs : tookMs + WEIGHT * (durationMs - tookMs),
      })
    },
  }
}
