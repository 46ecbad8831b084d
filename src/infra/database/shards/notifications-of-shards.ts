/** Notifications of all shards as one: those about a tenant are sent on its shard. */
import { isUuid } from '../../../core/id.ts'
import type { Database } from '../database.ts'
import type { Notifications } from '../notifications.ts'

export const joinNotifications = (shards: readonly Notifications[], db: Database): Notifications => {
  const of = (tenantId: string | undefined): readonly Notifications[] =>
    tenantId === undefined || !isUuid(tenantId) ? shards : [shards[db.shardOf(tenantId)]!]
  return {
    publish(topic, text = '') {
      const tenantIds = text.split(',')
      if (!tenantIds.every(isUuid)) {
        for (const shard of shards) shard.publish(topic, text)
        return
      }
      for (const [shard, own] of Map.groupBy(tenantIds, (tenantId) => db.shardOf(tenantId)))
        shards[shard]!.publish(topic, own.join(','))
    },
    subscribe(topic, listener) {
      const ends = shards.map((shard) => shard.subscribe(topic, listener))
      return () => {
        for (const end of ends) end()
      }
    },
    freshness: {
      isCurrent: (tenantId) => of(tenantId).every(({ freshness }) => freshness.isCurrent()),
      epoch: (tenantId) => of(tenantId).reduce((sum, { freshness }) => sum + freshness.epoch(), 0),
    },
    async close() {
      await Promise.all(shards.map((shard) => shard.close()))
    },
  }
}
