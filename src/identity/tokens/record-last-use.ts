/**
 * Notes when a key was last used, at most once a minute per key. The first use that a process sees is written before
 * the token is handed out, since a key that was used is changed by two people; later ones are written after the answer.
 */
import { LRUCache } from 'lru-cache'
import type { Client } from '../../access/callers/realms.ts'
import { GroupCommit } from '../../infra/database/group-commit.ts'
import { atMost } from '../../infra/process/growing-cache.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { touchClients, type Use } from './client-use-store.ts'

const NOTED_EVERY_MS = 60_000
const KEYS_MAX = 100_000

export interface LastUse {
  /** `nowMs` is real time; the stored time is the platform's. Rejects when a first use cannot be written. */
  note(client: Client, nowMs: number): Promise<void>
}

export const createLastUse = ({ db, clock, log }: Runtime): LastUse => {
  const noted = new LRUCache<string, number>(atMost(KEYS_MAX))
  const writes = new GroupCommit<Use, undefined>({
    write: async (uses) => {
      await db.batch(
        uses.map((use) => use.tenantId),
        touchClients(uses),
      )
      return uses.map(() => undefined)
    },
    partOf: (use) => db.shardOf(use.tenantId),
    keyOf: (use) => use.id,
  })
  return {
    async note({ tenantId, id }, nowMs) {
      const before = noted.get(id)
      if (before !== undefined && nowMs - before < NOTED_EVERY_MS) return
      const use = { tenantId, id, at: clock.now() }
      if (before === undefined) {
        await writes.submit(use)
        noted.set(id, nowMs)
        return
      }
      noted.set(id, nowMs)
      setImmediate(() => {
        writes.submit(use).catch((err: Error) => log.warn('client.use_not_noted', { err }))
      })
    },
  }
}
