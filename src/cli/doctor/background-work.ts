/** Doctor checks that run as the program's role: keys, and work that should have been done by now. */

import { EMPTIED, isEmptied } from '../../app/emptied-database.ts'
import type { OpenRuntime } from '../../app/open-runtime.ts'
import { DUE_WORK, type DueWork, findDue, findDueJobs } from '../../app/running/late-work.ts'
import { countKeys } from '../../infra/crypto/key-store.ts'
import { findProgress, livingProcesses, newestRotation } from '../../infra/crypto/rotation-store.ts'
import type { Database } from '../../infra/database/database.ts'
import { countWorkers, listProcesses } from '../../infra/database/processes/process-list.ts'
import { type CheckResult, fail, ok, warn } from './check-result.ts'

const LATE_MIN = 15
const ROTATION_MIN = 60

export const checkTenants = async ({ runtime }: OpenRuntime): Promise<CheckResult[]> => [
  (await isEmptied(runtime.db))
    ? fail('tenants', EMPTIED, 'restore a whole dump; this database is worth nothing')
    : ok('tenants', 'are there'),
]

export const checkKeys = async ({ runtime, kms }: OpenRuntime): Promise<CheckResult[]> => {
  const { db } = runtime
  const rotation = await db.transaction({ of: [] }, newestRotation)
  const counts = await db.transaction({ as: 'platform' }, countKeys)
  const missing = [...new Set(counts.map(({ master_key_id }) => master_key_id))].filter(
    (id) => !kms.keyIds().includes(id),
  )
  const findings: CheckResult[] = []
  if (missing.length > 0)
    findings.push(
      fail(
        'keys',
        `keys are wrapped by master keys that are not in ${kms.source}: ${missing.join(', ')}`,
        'bring them back from their copy; what they wrap cannot be read',
      ),
    )
  if (rotation && rotation.finished_at === null) {
    const { values_resealed } = await db.transaction({ as: 'platform' }, (tx) => findProgress(tx, rotation.generation))
    const says = `rotation ${rotation.generation} is under way: ${values_resealed} values`
    const isOld = Date.now() - rotation.started_at.getTime() > ROTATION_MIN * 60_000
    findings.push(
      isOld
        ? warn(
            'keys',
            `${says}, begun ${rotation.started_at.toISOString()}`,
            'vezne keys status; does a worker run (VEZNE_ROLE all or worker)?',
          )
        : ok('keys', says),
    )
  } else if (
    counts.some(({ generation }) => generation !== null && generation < (rotation?.generation ?? 0)) ||
    kms.keyIds().length > 1
  )
    findings.push(
      warn(
        'keys',
        'older keys than those in force are still there',
        'vezne keys rotate, if a new one was added; then vezne keys drop-old',
      ),
    )
  return findings.length > 0 ? findings : [ok('keys', `all open with ${kms.keyIds().join(', ')} of ${kms.source}`)]
}

const HELD_UP = 'look at it on its machine: kill -CONT if it was stopped; end it and start it again if it hangs'

export const checkProcesses = async ({ runtime }: OpenRuntime): Promise<CheckResult[]> => {
  const living = await runtime.db.transaction({ of: [] }, livingProcesses)
  if (living.length === 0) return [warn('processes', 'none runs on this database', 'npm start')]
  const held = (await runtime.db.transaction({ of: [] }, listProcesses)).filter(
    (each) => each.is_living && each.is_silent,
  )
  const names = held.map(({ host, pid, seen }) => `pid ${pid} on ${host}, silent since ${seen?.toISOString()}`)
  const running = `${living.length} run on this database`
  return [
    held.length === 0
      ? ok('processes', running)
      : warn('processes', `${running}; held up: ${names.join('; ')}`, HELD_UP),
    await checkWorkers(runtime.db),
  ]
}

const checkWorkers = async (db: Database): Promise<CheckResult> => {
  const { working, silent } = await db.transaction({ of: [] }, countWorkers)
  if (working > 0) return ok('workers', `${working} at work`)
  const lost = 'nothing is delivered, inquired, charged or mailed'
  return silent > 0
    ? fail('workers', `${silent} are held up and none is at work: ${lost}`, HELD_UP)
    : fail('workers', `none runs: ${lost}`, 'start one: VEZNE_ROLE=worker npm start, or VEZNE_ROLE=all')
}

/** This work waits for people, not for a worker. */
const UNRESOLVED = {
  work: 'unresolved operations',
  todo: 'two people decide how they ended: GET /api/v1/unresolved-operations, then propose and confirm',
  sql: 'select count(tenant_id)::int as count, min(since) as since from unresolved_operations where resolved_at is null and since < $1',
} as const satisfies DueWork

/** Work that is overdue. */
export const checkOverdueWork = async ({ runtime }: OpenRuntime): Promise<CheckResult[]> => {
  const patience = new Date(runtime.clock.ms() - LATE_MIN * 60_000)
  const findings: CheckResult[] = []
  for (const due of [...DUE_WORK, UNRESOLVED]) {
    const { count, since } = await findDue(runtime, due, patience)
    findings.push(
      count === 0
        ? ok(due.work, 'none is overdue')
        : warn(
            due.work,
            `${count} overdue for more than ${LATE_MIN} minutes, the oldest since ${since?.toISOString()}`,
            due.todo,
          ),
    )
  }
  return findings
}

export const checkJobs = async ({ runtime }: OpenRuntime): Promise<CheckResult[]> => {
  const [row] = await runtime.db.transaction({ of: [] }, (tx) =>
    tx.query<{ dead: number; locked: number; silent: string[] | null }>(
      `select (select count(*)::int from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null) as dead,
         (select count(*)::int from graphile_worker._private_jobs where locked_at < now() - interval '4 hours') as locked,
         (select array_agg(identifier) from graphile_worker._private_known_crontabs
          where coalesce(last_execution, known_since) < now() - interval '26 hours') as silent`,
    ),
  )
  const { dead, locked, silent } = row as { dead: number; locked: number; silent: string[] | null }
  const findings: CheckResult[] = []
  const late = await runtime.db.transaction({ of: [] }, (tx) => findDueJobs(tx, LATE_MIN * 60_000))
  if (late.count > 0)
    findings.push(
      warn(
        'jobs',
        `${late.count} overdue for more than ${LATE_MIN} minutes, the oldest since ${late.since?.toISOString()}`,
        'does a worker run (VEZNE_ROLE all or worker)? its log says what holds it up (jobs.failed)',
      ),
    )
  if (dead > 0)
    findings.push(warn('jobs', `${dead} gave up`, 'the log says why (jobs.failed); they run again at their next hour'))
  if (locked > 0) findings.push(warn('jobs', `${locked} are held for hours`, 'restart the worker that holds them'))
  if (silent && silent.length > 0)
    findings.push(
      warn('jobs', `not run for a day: ${silent.join(', ')}`, 'does a worker run (VEZNE_ROLE all or worker)?'),
    )
  return findings.length > 0 ? findings : [ok('jobs', 'none gave up, none is held')]
}
