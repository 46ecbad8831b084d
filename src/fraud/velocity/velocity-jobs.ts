/** Maintenance of the fraud surface. */
import { tenantsOf } from '../../access/callers/realm-lookup.ts'
import type { House } from '../../infra/runtime.ts'
import type { Job } from '../../infra/process/jobs.ts'
import type { Tx } from '../../infra/database/database.ts'
import { eachTenant } from './each-tenant.ts'
import { fillDueTenants } from './backfill-velocity.ts'
import { purgeEntries, purgeVolumes, sumDeclines, tenantsWithDeclines } from './velocity-maintenance-store.ts'
import { AHEAD_S, LONGEST_WINDOW_S } from './velocity-windows.ts'

const ROWS_AT_ONCE = 5_000

export const fraudJobs = (house: House): Job[] => [
  { name: 'fill-velocity', cron: '* * * * *', run: (signal) => fillDueTenants(house, () => signal?.aborted === true) },
  { name: 'sum-velocity', cron: '* * * * *', run: () => sumAllDeclines(house) },
  { name: 'purge-velocity', cron: '27 * * * *', run: () => purgeVelocity(house) },
]

export const sumAllDeclines = async (house: House): Promise<void> => {
  const tenants = await house.db.acrossTenants(tenantsWithDeclines)
  await eachTenant(house, 'sum-velocity', tenants, (tenantId) =>
    inPages(house, tenantId, (tx) => sumDeclines(tx, tenantId, ROWS_AT_ONCE)),
  )
}

/** What no window reaches any more. */
export const purgeVelocity = async (house: House): Promise<void> => {
  const beforeMs = house.clock.ms() - (LONGEST_WINDOW_S + AHEAD_S) * 1_000
  // A sum is kept until its last second is out of reach.
  const sumsBeforeMs = beforeMs - 3_600_000
  await eachTenant(house, 'purge-velocity', await house.db.acrossTenants(tenantsOf), async (tenantId) => {
    await inPages(house, tenantId, (tx) => purgeEntries(tx, tenantId, beforeMs, ROWS_AT_ONCE))
    await inPages(house, tenantId, (tx) => purgeVolumes(tx, tenantId, sumsBeforeMs, ROWS_AT_ONCE))
  })
}

const inPages = async (house: House, tenantId: string, work: (tx: Tx) => Promise<number>): Promise<void> => {
  while ((await house.db.inTenant(tenantId, work)) === ROWS_AT_ONCE);
}
