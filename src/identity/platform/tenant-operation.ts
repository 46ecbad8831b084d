/** Shared by every change of a tenant: the row is locked, the change is in the audit log, every process is notified. */
import { type Answer, type Call, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { lockTenant, type PlannedTenant, shownTenant, tenantBody, tenantById, writeTenant } from './tenant-store.ts'

type Changed = Partial<Pick<PlannedTenant, 'status' | 'status_reason' | 'plan_id' | 'plan_assigned_at'>> &
  Partial<Pick<PlannedTenant, 'allow_non_3d' | 'preferred_three_d_flow'>>

/** `change` returns the new values. In force at the next request, here and in every other process. */
export const changeTenant = async (
  { runtime, inTxOf, params }: Pick<Call<{ id: string }>, 'runtime' | 'inTxOf' | 'params'>,
  change: (tenant: PlannedTenant, tx: Tx, now: Date) => Changed | Promise<Changed>,
): Promise<Answer> => {
  const id = params.id.toLowerCase()
  const answer = await inTxOf(id, async (tx) => {
    const now = runtime.clock.now()
    const before = requireTenant(await lockTenant(tx, id))
    await writeTenant(tx, { ...before, ...(await change(before, tx, now)), last_modified: now })
    const after = requireTenant(await tenantById(tx, id))
    return {
      ...ok(shownTenant(runtime.db, after)),
      change: { kind: 'tenant', id: after.tenant_id, before: toAuditedTenant(before), after: toAuditedTenant(after) },
    }
  })
  runtime.notifications.publish('realms', id)
  return answer
}

/** Response of a tenant, with the reason of its suspension. */
export const toAuditedTenant = (tenant: PlannedTenant) => ({
  ...tenantBody(tenant),
  status_reason: tenant.status_reason,
})

export const requireTenant = (tenant: PlannedTenant | undefined): PlannedTenant => {
  if (tenant) return tenant
  throw new Problem('resource_not_found', {
    detail: phrase`There is no tenant with this id or slug; GET /api/v1/platform/tenants lists them.`,
  })
}
