/** What the operations on blacklist entries share: whose list one is on, how it is shown, who hears of a change. */
import type { Answer, AuditedChange, Call } from '../../access/endpoint.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { asPlatform, type Tx } from '../../infra/postgres.ts'
import type { NewEntry } from './entry-schemas.ts'
import type { EntryRow } from './entry-store.ts'
import { refuseField } from './entry-value.ts'

/** Whose operation it is: the platform reaches every list, a tenant its own. */
export type Side = 'platform' | 'tenant'

export const PATHS: Readonly<Record<Side, string>> = {
  platform: '/api/v1/platform/fraud/blacklist',
  tenant: '/api/v1/fraud/blacklist',
}
export const TAGS: Readonly<Record<Side, string>> = { platform: 'PlatformFraudBlacklist', tenant: 'FraudBlacklist' }

/** The list a new entry is meant for; null: the platform's. */
export const listOfNew = (side: Side, { scope, tenant_id }: NewEntry, own: () => string): string | null => {
  if (side === 'tenant') {
    if (scope === 'global') throw notYours()
    return own()
  }
  if (scope === undefined) throw fieldProblem('scope', 'required', 'says whose entry it is: global or tenant')
  if (scope === 'global' && tenant_id !== undefined)
    refuseField('tenant_id', 'mismatch', 'must be left out: an entry of scope global counts for every tenant')
  if (scope === 'tenant' && tenant_id === undefined)
    refuseField('tenant_id', 'required', 'names the tenant of an entry of scope tenant')
  return tenant_id ?? null
}

/** One transaction on a list. It counts at the next payment, here and in every other process. */
export const changeList = async (
  { house, inTx, inTxOf }: Pick<Call, 'house' | 'inTx' | 'inTxOf'>,
  tenantId: string | null,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> => {
  const answer = await (tenantId === null ? inTx((tx) => asPlatform(tx, () => work(tx))) : inTxOf(tenantId, work))
  house.notices.tell('fraud_blacklist', tenantId ?? '')
  return answer
}

export const entryBody = ({ tenant_id, expires_at, created, ...row }: EntryRow, nowMs: number) => ({
  id: row.id,
  scope: tenant_id === null ? ('global' as const) : ('tenant' as const),
  tenant_id,
  entry_type: row.entry_type,
  display_value: row.display_value,
  reason: row.reason,
  expires_at: isoTimeOrNull(expires_at),
  is_active: expires_at === null || expires_at.getTime() > nowMs,
  created: isoTime(created),
})

export const changeOf = (before: EntryRow | null, after: EntryRow | null, nowMs: number): AuditedChange => ({
  kind: 'blacklist_entry',
  id: (after ?? before)?.id ?? null,
  before: before && entryBody(before, nowMs),
  after: after && entryBody(after, nowMs),
})

export const notYours = (): Problem =>
  new Problem('forbidden', { detail: 'Entries of scope global are the platform’s.' })

export const notFound = (): Problem =>
  new Problem('resource_not_found', {
    detail: 'There is no blacklist entry with this id here; the list shows those there are.',
  })
