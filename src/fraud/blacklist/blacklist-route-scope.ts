/** Routes of blacklist entries, and the response of one. */
import type { AuditedChange } from '../../access/endpoint.ts'
import { toWaitingView } from '../../access/waiting/waiting-schemas.ts'
import type { WaitingChange } from '../../access/waiting/waiting-store.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { EntryRow } from './blacklist-entry-store.ts'

/** Owner of the operation: the platform can use every list, a tenant only its own. */
export type BlacklistRouteScope = 'platform' | 'tenant'

export const BLACKLIST_PATHS: Readonly<Record<BlacklistRouteScope, string>> = {
  platform: '/api/v1/platform/fraud/blacklist',
  tenant: '/api/v1/fraud/blacklist',
}
export const BLACKLIST_TAGS: Readonly<Record<BlacklistRouteScope, string>> = {
  platform: 'PlatformFraudBlacklist',
  tenant: 'FraudBlacklist',
}

export const toEntryResponse = (
  { tenant_id, expires_at, created, ...row }: EntryRow,
  nowMs: number,
  waiting?: WaitingChange,
) => ({
  id: row.id,
  scope: tenant_id === null ? ('global' as const) : ('tenant' as const),
  tenant_id,
  entry_type: row.entry_type,
  display_value: row.display_value,
  reason: row.reason,
  expires_at: isoTimeOrNull(expires_at),
  is_active: expires_at === null || expires_at.getTime() > nowMs,
  created: isoTime(created),
  pending_change: waiting === undefined ? null : toWaitingView(waiting),
})

export const auditedEntryChange = (before: EntryRow | null, after: EntryRow | null, nowMs: number): AuditedChange => ({
  kind: 'blacklist_entry',
  id: (after ?? before)?.id ?? null,
  before: before && toEntryResponse(before, nowMs),
  after: after && toEntryResponse(after, nowMs),
})

export const entryNotFound = (): Problem =>
  new Problem('resource_not_found', {
    detail: phrase`There is no blacklist entry with this id here; the list shows those there are.`,
  })
