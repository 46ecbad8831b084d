/** Buckets and windows that all processes share: rows of unlogged tables, decided and changed in one statement. */
import { GroupCommit } from '../../infra/group-commit.ts'
import type { Database } from '../../infra/postgres.ts'
import type { LimitStore, OrLater, Window } from './limit-store.ts'
import { countInWindow, deleteEndedWindows, findWindow, forgetWindow, takeFromBuckets } from './limit-table.ts'
import { memoryLimits } from './memory-limits.ts'
import { type BucketSize, type Taken, takenOf } from './token-bucket.ts'

const ANSWER_MS = 250 // a request does not wait longer for its limit; measured, a decision takes less than one
const AWAY_MS = 1_000 // how long the local share serves before the table is tried again
const PROCESSES = 4 // the local share is this part of a limit
const SWEEP_EVERY_MS = 60_000

interface Wanted {
  key: string
  size: BucketSize
}
interface Granted {
  isTaken: boolean
  tokens: number
}

export interface SharedLimitsOptions {
  /** The table did not answer: limits are kept by a local share for a second. */
  onAway: (error: Error) => void
  /** Tests on a busy machine wait longer. */
  answerMs?: number
}

export const sharedLimits = (db: Database, { onAway, answerMs = ANSWER_MS }: SharedLimitsOptions): LimitStore => {
  const local = memoryLimits()
  const takes = new GroupCommit<Wanted, Granted | Error>({
    // A failure is everybody's answer: nobody waits while the others of the batch are tried one by one.
    write: (jobs) => takeAll(db, jobs).catch((error: Error) => jobs.map(() => error)),
    keyOf: (job) => job.key,
    batchMax: 512,
  })
  let awayUntil = 0
  let sweptAt = 0

  const shared = async <T>(nowMs: number, ask: () => Promise<T>, alone: () => OrLater<T>): Promise<T> => {
    if (nowMs < awayUntil) return alone()
    try {
      return await inTime(ask(), answerMs)
    } catch (error) {
      awayUntil = nowMs + AWAY_MS
      onAway(error as Error)
      return alone()
    }
  }
  const sweep = (nowMs: number): void => {
    if (nowMs - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = nowMs
    db.inNoTenant(deleteEndedWindows).catch(onAway)
  }
  return {
    take: (key, size, nowMs) =>
      shared<Taken>(
        nowMs,
        async () => {
          const answer = await takes.submit({ key, size })
          if (answer instanceof Error) throw answer
          return takenOf(answer.tokens, answer.isTaken, size, nowMs)
        },
        () => ({ ...local.take(key, shareOf(size), nowMs), limit: size.ratePerSecond }),
      ),
    count(key, windowMs, nowMs) {
      sweep(nowMs)
      return shared<Window>(
        nowMs,
        () => db.inNoTenant((tx) => countInWindow(tx, key, windowMs)),
        () => local.count(key, windowMs, nowMs),
      )
    },
    look: (key, nowMs) =>
      shared<Window | null>(
        nowMs,
        () => db.inNoTenant((tx) => findWindow(tx, key)),
        () => local.look(key, nowMs),
      ),
    forget: (key) => db.inNoTenant((tx) => forgetWindow(tx, key)).catch(onAway),
  }
}

/** Calls of one key share a row of the statement; its tokens go to them in the order they came. */
const takeAll = async (db: Database, jobs: readonly Wanted[]): Promise<Granted[]> => {
  const byKey = new Map<string, Wanted[]>()
  for (const job of jobs) byKey.set(job.key, [...(byKey.get(job.key) ?? []), job])
  const asked = [...byKey].map(([key, [first, ...more]]) => ({
    key,
    ...(first as Wanted).size,
    wanted: 1 + more.length,
  }))
  const rows = await db.batch<{ key: string; tokens: number; granted: number }>([], takeFromBuckets(asked))
  const left = new Map(rows.map((row) => [row.key, { ...row }]))
  return jobs.map(({ key }) => {
    const row = left.get(key)
    if (!row) throw new Error('a bucket did not answer')
    return { isTaken: row.granted-- > 0, tokens: row.tokens }
  })
}

const shareOf = (size: BucketSize): BucketSize => ({
  ratePerSecond: size.ratePerSecond / PROCESSES,
  burst: Math.max(1, size.burst / PROCESSES),
})

const inTime = <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
