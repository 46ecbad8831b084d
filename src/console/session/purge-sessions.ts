/** Sessions that ran out are deleted a month later: until then they say where a person had signed in. */
import type { Job } from '../../infra/process/jobs.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { deleteOldSessions, realmsWithOldSessions } from './console-session-store.ts'

const KEPT_MS = 30 * 86_400_000

export const purgeConsoleSessions = ({ db, clock }: Runtime): Job => ({
  name: 'purge-console-sessions',
  cron: '47 3 * * *',
  async run() {
    const before = new Date(clock.ms() - KEPT_MS)
    for (const tenantId of await db.transaction({ as: 'platform' }, (tx) => realmsWithOldSessions(tx, before)))
      await db.transaction({ of: tenantId }, (tx) => deleteOldSessions(tx, tenantId, before))
  },
})
