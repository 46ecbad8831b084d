/** Buckets and windows as rows of two unlogged tables: decided and changed in one statement, by the database's own time. */

import type { Database } from '../../infra/database/database.ts'
import { GroupCommit } from '../../infra/database/group-commit.ts'
import type { BucketRequest, SharedStore, Window } from './limit-store.ts'
import {
  countInWindow,
  deleteEndedWindows,
  findWindows,
  forgetWindow,
  takeFromBuckets,
} from './postgres-limits-store.ts'
import { toDecision } from './token-bucket.ts'

const SWEEP_EVERY_MS = 60_000

/** Change that a call makes to a bucket: takes a token, only reads, or returns a token. */
type Step = 1 | 0 | -1
interface Job extends BucketRequest {
  readonly step: Step
}
interface Granted {
  readonly isTaken: boolean
  readonly tokens: number
}

export const createPostgresLimits = (db: Database): SharedStore => {
  const steps = new GroupCommit<Job, Granted | Error>({
    // A failure fails the whole batch: no caller waits while the others are retried one by one.
    write: (jobs) => stepAll(db, jobs).catch((error: Error) => jobs.map(() => error)),
    keyOf: (job) => job.key,
    batchMax: 512,
  })
  const step = async (bucket: BucketRequest, what: Step): Promise<Granted> => {
    const answer = await steps.submit({ ...bucket, step: what })
    if (answer instanceof Error) throw answer
    return answer
  }
  const looks = new GroupCommit<string, Window | null | Error>({
    write: (keys) => findWindows(db, keys).catch((error: Error) => keys.map(() => error)),
    keyOf: (key) => key,
    batchMax: 512,
  })
  let sweptAt = 0
  const sweep = (nowMs: number): void => {
    if (nowMs - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = nowMs
    db.transaction({ of: [], whileClosed: true }, deleteEndedWindows).catch(() => undefined) // a minute later again
  }
  return {
    async take(bucket, nowMs, below) {
      if (!below) {
        const { tokens, isTaken } = await step(bucket, 1)
        return toDecision({ tokens, size: bucket.size }, isTaken, nowMs)
      }
      // The key's own bucket first: a key above its own limit then never holds a token its organization needs.
      const own = await step(below, 1)
      const all = await step(bucket, own.isTaken ? 1 : 0)
      const left = own.isTaken && !all.isTaken ? await step(below, -1) : own
      const isTaken = own.isTaken && all.isTaken
      return toDecision({ tokens: all.tokens, size: bucket.size }, isTaken, nowMs, {
        tokens: left.tokens,
        size: below.size,
      })
    },
    count(key, windowMs, nowMs) {
      sweep(nowMs)
      return db.transaction({ of: [], whileClosed: true }, (tx) => countInWindow(tx, key, windowMs))
    },
    async look(key) {
      const window = await looks.submit(key)
      if (window instanceof Error) throw window
      return window
    },
    forget: (key) => db.transaction({ of: [], whileClosed: true }, (tx) => forgetWindow(tx, key)),
    probe: (bucket) => step(bucket, 0),
    close: async () => undefined, // the database is the runtime's
  }
}

/** Calls of one key share a row of the statement; they receive its tokens in order of arrival. */
const stepAll = async (db: Database, jobs: readonly Job[]): Promise<Granted[]> => {
  const asked = [...Map.groupBy(jobs, (job) => job.key)].map(([key, ofKey]) => ({
    key,
    ...(ofKey[0] as Job).size,
    wanted: ofKey.filter((job) => job.step === 1).length,
    returned: ofKey.filter((job) => job.step === -1).length,
  }))
  const rows = await db.batch<{ key: string; tokens: number; granted: number }>([], takeFromBuckets(asked))
  const left = new Map(rows.map((row) => [row.key, { ...row }]))
  return jobs.map(({ key, step }) => {
    const row = left.get(key)
    if (!row) throw new Error('a bucket did not answer')
    return { isTaken: step === 1 && row.granted-- > 0, tokens: row.tokens }
  })
}
