/** Links are deleted a month after their time: until then the limits count them. */
import type { Job } from '../../infra/process/jobs.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { deleteOldLinks, tenantsWithOldLinks } from './person-link-store.ts'

const KEPT_MS = 30 * 86_400_000

export const purgeLinks = ({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Job => ({
  name: 'purge-links',
  cron: '49 3 * * *',
  async run() {
    const before = new Date(clock.ms() - KEPT_MS)
    for (const tenantId of await db.transaction({ as: 'platform' }, (tx) => tenantsWithOldLinks(tx, before)))
      await db.transaction({ of: tenantId }, (tx) => deleteOldLinks(tx, tenantId, before))
  },
})
