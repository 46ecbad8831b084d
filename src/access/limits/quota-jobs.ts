/** Upkeep of the quota's counters: reconciled with the stored rows every night, and dropped when no limit needs them any more. */

import type { Job } from '../../infra/process/jobs.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { listTenantIds } from '../callers/realm-lookup.ts'
import { fixCounts, isFilled, markFilled, purgeCounts, tenantsWithUse } from './quota-store.ts'

const KEPT_DAYS = 62

export const quotaJobs = (runtime: Runtime): Job[] => [
  { name: 'compare-quota-counts', cron: '23 2 * * *', run: () => compareCounts(runtime) },
]

export const compareCounts = async (runtime: Runtime): Promise<void> =>
  compareCountsOf(runtime, await runtime.db.acrossTenants(listTenantIds))

const compareCountsOf = async (runtime: Runtime, tenantIds: readonly string[]): Promise<void> => {
  const before = new Date(runtime.clock.ms() - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10)
  for (const tenantId of tenantIds) {
    const corrected = await runtime.db.inTenant(tenantId, async (tx) => {
      await purgeCounts(tx, tenantId, before)
      return fixCounts(tx, tenantId)
    })
    if (corrected > 0) runtime.log.warn('quota.counts_differed', { tenant_id: tenantId, periods: corrected })
  }
}

/** Once for a database: what was written before there were counters. */
export const fillQuotaCounts = async (runtime: Runtime): Promise<void> => {
  if (await runtime.db.acrossTenants(isFilled)) return
  await compareCountsOf(runtime, await runtime.db.acrossTenants(tenantsWithUse))
  await runtime.db.acrossTenants(markFilled)
}
