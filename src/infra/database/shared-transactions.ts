/**
 * Combines changes of one tenant that arrive while another is being committed into one transaction, with one turn at
 * what they all have to lock. A transaction holds the head of its tenant's audit chain until its commit is on disk, so
 * without this a tenant could create only one checkout session per commit. Only changes that insert new, unknown rows
 * may share a transaction: a change that locks existing rows could deadlock with another.
 */
import type { Database, Tx } from './database.ts'
import { GroupCommit } from './group-commit.ts'

/**
 * Statements of a change run concurrently with those of the others. It may lock only rows that belong to its key, and
 * only with its first statements: these are sent in the order of the keys, so that two processes never deadlock.
 */
interface Change<T> {
  /** Changes with the same key run one after another. Null means that the change only inserts new rows. */
  readonly key: string | null
  /** Run again in a separate transaction if another change fails. */
  readonly work: (tx: Tx) => Promise<T>
}

export type ShareTransaction<Any> = <T extends Any>(tenantId: string, change: Change<T>) => Promise<T>

/** `conclude` runs the last statements of each transaction, for all its changes. */
export const createSharedTransactions = <Any>(
  db: Pick<Database, 'transaction'>,
  conclude?: (tx: Tx, results: readonly Any[]) => Promise<void>,
): ShareTransaction<Any> => {
  const queues = new Map<string, { commits: GroupCommit<Change<Any>, Any>; waiting: number }>()
  // A single queue for all tenants would let one tenant wait for the locks of another.
  const openQueue = (tenantId: string) => ({
    waiting: 0,
    commits: new GroupCommit<Change<Any>, Any>({
      write: (changes) =>
        db.transaction({ of: tenantId }, async (tx) => {
          const results = await carryOut(tx, changes)
          await conclude?.(tx, results)
          return results
        }),
      keyOf: ({ key }) => key ?? '',
    }),
  })
  return async <T extends Any>(tenantId: string, change: Change<T>) => {
    const queue = queues.get(tenantId) ?? openQueue(tenantId)
    queues.set(tenantId, queue)
    queue.waiting++
    try {
      return (await queue.commits.submit(change)) as T
    } finally {
      if (--queue.waiting === 0) queues.delete(tenantId)
    }
  }
}

/** Waits for all changes, even if one fails: nothing may be sent once the transaction has ended. */
const carryOut = async <T>(tx: Tx, changes: readonly Change<T>[]): Promise<T[]> => {
  const latest = new Map<string, Promise<T>>()
  const running = changes.map(({ key, work }) => {
    const before = key === null ? undefined : latest.get(key)
    const result = before === undefined ? work(tx) : before.then(() => work(tx))
    if (key !== null) latest.set(key, result)
    return result
  })
  const ended = await Promise.allSettled(running)
  const failed = ended.find((each) => each.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return ended.map((each) => (each as PromiseFulfilledResult<T>).value)
}
