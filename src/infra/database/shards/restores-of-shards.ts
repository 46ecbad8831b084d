/** Restores of all shards as one answer: each tenant is asked about on its own shard. */
import type { Database } from '../database.ts'
import type { Restores } from '../promotions/restores.ts'

export const joinRestores = (shards: readonly Restores[], db: Pick<Database, 'shardOf'>): Restores => ({
  closed: () => shards.map((shard) => shard.closed()).find((period) => period !== null) ?? null,
  askBanksFrom: (tenantId) => shards[db.shardOf(tenantId)]!.askBanksFrom(tenantId),
  askBanksAbout: (tenantId, madeMs) => shards[db.shardOf(tenantId)]!.askBanksAbout(tenantId, madeMs),
  onChange(listener) {
    const ends = shards.map((shard) => shard.onChange(listener))
    return () => {
      for (const end of ends) end()
    }
  },
})
