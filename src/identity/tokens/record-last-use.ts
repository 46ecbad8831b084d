/** Notes when a key was last used: after the answer, and at most once a minute per key. */
import { LRUCache } from 'lru-cache'
import type { Client } from '../../access/callers/realms.ts'
import { GroupCommit } from '../../infra/database/group-commit.ts'
import { atMost } from '../../infra/process/growing-cache.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { touchClients, type Use } from './client-use-store.ts'

const NOTED_EVERY_MS = 60_000
const KEYS_MAX = 100_000

export interface LastUse {
  /** `nowMs` is real time; the stored time is the platform's. */
  note(client: Client, nowMs: number): void
}

export const openLastUse = ({ db, clock, log }: Runtime): LastUse => {
  const noted = new LRUCache<string, number>(atMost(KEYS_MAX))
  const writes = new GroupCommit<Use, undefined>({
    write: async (uses) => {
      await db.batch(
        uses.map((use) => use.tenantId),
        touchClients(uses),
      )
      return uses.map(() => undefined)
    },
    keyOf: (use) => use.id,
  })
  return {
    note({ tenantId, id }, nowMs) {
      if (nowMs - (noted.get(id) ?? 0) < NOTED_EVERY_MS) return
      noted.set(id, nowMs)
      const at = clock.now()
      setImmediate(() => {
        writes.submit({ tenantId, id, at }).catch((err: Error) => log.warn('client.use_not_noted', { err }))
      })
    },
  }
}
