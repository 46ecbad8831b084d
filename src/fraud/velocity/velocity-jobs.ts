/** Maintenance of the fraud surface. */
import { listTenantIds } from '../../access/callers/realm-lookup.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Job } from '../../infra/process/jobs.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { backfillDueTenants } from './backfill-velocity.ts'
import { eachTenant } from './each-tenant.ts'
import { foldDeclines, purgeEntries, purgeVolumes, tenantsWithDeclines } from './velocity-maintenance-store.ts'
import { CLOCK_SKEW_S, LONGEST_WINDOW_S } from './velocity-windows.ts'

const BATCH_ROWS = 5_000

export const fraudJobs = (runtime: Runtime): Job[] => [
  {
    name: 'fill-velocity',
    cron: '* * * * *',
    run: (signal) => backfillDueTenants(runtime, () => signal?.aborted === true),
  },
  { name: 'sum-velocity', cron: '* * * * *', run: () => sumAllDeclines(runtime) },
  { name: 'purge-velocity', cron: '27 * * * *', run: () => purgeVelocity(runtime) },
]

export const sumAllDeclines = async (runtime: Runtime): Promise<void> => {
  const tenants = await runtime.db.transaction({ as: 'platform' }, tenantsWithDeclines)
  await eachTenant(runtime, 'sum-velocity', tenants, (tenantId) =>
    inBatches(runtime, tenantId, (tx) => foldDeclines(tx, tenantId, BATCH_ROWS)),
  )
}

/** Deletes entries that are older than every window. */
const purgeVelocity = async (runtime: Runtime): Promise<void> => {
  const beforeMs = runtime.clock.ms() - (LONGEST_WINDOW_S + CLOCK_SKEW_S) * 1_000
  // A sum is kept until its last second is out of reach.
  const sumsBeforeMs = beforeMs - 3_600_000
  await eachTenant(
    runtime,
    'purge-velocity',
    await runtime.db.transaction({ as: 'platform' }, listTenantIds),
    async (tenantId) => {
      await inBatches(runtime, tenantId, (tx) => purgeEntries(tx, tenantId, beforeMs, BATCH_ROWS))
      await inBatches(runtime, tenantId, (tx) => purgeVolumes(tx, tenantId, sumsBeforeMs, BATCH_ROWS))
    },
  )
}

const inBatches = async (runtime: Runtime, tenantId: string, work: (tx: Tx) => Promise<number>): Promise<void> => {
  while ((await runtime.db.transaction({ of: tenantId }, work)) === BATCH_ROWS);
}
