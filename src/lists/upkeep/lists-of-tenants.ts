/** Every list of every tenant, one after the other. */
import type { Database, Tx } from '../../infra/database/database.ts'
import type { ClosedList } from '../closed-list.ts'

export interface ListsOfTenants {
  readonly db: Database
  readonly lists: readonly ClosedList[]
  /** Runs across tenants. */
  readonly tenantIds: (tx: Tx) => Promise<readonly string[]>
}

/** Until `isOver`, which is asked before each of them. */
export const eachList = async (
  { db, lists, tenantIds }: ListsOfTenants,
  work: (list: ClosedList, tenantId: string) => Promise<void>,
  isOver: () => boolean = () => false,
): Promise<void> => {
  for (const tenantId of await db.acrossTenants(tenantIds))
    for (const list of lists) {
      if (isOver()) return
      await work(list, tenantId)
    }
}
