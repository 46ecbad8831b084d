/** Figures of the whole installation for `/metrics`: the working processes, and the delay of due work. Queried when they are read. */
import { countWorkers } from '../../infra/database/process-list.ts'
import { gauge } from '../../infra/process/metrics.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { readSkew } from './clock-skew.ts'
import { DUE_WORK, findDue, findDueJobs } from './late-work.ts'

const FRESH_MS = 5_000 // several readers ask the database once
const ANSWER_MS = 3_000 // readers wait ten seconds or so; without an answer the figures are missing

const workers = gauge('vezne_workers', 'Processes that do background work: at work, or silent although they live', [
  'state',
])
const oldestDue = gauge(
  'vezne_oldest_due_seconds',
  'Since when the oldest of what is due has been due; 0: nothing is',
  ['work'],
)
const skew = gauge('vezne_clock_skew_seconds', 'How far the clock of this process is before that of the database')

export const createRunningFigures = (runtime: Runtime): (() => Promise<void>) => {
  let readAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - readAt < FRESH_MS) return
    readAt = performance.now()
    const bound = AbortSignal.timeout(ANSWER_MS)
    const late = new Promise<never>((_, reject) => bound.addEventListener('abort', () => reject(bound.reason)))
    await Promise.race([read(runtime), late]).catch(() => {
      for (const each of [workers, oldestDue]) each.reset()
    })
  }
}

const read = async (runtime: Runtime): Promise<void> => {
  const { db, clock } = runtime
  const { working, silent } = await db.transaction({ of: [] }, countWorkers)
  workers.set({ state: 'working' }, working)
  workers.set({ state: 'silent' }, silent)
  skew.set((await readSkew(db)) / 1_000)
  const now = clock.now()
  for (const work of DUE_WORK) setAge(work.work, (await findDue(runtime, work, now)).since, now.getTime())
  setAge('jobs', (await db.transaction({ of: [] }, (tx) => findDueJobs(tx))).since, Date.now())
}

const setAge = (work: string, since: Date | null, nowMs: number): void =>
  oldestDue.set({ work }, since === null ? 0 : Math.max(0, (nowMs - since.getTime()) / 1_000))
