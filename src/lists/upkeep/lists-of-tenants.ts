/** Iterates over every list of every tenant. */
import type { Database, Tx } from '../../infra/database/database.ts'
import type { ClosedList } from '../closed-list.ts'

export interface ListsOfTenants {
  readonly db: Database
  readonly lists: readonly ClosedList[]
  /** Runs across tenants. */
  readonly tenantIds: (tx: Tx) => Promise<readonly string[]>
}

/** Stops when `isOver` returns true, which is checked before each list. */
export const eachList = async (
  { db, lists, tenantIds }: ListsOfTenants,
  work: (list: ClosedList, tenantId: string) => Promise<void>,
  isOver: () => boolean = () => false,
): Promise<void> => {
  for (const tenantId of await db.transaction({ as: 'platform' }, tenantIds))
    for (const list of lists) {
      if (isOver()) return
      await work(list, tenantId)
    }
}
