/** Limits that all processes share, and the fallback while their store is unavailable: a local share, and no waiting. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BucketRequest, LimitStore, OrLater, SharedStore, Window } from './limit-store.ts'
import { createMemoryLimits } from './memory-limits.ts'
import type { BucketSize, LimitDecision } from './token-bucket.ts'

const PROBE_EVERY_MS = 250 // how often an unavailable store is probed, independent of requests
const PROCESSES = 4 // the local share is this part of a limit

interface SharedLimitsOptions {
  /** The store did not respond; called once, until {@link onBack}. */
  onAway: (error: Error) => void
  onBack: () => void
  /** A request does not wait longer for its limit. */
  answerMs: number
}

interface SharedLimits extends LimitStore {
  close(): Promise<void>
}

export const createSharedLimits = (store: SharedStore, options: SharedLimitsOptions): SharedLimits => {
  const local = createMemoryLimits()
  const answers = openAnswers(options.answerMs)
  const closing = new AbortController()
  let isAway = false

  const comeBack = async (probe: () => Promise<unknown>): Promise<void> => {
    while (!closing.signal.aborted) {
      await sleep(PROBE_EVERY_MS, undefined, { ref: false })
      if (await probe().then(...YES_OR_NO)) break
    }
    isAway = false
    if (!closing.signal.aborted) options.onBack()
  }
  const leave = (error: Error, probe: () => Promise<unknown>): void => {
    if (isAway || closing.signal.aborted) return
    isAway = true
    options.onAway(error)
    answers.giveUp(error) // waiting requests need not time out one by one
    void comeBack(probe)
  }
  const shared = async <T>(
    ask: () => Promise<T>,
    alone: () => OrLater<T>,
    probe: () => Promise<unknown>,
  ): Promise<T> => {
    if (isAway) return alone()
    try {
      return await answers.inTime(ask())
    } catch (error) {
      leave(error as Error, probe)
      return alone()
    }
  }
  return {
    take: (bucket, nowMs, below) =>
      shared<LimitDecision>(
        () => store.take(bucket, nowMs, below),
        () => ({
          ...local.take(shareOf(bucket), nowMs, below && shareOf(below)),
          limit: bucket.size.ratePerSecond,
        }),
        () => store.probe(bucket),
      ),
    count: (key, windowMs, nowMs) =>
      shared<Window>(
        () => store.count(key, windowMs, nowMs),
        () => local.count(key, windowMs, nowMs),
        () => store.look(key, nowMs),
      ),
    look: (key, nowMs) =>
      shared<Window | null>(
        () => store.look(key, nowMs),
        () => local.look(key, nowMs),
        () => store.look(key, nowMs),
      ),
    forget: (key) =>
      shared<void>(
        () => store.forget(key),
        () => local.forget(key),
        () => store.look(key, 0),
      ),
    async close() {
      closing.abort()
      await store.close()
    },
  }
}

const YES_OR_NO = [() => true, () => false] as const

const shareOf = ({ key, size }: BucketRequest): BucketRequest => ({ key, size: shareOfSize(size) })
const shareOfSize = (size: BucketSize): BucketSize => ({
  ratePerSecond: size.ratePerSecond / PROCESSES,
  burst: Math.max(1, size.burst / PROCESSES),
})

/** An answer in time, or an error: by timeout, or because another request has already failed. */
const openAnswers = (answerMs: number) => {
  const waiting = new Set<(error: Error) => void>()
  return {
    inTime: <T>(work: Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const late = (): void => reject(new Error(`no answer within ${answerMs} ms`))
        // An answer that arrived while this process was busy is read before it counts as late.
        const timer = setTimeout(() => void setImmediate(late), answerMs)
        waiting.add(reject)
        const done = (): void => {
          clearTimeout(timer)
          waiting.delete(reject)
        }
        work.then(resolve, reject).finally(done)
      }),
    giveUp(error: Error) {
      for (const reject of waiting) reject(error)
    },
  }
}
