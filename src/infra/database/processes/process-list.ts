/**
 * The processes that run or ran on this database: recorded when they start and stop, and compared with their advisory
 * locks.
 */
import type { Tx } from '../database.ts'
import { rawSql, sql } from '../statements/sql.ts'
import { insertInto, type Row } from '../statements/write-rows.ts'
import { LIVING_HERE } from './process-registry.ts'
import { RELEASE_STEPS } from './release-steps.ts'

const KEPT_DAYS = 30
const LISTED_MAX = 200
const SILENT = `seen < clock_timestamp() - interval '30 seconds'` // six missed signs of life
const LIVING_WORKERS = `processes where runs_jobs and ended is null and process_no in (${LIVING_HERE})`

export interface StartedProcess {
  readonly processNo: number
  readonly host: string
  readonly pid: number
  readonly version: string
  readonly servesRequests: boolean
  readonly runsJobs: boolean
  /** Null for a process whose metrics are with the one that started it. */
  readonly metricsUrl: string | null
}

export interface ProcessRow extends Row<'processes'> {
  is_living: boolean
  /** Time of the last sign of life; null if the process's release gives none. */
  seen: Date | null
  /** The process is alive but has given no sign of life for too long, so it is blocked. */
  is_silent: boolean
}

/** Records the start. Also records the end of processes that died without one, and deletes old entries. */
export const noteStart = async (tx: Tx, started: StartedProcess): Promise<void> => {
  await tx.execute(
    insertInto(
      'processes',
      {
        process_no: started.processNo,
        host: started.host,
        pid: started.pid,
        version: started.version,
        serves_requests: started.servesRequests,
        runs_jobs: started.runsJobs,
        metrics_url: started.metricsUrl,
        known_steps: RELEASE_STEPS.slice(),
        seen: sql`clock_timestamp()`,
      },
      sql`on conflict (process_no) do update set host = excluded.host, pid = excluded.pid, version = excluded.version,
       serves_requests = excluded.serves_requests, runs_jobs = excluded.runs_jobs, metrics_url = excluded.metrics_url, known_steps = excluded.known_steps, started = excluded.started, seen = excluded.seen, ended = null, is_stopped = false`,
    ),
  )
  await tx.execute(
    `update processes set ended = clock_timestamp() where ended is null and process_no not in (${LIVING_HERE})`,
  )
  await tx.execute(
    `delete from processes where ended < clock_timestamp() - interval '${KEPT_DAYS} days' and process_no not in (${LIVING_HERE})`,
  )
}

/** Records a sign of life; a database that was restored under the process gets its row back. */
export const noteSeen = async (tx: Tx, started: StartedProcess): Promise<void> => {
  const noted = await tx.execute(
    sql`update processes set seen = clock_timestamp() where process_no = ${started.processNo}`,
  )
  if (noted === 0) await noteStart(tx, started)
}

export const noteStop = (tx: Tx, processNo: number): Promise<number> =>
  tx.execute(sql`update processes set ended = clock_timestamp(), is_stopped = true where process_no = ${processNo}`)

/**
 * Returns whether no other process that came to this database earlier still runs and answers requests, or has not yet
 * said whether it does.
 */
export const isFirst = async (tx: Tx, processNo: number): Promise<boolean> => {
  const older = await tx.query(
    sql`select 1 from (${rawSql(LIVING_HERE)}) living (process_no) where process_no < ${processNo}
       and not exists (select from processes p where p.process_no = living.process_no and not p.serves_requests) limit 1`,
  )
  return older.length === 0
}

/** Returns the processes of the last 30 days, newest first. */
export const listProcesses = (tx: Tx): Promise<ProcessRow[]> =>
  tx.query<ProcessRow>(
    `select p.*, p.process_no in (${LIVING_HERE}) as is_living, coalesce(${SILENT}, false) as is_silent from processes p order by p.process_no desc limit ${LISTED_MAX}`,
  )

/**
 * Counts the living processes that do background work: those that gave a sign of life recently, and those that are
 * blocked.
 */
export const countWorkers = async (tx: Tx): Promise<{ working: number; silent: number }> =>
  (
    await tx.query<{ working: number; silent: number }>(
      `select count(*) filter (where not coalesce(${SILENT}, false))::int as working, count(*) filter (where ${SILENT})::int as silent
         from ${LIVING_WORKERS}`,
    )
  )[0]!

/** Returns whether no worker that came to this database earlier is at work, so that this one does the work that is done once for all. */
export const isFirstWorker = async (tx: Tx, processNo: number): Promise<boolean> => {
  const earlier = await tx.query(
    sql`select 1 from ${rawSql(LIVING_WORKERS)} and process_no < ${processNo} and not coalesce(${rawSql(SILENT)}, false) limit 1`,
  )
  return earlier.length === 0
}
