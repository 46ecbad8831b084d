/** Upkeep of the quota's counters: reconciled with the stored rows every night, and dropped when no limit needs them any more. */

import type { Database } from '../../infra/database/database.ts'
import type { Job } from '../../infra/process/jobs.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { listTenantIds } from '../callers/realm-lookup.ts'
import {
  type CountedTable,
  fixCounts,
  markVerified,
  measureDifferences,
  purgeCounts,
  tenantsWithUse,
} from './quota-store.ts'

const KEPT_DAYS = 62

type Comparing = Pick<Runtime, 'db' | 'clock' | 'log'>

/** `open`: a database whose statements may take as long as a day's payments. */
export const quotaJobs = (runtime: Comparing, counted: readonly CountedTable[], open: () => Database): Job[] => [
  {
    name: 'compare-quota-counts',
    cron: '23 2 * * *',
    async run() {
      const db = open()
      try {
        await compareCounts({ ...runtime, db }, counted)
      } finally {
        await db.close()
      }
    },
  },
]

export const compareCounts = async (runtime: Comparing, counted: readonly CountedTable[]): Promise<void> =>
  compareCountsOf(runtime, counted, await runtime.db.transaction({ as: 'platform' }, listTenantIds))

const compareCountsOf = async (
  runtime: Comparing,
  counted: readonly CountedTable[],
  tenantIds: readonly string[],
): Promise<void> => {
  const before = new Date(runtime.clock.ms() - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10)
  for (const tenantId of tenantIds) {
    const corrected = await runtime.db.transaction({ of: tenantId }, async (tx) => {
      await purgeCounts(tx, tenantId, before)
      const { tenants } = await measureDifferences(tx, counted, [tenantId], false)
      // A difference may be on a day that was already verified, so the whole month is counted again.
      const corrected = tenants === 0 ? 0 : await fixCounts(tx, counted, tenantId)
      await markVerified(tx, tenantId)
      return corrected
    })
    if (corrected > 0) runtime.log.warn('quota.counts_differed', { tenant_id: tenantId, periods: corrected })
  }
}

/** Counts rows written before there were counters. */
export const fillQuotaCounts = async (runtime: Runtime, counted: readonly CountedTable[]): Promise<void> =>
  compareCountsOf(
    runtime,
    counted,
    await runtime.db.transaction({ as: 'platform' }, (tx) => tenantsWithUse(tx, counted)),
  )
