/** Upkeep of the quota's counters: compared with what is written every night, and dropped when no limit asks for them any more. */

import type { House } from '../../infra/runtime.ts'
import type { Job } from '../../infra/process/jobs.ts'
import { tenantsOf } from '../callers/realm-lookup.ts'
import { isFilled, mendCounts, noteFilled, purgeCounts } from './quota-store.ts'

const KEPT_DAYS = 62

export const quotaJobs = (house: House): Job[] => [
  { name: 'compare-quota-counts', cron: '23 2 * * *', run: () => compareCounts(house) },
]

export const compareCounts = async (house: House): Promise<void> => {
  const before = new Date(house.clock.ms() - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10)
  for (const tenantId of await house.db.acrossTenants(tenantsOf)) {
    const mended = await house.db.inTenant(tenantId, async (tx) => {
      await purgeCounts(tx, tenantId, before)
      return mendCounts(tx, tenantId)
    })
    if (mended > 0) house.log.warn('quota.counts_differed', { tenant_id: tenantId, periods: mended })
  }
}

/** Once for a database: what was written before there were counters. */
export const fillQuotaCounts = async (house: House): Promise<void> => {
  if (await house.db.acrossTenants(isFilled)) return
  await compareCounts(house)
  await house.db.acrossTenants(noteFilled)
}
