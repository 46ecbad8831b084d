/** Whether closed blocks count what is written: some of each tenant's lists, against their rows. */

import { listTenantIds } from '../../access/callers/realm-lookup.ts'
import { CLOSED_LISTS } from '../../app/closed-lists.ts'
import type { OpenRuntime } from '../../app/open-runtime.ts'
import { findWrongBlocks, findWrongNewBlocks } from '../../lists/blocks/compare-blocks.ts'
import { countUncopied } from '../../lists/filters/copy-blocks.ts'
import { type CheckResult, ok, warn } from './check-result.ts'

const LOOK_MS = 5_000
const NEW = 4
const ALL = 2 ** 31 - 1

export const checkClosedBlocks = async ({ runtime }: OpenRuntime, isWhole: boolean): Promise<CheckResult[]> => {
  const until = isWhole ? Infinity : performance.now() + LOOK_MS
  const isOver = () => performance.now() > until
  const wrong: string[] = []
  for (const tenantId of await runtime.db.acrossTenants(listTenantIds))
    for (const list of CLOSED_LISTS) {
      if (isOver()) break
      const { wrong: blocks } = await findWrongNewBlocks(runtime.db, list, tenantId, {
        isWhole,
        most: isWhole ? ALL : NEW,
        isOver,
      })
      const others = isWhole ? [] : await findWrongBlocks(runtime.db, list, tenantId)
      if (blocks.length + others.length > 0) wrong.push(`${list.list} of tenant ${tenantId}`)
    }
  return [
    wrong.length === 0
      ? ok('lists', `${isWhole ? 'all blocks' : 'blocks that were looked at'} count what is written`)
      : warn(
          'lists',
          `blocks count other than what is written: ${wrong.slice(0, 5).join(', ')}`,
          'the job compare-closed-blocks begins such a list again every night; does a worker run?',
        ),
    await checkCopies(runtime),
  ]
}

/** As many may be on their way. */
const UNCOPIED_MAX = 4

const checkCopies = async ({ db }: OpenRuntime['runtime']): Promise<CheckResult> => {
  let uncopied = 0
  for (const list of CLOSED_LISTS) uncopied += await db.acrossTenants((tx) => countUncopied(tx, list))
  if (uncopied <= UNCOPIED_MAX) return ok('filters of lists', 'what they ask for is copied out of closed blocks')
  return warn(
    'filters of lists',
    `${uncopied} blocks are not copied yet: filters by amount, BIN or text read all their rows`,
    'they are copied in the background, a few each second; does a worker run?',
  )
}
