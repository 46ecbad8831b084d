/** Maintenance in real time: cron items run by graphile-worker, one process at a time. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger as JobLogger } from 'graphile-worker'
import type pg from 'pg'
import { Logger, parseCronItems, run, runMigrations } from './job-library.ts'
import type { Log } from './log.ts'

export interface Job {
  name: string
  /** Five cron fields in UTC, evaluated in real time. */
  cron: string
  /** `signal` fires when the process is about to end; work of minutes then stops at its next step. */
  run: (signal?: AbortSignal) => Promise<void>
}

/** Opens connections to the server, as the worker needs them. */
type OpenPool = (options: pg.PoolConfig) => pg.Pool
/** Does the same for as long as jobs run: a caller waits for a connection while the database is unavailable. */
type OpenPatientPool = (
  options: pg.PoolConfig,
  onRefused: (error: Error) => void,
) => { pool: pg.Pool; stopWaiting(): void }

const CONNECTIONS = 2
const SCHEMA = 'graphile_worker'
const RESTART_MS = 5_000

/** Runs the jobs until stopped, and restarts the runner whenever it ends; the stop waits for a job in flight. */
export const startJobs = (openPool: OpenPatientPool, jobs: readonly Job[], log: Log): { stop(): Promise<void> } => {
  const ending = new AbortController()
  const keep = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await runUntil(ending.signal, openPool, jobs, log).catch((err) => log.error('jobs.ended', { err }))
      await sleep(RESTART_MS, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
    }
  }
  const kept = keep()
  return {
    stop() {
      ending.abort()
      return kept
    },
  }
}

/** Ends cleanly when `ending` resolves, and throws if the runner gives up. */
const runUntil = async (
  ending: AbortSignal,
  openPool: OpenPatientPool,
  jobs: readonly Job[],
  log: Log,
): Promise<void> => {
  const failed = (err: Error): void => log.error('jobs.connection_failed', { err })
  const { pool, stopWaiting } = openPool({ max: CONNECTIONS + 1, application_name: 'vezne-jobs' }, failed)
  pool.on('error', failed)
  pool.on('connect', (client) => client.on('error', failed))
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const end = (): void => {
    stopWaiting()
    ask()
  }
  ending.addEventListener('abort', end)
  if (ending.aborted) end()
  try {
    const runner = await run({
      pgPool: pool,
      schema: SCHEMA,
      noHandleSignals: true,
      logger: quietLogger(log),
      taskList: Object.fromEntries(jobs.map((job) => [job.name, toTask(job)])),
      parsedCronItems: parseCronItems(jobs.map(({ name, cron }) => ({ task: name, match: cron, identifier: name }))),
      // Completions are recorded in batches of one tick: a failure to record the end of a job then ends the runner, and
      // not the process as an uncaught error.
      preset: { worker: { concurrentJobs: CONNECTIONS, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    await Promise.race([asked.then(() => runner.stop()), runner.promise])
  } finally {
    ending.removeEventListener('abort', end)
    await pool.end()
  }
}

/** A job that is due again while its last run is still in progress here is skipped; it would block the others. */
export const toTask = ({ run }: Pick<Job, 'run'>) => {
  let isRunning = false
  return async (_payload: unknown, { abortSignal }: { abortSignal?: AbortSignal | undefined }): Promise<void> => {
    if (isRunning) return
    isRunning = true
    try {
      await run(abortSignal)
    } finally {
      isRunning = false
    }
  }
}

/** Creates the worker's schema as the owner and lets the application's role use it. */
export const prepareJobs = async (owner: pg.Client, openPool: OpenPool): Promise<void> => {
  const pool = openPool({ max: 1, application_name: 'vezne-migrate' })
  const ignore = (): void => undefined // the query in flight reports the error
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  await runMigrations({ pgPool: pool, schema: SCHEMA, logger: new Logger(() => () => undefined) }).finally(() =>
    pool.end(),
  )
  const tables = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = $1 and rowsecurity
       and not exists (select from pg_policies p where p.schemaname = pg_tables.schemaname and p.tablename = pg_tables.tablename)`,
    [SCHEMA],
  )
  // The worker's tables contain jobs of the whole platform, no tenant's rows.
  for (const { name } of tables.rows)
    await owner.query(`create policy worker on ${name} to vezne_app using (true) with check (true)`)
  await owner.query(`grant usage on schema ${SCHEMA} to vezne_app`)
  await owner.query(`grant select, insert, update, delete on all tables in schema ${SCHEMA} to vezne_app`)
  await owner.query(`grant usage, select on all sequences in schema ${SCHEMA} to vezne_app`)
  await owner.query(`grant execute on all functions in schema ${SCHEMA} to vezne_app`)
}

const quietLogger = (log: Log): JobLogger =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error('jobs.failed', { message, ...(meta?.error ? { err: meta.error } : {}) })
    else if (level === 'warning') log.warn('jobs.warned', { message })
  })
