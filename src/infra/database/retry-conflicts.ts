/** Runs a transaction again that the server has rolled back because another one was in its way. */

const RETRIES_MAX = 5
/** Serialization failure and deadlock: nothing of the transaction has happened. */
const RETRYABLE = new Set(['40001', '40P01'])

export const retryConflicts = async <T>(transaction: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt >= RETRIES_MAX || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt))
    }
  }
}
