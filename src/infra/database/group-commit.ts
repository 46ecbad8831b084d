/** Gathers the calls that arrive while a durable write is on its way into the next one: one fsync for many. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionError } from './database-errors.ts'

interface Waiting<Job, Result> {
  job: Job
  resolve: (result: Result) => void
  reject: (error: unknown) => void
  /** A value of performance.now() at the call. */
  since: number
}

interface GroupCommitOptions<Job, Result> {
  /** Writes all jobs, which are of one part, in one transaction and returns a result per job, in the order given. */
  write: (jobs: readonly Job[], part: number) => Promise<readonly Result[]>
  /** Rows of a batch are written in this order, so that two processes never deadlock on each other's batches. */
  keyOf: (job: Job) => string
  /** Jobs of different parts are never written together, such as those of two shards. The default is one part. */
  partOf?: (job: Job) => number
  /**
   * Number of batches of a part in flight at once. A single lane collects more calls into each write; a second lane only made the
   * batches smaller (bench/README.md).
   */
  lanes?: number
  batchMax?: number
  /**
   * How long a job is retried while the database is unavailable; its write must tolerate being repeated after a commit
   * whose response was lost.
   */
  persistMs?: number
}

/** Jobs of one part. */
interface Queue<Job, Result> {
  readonly part: number
  waiting: Waiting<Job, Result>[]
  running: number
}

const PAUSE_MS = 100 // between two attempts while the database is unavailable

export class GroupCommit<Job, Result> {
  readonly #options: Required<GroupCommitOptions<Job, Result>>
  readonly #queues: Queue<Job, Result>[] = []

  constructor(options: GroupCommitOptions<Job, Result>) {
    this.#options = { partOf: () => 0, lanes: 1, batchMax: 128, persistMs: 0, ...options }
  }

  submit(job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      const part = this.#options.partOf(job)
      this.#queues[part] ??= { part, waiting: [], running: 0 }
      const queue = this.#queues[part]
      queue.waiting.push({ job, resolve, reject, since: performance.now() })
      if (queue.running < this.#options.lanes) this.#start(queue)
    })
  }

  #start(queue: Queue<Job, Result>): void {
    queue.running++
    // Drain one microtask later, so that calls of the same tick share the batch.
    queueMicrotask(() => void this.#drain(queue))
  }

  async #drain(queue: Queue<Job, Result>): Promise<void> {
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0, this.#options.batchMax)
      await this.#writeBatch(batch, queue.part)
    }
    queue.running--
  }

  async #writeBatch(batch: Waiting<Job, Result>[], part: number): Promise<void> {
    const { keyOf } = this.#options
    batch.sort((a, b) => (keyOf(a.job) < keyOf(b.job) ? -1 : 1))
    try {
      const results = await this.#persist(batch, part)
      batch.forEach((waiting, at) => void waiting.resolve(results[at] as Result))
    } catch (error) {
      if (batch.length === 1 || isConnectionError(error)) {
        for (const waiting of batch) waiting.reject(error)
        return
      }
      // One row may have made the batch fail; the others must not fail with it.
      for (const waiting of batch) await this.#writeBatch([waiting], part)
    }
  }

  /**
   * Retries, because a restarting database is back in a second or two, and a caller with a bank's response has to store
   * it in any case.
   */
  async #persist(batch: readonly Waiting<Job, Result>[], part: number): Promise<readonly Result[]> {
    const { write, persistMs } = this.#options
    const jobs = batch.map((waiting) => waiting.job)
    const until = Math.min(...batch.map((waiting) => waiting.since)) + persistMs
    for (;;) {
      try {
        return await write(jobs, part)
      } catch (error) {
        if (!isConnectionError(error) || performance.now() >= until) throw error
        await sleep(PAUSE_MS)
      }
    }
  }
}
