/** The doctor's report about lists: which differ from their rows, and how much is not copied yet. */
import { findWrongBlocks, findWrongNewBlocks } from '../blocks/compare-blocks.ts'
import { countUncopied } from '../filters/copy-blocks.ts'
import { eachList, type ListsOfTenants } from './lists-of-tenants.ts'

const LOOK_MS = 5_000
const NEW = 4
const ALL = 2 ** 31 - 1

interface ListsExamined {
  readonly wrong: readonly { readonly list: string; readonly tenantId: string }[]
  /** Blocks in which filters by copied values are slow. */
  readonly uncopied: number
}

/** `isWhole` checks all blocks, however long that takes; otherwise new ones and some random ones. */
export const examineLists = async (upkeep: ListsOfTenants, isWhole: boolean): Promise<ListsExamined> => {
  const { db, lists } = upkeep
  const until = isWhole ? Infinity : performance.now() + LOOK_MS
  const isOver = () => performance.now() > until
  const wrong: { list: string; tenantId: string }[] = []
  const compare = { isWhole, most: isWhole ? ALL : NEW, isOver }
  await eachList(
    upkeep,
    async (list, tenantId) => {
      const { wrong: blocks } = await findWrongNewBlocks(db, list, tenantId, compare)
      const others = isWhole ? [] : await findWrongBlocks(db, list, tenantId)
      if (blocks.length + others.length > 0) wrong.push({ list: list.list, tenantId })
    },
    isOver,
  )
  let uncopied = 0
  for (const list of lists) uncopied += await db.transaction({ as: 'platform' }, (tx) => countUncopied(tx, list))
  return { wrong, uncopied }
}
