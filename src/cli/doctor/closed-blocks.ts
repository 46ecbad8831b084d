/** Whether closed blocks count what is written: some of each tenant's lists, against their rows. */

import { listTenantIds } from '../../access/callers/realm-lookup.ts'
import { CLOSED_LISTS } from '../../app/closed-lists.ts'
import type { OpenRuntime } from '../../app/open-runtime.ts'
import { findWrongBlocks } from '../../infra/database/closed-blocks/compare-blocks.ts'
import { type CheckResult, ok, warn } from './check-result.ts'

const LOOK_MS = 5_000

export const checkClosedBlocks = async ({ runtime }: OpenRuntime): Promise<CheckResult[]> => {
  const until = performance.now() + LOOK_MS
  const wrong: string[] = []
  for (const tenantId of await runtime.db.acrossTenants(listTenantIds))
    for (const list of CLOSED_LISTS) {
      if (performance.now() > until) break
      const blocks = await findWrongBlocks(runtime.db, list, tenantId)
      if (blocks.length > 0) wrong.push(`${list.list} of tenant ${tenantId}`)
    }
  if (wrong.length === 0) return [ok('lists', 'blocks that were looked at count what is written')]
  return [
    warn(
      'lists',
      `blocks count other than what is written: ${wrong.slice(0, 5).join(', ')}`,
      'the job compare-closed-blocks begins such a list anew every night; does a worker run?',
    ),
  ]
}
