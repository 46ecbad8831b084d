/** What a tenant's every request needs and hardly ever changes: kept until a notice says that it changed. */
import { noticedCache } from './invalidated-cache.ts'
import type { Notices, Topic } from './notifications.ts'

export interface TenantCache<T> {
  of(tenantId: string): Promise<T>
  drop(tenantId: string): void
  close(): void
}

export interface TenantCacheOptions<T> {
  load: (tenantId: string) => Promise<T>
  notices: Notices
  /** Its text names the tenant to drop; an empty text drops all. */
  topic: Topic
}

const TENANTS_MAX = 10_000

export const tenantCache = <T>({ load, notices, topic }: TenantCacheOptions<T>): TenantCache<T> => {
  const kept = noticedCache({ entriesMax: TENANTS_MAX, hearing: notices.hearing, load })
  const stop = notices.on(topic, (tenantId) => void (tenantId === '' ? kept.clear() : kept.drop(tenantId)))
  return { of: kept.get, drop: kept.drop, close: () => void stop() }
}
