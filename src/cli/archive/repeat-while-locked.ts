/** Parts are locked for a moment: where a long statement is in the way, or the other waits for us, once more. */
export const repeatWhileLocked = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried++)
    try {
      return await work()
    } catch (error) {
      if (tried === TRIES || !LOCKED.has((error as { code?: string }).code ?? '')) throw error
    }
}

const TRIES = 20
const LOCKED: ReadonlySet<string> = new Set(['55P03', '40P01']) // lock not available, deadlock
