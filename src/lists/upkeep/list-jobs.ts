/**
 * Nightly and hourly maintenance of closed blocks: new ones and some random ones are compared with their rows, and
 * unused filters are deleted.
 */
import type { Job } from '../../infra/process/jobs.ts'
import type { Log } from '../../infra/process/log.ts'
import { findWrongBlocks, findWrongNewBlocks, markBlocksVerified, reopenList } from '../blocks/compare-blocks.ts'
import { findWrongCopies } from '../filters/compare-copies.ts'
import { forgetFilters } from '../filters/filter-counts.ts'
import { eachList, type ListsOfTenants } from './lists-of-tenants.ts'

/** Number of random blocks. */
const COMPARED = 8
/** Number of blocks that have not been checked before: eight million rows of a list. */
const NEW_MAX = 512

type Upkeep = ListsOfTenants & { readonly log: Log }

export const listJobs = (upkeep: Upkeep): Job[] => [
  { name: 'compare-closed-blocks', cron: '53 2 * * *', run: (signal) => compareLists(upkeep, signal) },
  {
    name: 'forget-list-filters',
    cron: '47 * * * *',
    run: () =>
      eachList(upkeep, async (list, tenantId) => {
        await upkeep.db.transaction({ of: tenantId }, (tx) => forgetFilters(tx, list, tenantId))
      }),
  },
]

/** Compares lists; one with a wrong block is closed again from its beginning. */
export const compareLists = (upkeep: Upkeep, signal?: AbortSignal): Promise<void> => {
  const { db, log } = upkeep
  const isOver = () => signal?.aborted === true
  return eachList(
    upkeep,
    async (list, tenantId) => {
      const fresh = await findWrongNewBlocks(db, list, tenantId, { isWhole: false, most: NEW_MAX, isOver })
      const { until } = fresh
      const wrong = [
        ...fresh.wrong,
        ...(await findWrongBlocks(db, list, tenantId, COMPARED)),
        ...(await findWrongCopies(db, list, tenantId, COMPARED)),
      ]
      if (wrong.length === 0) {
        if (until !== null)
          await db.transaction({ of: tenantId }, (tx) => markBlocksVerified(tx, list, tenantId, until))
        return
      }
      log.error('list.blocks_wrong', { tenant_id: tenantId, list: list.list, blocks: wrong.length })
      await reopenList(db, list, tenantId)
    },
    isOver,
  )
}
