/** Caches what every request of a tenant needs and what rarely changes, until a notification reports a change. */
import { createInvalidatedCache } from './invalidated-cache.ts'
import type { Notifications, Topic } from './notifications.ts'

export interface TenantCache<T> {
  of(tenantId: string): Promise<T>
  drop(tenantId: string): void
  close(): void
}

interface TenantCacheOptions<T> {
  load: (tenantId: string) => Promise<T>
  notifications: Notifications
  /** The notification's text names the tenant to drop; an empty text drops all. */
  topic: Topic
}

const TENANTS_MAX = 10_000

export const createTenantCache = <T>({ load, notifications, topic }: TenantCacheOptions<T>): TenantCache<T> => {
  const kept = createInvalidatedCache({ entriesMax: TENANTS_MAX, freshness: notifications.freshness, load })
  const stop = notifications.subscribe(topic, (tenantId) => void (tenantId === '' ? kept.clear() : kept.drop(tenantId)))
  return { of: kept.get, drop: kept.drop, close: () => void stop() }
}
