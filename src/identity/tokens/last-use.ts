/** Notes when a key was last used: after the answer, and at most once a minute per key. */
import { LRUCache } from 'lru-cache'
import type { Client } from '../../access/callers/realms.ts'
import type { House } from '../../infra/house.ts'
import { touchClient } from './client-use-store.ts'

const NOTED_EVERY_MS = 60_000
const KEYS_MAX = 20_000

export interface LastUse {
  /** `nowMs`: real time; what is written is the platform's. */
  note(client: Client, nowMs: number): void
}

export const openLastUse = (house: House): LastUse => {
  const noted = new LRUCache<string, number>({ max: KEYS_MAX })
  return {
    note({ tenantId, id }, nowMs) {
      if (nowMs - (noted.get(id) ?? 0) < NOTED_EVERY_MS) return
      noted.set(id, nowMs)
      const now = house.clock.now()
      setImmediate(() => {
        house.db
          .inTenant(tenantId, (tx) => touchClient(tx, tenantId, id, now))
          .catch((error: Error) => house.log.warn('client.use_not_noted', { error: error.message }))
      })
    },
  }
}
