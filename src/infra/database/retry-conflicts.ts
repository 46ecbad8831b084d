/** Runs a transaction again that the server has rolled back because another one, or a migration, was in its way. */
import { isStalePlan } from './database-errors.ts'

const RETRIES_MAX = 5
/** Serialization failure and deadlock: nothing of the transaction has happened. */
const RETRYABLE = new Set(['40001', '40P01'])
/** Each ends a connection: more than a pool has. */
const STALE_MAX = 100

export const retryConflicts = async <T>(transaction: () => Promise<T>): Promise<T> => {
  for (let [conflicts, stale] = [0, 0]; ; ) {
    try {
      return await transaction()
    } catch (error) {
      if (isStalePlan(error) && ++stale <= STALE_MAX) continue
      if (!isConflict(error as ServerError) || ++conflicts >= RETRIES_MAX) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * conflicts))
    }
  }
}

interface ServerError {
  readonly code?: string
  readonly constraint?: string
}

/**
 * A row that was on its way to the partition of all other rows while its own partition was attached breaks the constraint of
 * the former, which has no name; the next attempt finds its own.
 */
const isConflict = ({ code = '', constraint }: ServerError): boolean =>
  RETRYABLE.has(code) || (code === '23514' && constraint === undefined)
