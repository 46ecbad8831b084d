/** Whether lists count what is written: some blocks of each tenant's lists, against their rows. */
import { listsOfTenants } from '../../app/closed-lists.ts'
import type { OpenRuntime } from '../../app/open-runtime.ts'
import { examineLists } from '../../lists/upkeep/examine-lists.ts'
import { type CheckResult, ok, warn } from './check-result.ts'

/** As many may be on their way. */
const UNCOPIED_MAX = 4

export const checkLists = async ({ runtime }: OpenRuntime, isWhole: boolean): Promise<CheckResult[]> => {
  const { wrong, uncopied } = await examineLists(listsOfTenants(runtime), isWhole)
  const named = wrong.slice(0, 5).map(({ list, tenantId }) => `${list} of tenant ${tenantId}`)
  return [
    wrong.length === 0
      ? ok('lists', `${isWhole ? 'all blocks' : 'blocks that were looked at'} count what is written`)
      : warn(
          'lists',
          `blocks count other than what is written: ${named.join(', ')}`,
          'the job compare-closed-blocks begins such a list again every night; does a worker run?',
        ),
    uncopied <= UNCOPIED_MAX
      ? ok('filters of lists', 'what they ask for is copied out of closed blocks')
      : warn(
          'filters of lists',
          `${uncopied} blocks are not copied yet: filters by amount, BIN or text read all their rows`,
          'they are copied in the background, a few each second; does a worker run?',
        ),
  ]
}
