/** Figures of the whole installation for `/metrics`: the working processes, the delay of due work, the database. Queried when they are read. */

import type { Database } from '../../infra/database/database.ts'
import { countWorkers } from '../../infra/database/processes/process-list.ts'
import type { Tls } from '../../infra/http/tls.ts'
import { figure, forget } from '../../infra/process/metrics.ts'
import { PROGRAM_VERSION } from '../../infra/process/program-version.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { readSkew } from './clock-skew.ts'
import { DATABASE_FIGURES, readDatabase, readSize } from './database-figures.ts'
import { readHost } from './host-facts.ts'
import { DUE_WORK, findDue, findDueJobs } from './late-work.ts'
import { readFailedJobs, readPlatform } from './platform-figures.ts'
import { readFollowing, readSizes, SHARD_FIGURES } from './shard-figures.ts'

const FRESH_MS = 5_000 // several readers ask the database once
const SLOW_FRESH_MS = 60_000 // what reads a row per tenant, or every file of the database
const ANSWER_MS = 3_000 // readers wait ten seconds or so; without an answer the figures are missing

const info = figure('vezne_info')
const workers = figure('vezne_workers')
const due = figure('vezne_due')
const oldestDue = figure('vezne_oldest_due_seconds')
const skew = figure('vezne_clock_skew_seconds')
const diskFree = figure('vezne_disk_free_bytes')
const diskSize = figure('vezne_disk_size_bytes')
const certificate = figure('vezne_certificate_expires_seconds')

/**
 * Returns what brings the figures up to date; it never throws and never takes longer than a reader waits. `runtime` is that of
 * the first shard, `all` reaches all of them.
 */
export const createRunningFigures = (runtime: Runtime, all: Database, tls: Tls | undefined): (() => Promise<void>) => {
  info.set({ version: PROGRAM_VERSION, role: runtime.config.role }, 1)
  const ofHost = () => setHost(runtime.config.dataDir, tls)
  const ofWork = kept(FRESH_MS, () => readWork(runtime), [workers, due, oldestDue])
  const ofDatabase = kept(
    FRESH_MS,
    () => runtime.db.transaction({ of: [], mode: 'read' }, readDatabase),
    DATABASE_FIGURES,
  )
  const ofPlatform = kept(SLOW_FRESH_MS, () => readSlow(runtime))
  const ofShards =
    all.shards.length === 1
      ? []
      : [kept(FRESH_MS, () => readFollowing(all), SHARD_FIGURES), kept(SLOW_FRESH_MS, () => readSizes(all))]
  const reads = [ofHost, ofWork, ofDatabase, ofPlatform, ...ofShards]
  return async () => void (await Promise.all(reads.map((read) => read())))
}

/** Asks again once the last answer is too old. What is stale shall be missing, not believed. */
const kept = (
  freshMs: number,
  read: () => Promise<unknown>,
  missing: readonly Parameters<typeof forget>[0][] = [],
): (() => Promise<void>) => {
  let readAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - readAt < freshMs) return
    readAt = performance.now()
    const bound = AbortSignal.timeout(ANSWER_MS)
    const late = new Promise<never>((_, reject) => bound.addEventListener('abort', () => reject(bound.reason)))
    await Promise.race([read(), late]).catch(() => {
      for (const each of missing) forget(each)
      readAt = Math.min(readAt, performance.now() - freshMs + FRESH_MS) // a fault is looked at again soon
    })
  }
}

const readWork = async (runtime: Runtime): Promise<void> => {
  const { db, clock } = runtime
  const { working, silent } = await db.transaction({ of: [] }, countWorkers)
  workers.set({ state: 'working' }, working)
  workers.set({ state: 'silent' }, silent)
  skew.set((await readSkew(db)) / 1_000)
  const now = clock.now()
  for (const work of DUE_WORK) setDue(work.work, await findDue(runtime, work, now), now.getTime())
  setDue('jobs', await db.transaction({ of: [] }, (tx) => findDueJobs(tx)), Date.now())
}

const setDue = (work: string, found: { count: number; since: Date | null }, nowMs: number): void => {
  due.set({ work }, found.count)
  oldestDue.set({ work }, found.since === null ? 0 : Math.max(0, (nowMs - found.since.getTime()) / 1_000))
}

const readSlow = async ({ db }: Runtime): Promise<void> => {
  await db.transaction({ as: 'platform', mode: 'read' }, readPlatform)
  await db.transaction({ of: [] }, readFailedJobs)
  await db.transaction({ of: [] }, readSize)
}

const setHost = async (dataDir: string, tls: Tls | undefined): Promise<void> => {
  const { disk, certificateEnds } = await readHost(dataDir, tls)
  if (certificateEnds === undefined) forget(certificate)
  else certificate.set((certificateEnds.getTime() - Date.now()) / 1_000)
  if (disk === undefined) return
  diskFree.set(disk.freeBytes)
  diskSize.set(disk.sizeBytes)
}
