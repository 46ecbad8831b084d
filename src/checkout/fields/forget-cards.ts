/** Deletes the cards of tokens that were not used in time, and sessions older than a day. */
import { listTenantIds } from '../../access/callers/realm-lookup.ts'
import type { Job } from '../../infra/process/jobs.ts'
import type { Runtime } from '../../infra/runtime.ts'
import {
  deleteFieldsSessions,
  findTenantsWithExpiredCards,
  forgetExpiredCards,
} from '../../payments/card-tokens/fields-session-store.ts'

type Upkeep = Pick<Runtime, 'db' | 'clock'>

/** A used token is called used for a day, as long as keys of payments live. */
const KEPT_MS = 24 * 3_600_000

export const fieldsJobs = (runtime: Upkeep): Job[] => [
  { name: 'card-tokens-due', cron: '* * * * *', run: () => forgetDueCards(runtime) },
  { name: 'fields-sessions-old', cron: '23 3 * * *', run: (signal) => dropOldFieldsSessions(runtime, signal) },
]

export const forgetDueCards = async ({ db, clock }: Upkeep): Promise<void> => {
  const now = clock.now()
  for (const tenantId of await db.transaction({ as: 'platform' }, (tx) => findTenantsWithExpiredCards(tx, now)))
    await db.transaction({ of: tenantId }, (tx) => forgetExpiredCards(tx, tenantId, now))
}

export const dropOldFieldsSessions = async ({ db, clock }: Upkeep, signal?: AbortSignal): Promise<void> => {
  const before = new Date(clock.ms() - KEPT_MS)
  for (const tenantId of await db.transaction({ as: 'platform' }, listTenantIds)) {
    if (signal?.aborted) return
    await db.transaction({ of: tenantId }, (tx) => deleteFieldsSessions(tx, tenantId, before))
  }
}
