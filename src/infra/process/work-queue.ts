/**
 * A queue that runs one task at a time in this process, so that a flood of tasks waits and leaves capacity for
 * payments.
 */
import type { Phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'

interface WorkQueue {
  /**
   * Runs `work` when its turn comes. `whose` names the caller, if the number per caller is limited. Throws
   * service_unavailable if too many wait.
   */
  run<T>(work: () => Promise<T>, whose?: string): Promise<T>
}

interface WorkQueueLimits {
  /** Most tasks, running and waiting. */
  readonly all: number
  /** Most tasks of one caller; by default as many as the queue holds. */
  readonly each?: number
}

/** `crowded` is the message for a caller that arrives when the queue is full. */
export const createWorkQueue = ({ all, each = all }: WorkQueueLimits, crowded: Phrase): WorkQueue => {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const waitingOf = new Map<string, number>()
  const count = (whose: string, more: 1 | -1): void => {
    waiting += more
    const own = (waitingOf.get(whose) ?? 0) + more
    if (own === 0) waitingOf.delete(whose)
    else waitingOf.set(whose, own)
  }
  return {
    async run(work, whose = '') {
      if (waiting >= all || (waitingOf.get(whose) ?? 0) >= each)
        throw new Problem('service_unavailable', { detail: crowded })
      count(whose, 1)
      const mine = last.then(work)
      const done = (): void => count(whose, -1)
      last = mine.then(done, done)
      return mine
    },
  }
}
