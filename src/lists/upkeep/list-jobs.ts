/** Upkeep of closed blocks: new ones, and some by chance, are compared with their rows every night, and filters that nobody uses are forgotten. */
import { listTenantIds } from '../../access/callers/realm-lookup.ts'
import {
  findWrongBlocks,
  findWrongNewBlocks,
  markBlocksVerified,
  reopenList,
} from '../blocks/compare-blocks.ts'
import { findWrongCopies } from '../filters/compare-copies.ts'
import { forgetFilters } from '../filters/filter-counts.ts'
import type { Job } from '../../infra/process/jobs.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { CLOSED_LISTS } from '../../app/closed-lists.ts'

/** By chance, of all there are. */
const COMPARED = 8
/** Of those that no night has looked at: eight million rows of a list. */
const NEW_MAX = 512

export const closedBlockJobs = (runtime: Runtime): Job[] => [
  { name: 'compare-closed-blocks', cron: '53 2 * * *', run: (signal) => compareBlocks(runtime, signal) },
  { name: 'forget-list-filters', cron: '47 * * * *', run: () => forget(runtime) },
]

/** A list with a wrong block is closed again from its beginning. */
export const compareBlocks = async (runtime: Runtime, signal?: AbortSignal): Promise<void> => {
  for (const tenantId of await runtime.db.acrossTenants(listTenantIds))
    for (const list of CLOSED_LISTS) {
      if (signal?.aborted) return
      const fresh = await findWrongNewBlocks(runtime.db, list, tenantId, {
        isWhole: false,
        most: NEW_MAX,
        isOver: () => signal?.aborted === true,
      })
      const { until } = fresh
      const wrong = [
        ...fresh.wrong,
        ...(await findWrongBlocks(runtime.db, list, tenantId, COMPARED)),
        ...(await findWrongCopies(runtime.db, list, tenantId, COMPARED)),
      ]
      if (wrong.length === 0) {
        if (until !== null) await runtime.db.inTenant(tenantId, (tx) => markBlocksVerified(tx, list, tenantId, until))
        continue
      }
      runtime.log.error('list.blocks_wrong', { tenant_id: tenantId, list: list.list, blocks: wrong.length })
      await reopenList(runtime.db, list, tenantId)
    }
}

const forget = async (runtime: Runtime): Promise<void> => {
  for (const tenantId of await runtime.db.acrossTenants(listTenantIds))
    for (const list of CLOSED_LISTS) await runtime.db.inTenant(tenantId, (tx) => forgetFilters(tx, list, tenantId))
}
