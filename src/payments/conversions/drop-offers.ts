/** Deletes offers of yesterday: answered, expired, or of calls that repeated a key and created no payment. */
import { listTenantIds } from '../../access/callers/realm-lookup.ts'
import { KEY_LIFE_MS } from '../../access/idempotency/idempotency-key.ts'
import type { Job } from '../../infra/process/jobs.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { deleteOffers } from '../model/conversion-store.ts'

type Upkeep = Pick<Runtime, 'db' | 'clock'>

export const offerJobs = (runtime: Upkeep): Job[] => [
  { name: 'conversion-offers-old', cron: '43 3 * * *', run: (signal) => dropOldOffers(runtime, signal) },
]

/** The key of an answer lives a day, counted from the answer, which comes some minutes after the offer. */
const KEPT_MS = 2 * KEY_LIFE_MS

export const dropOldOffers = async ({ db, clock }: Upkeep, signal?: AbortSignal): Promise<void> => {
  const before = new Date(clock.ms() - KEPT_MS)
  for (const tenantId of await db.transaction({ as: 'platform' }, listTenantIds)) {
    if (signal?.aborted) return
    await db.transaction({ of: tenantId }, (tx) => deleteOffers(tx, tenantId, before))
  }
}
