/** The rounds of the monitors: of the whole installation by one of the workers, and of its own machine by every process. */
import { hostname } from 'node:os'
import type { Tx } from '../../infra/database/database.ts'
import { isFirstWorker } from '../../infra/database/processes/process-list.ts'
import { startSweep } from '../../infra/process/sweep.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { HOST_KINDS, type MonitorKind, type Seen } from '../model/monitor-kinds.ts'
import { readApprovalRates } from '../reads/approval-rates.ts'
import { readDifferingBooks } from '../reads/differing-books.ts'
import { readEndingSecrets } from '../reads/ending-secrets.ts'
import { readFailingEndpoints } from '../reads/failing-endpoints.ts'
import { readLateBackups } from '../reads/late-backups.ts'
import { type HostFacts, readOwnHost } from '../reads/own-host.ts'
import { readStuckPayments, type WorkOfTenants } from '../reads/stuck-payments.ts'
import { reconcileFindings } from './reconcile-findings.ts'

const EVERY_MS = 60_000
/** A machine that is gone tells nothing any more; what was found there ends after this. */
const HOST_GONE_MS = 3_600_000

type Watching = Pick<Runtime, 'db' | 'clock' | 'log' | 'notifications'>

/** `stuckWork`: work of folders that this one may not import. */
export const startWatching = (
  runtime: Watching,
  processNo: number,
  stuckWork: readonly WorkOfTenants[],
  onChange: () => void,
) =>
  startRounds(runtime, 'monitors', async () => {
    if ((await watchIfFirst(runtime, processNo, stuckWork)) > 0) onChange()
  })

/** Several workers would count the same payments. When the first ends or hangs, the next one begins with its next round; two at once change nothing twice. */
export const watchIfFirst = async (
  runtime: Omit<Watching, 'notifications'>,
  processNo: number,
  stuckWork: readonly WorkOfTenants[],
): Promise<number> =>
  (await runtime.db.transaction({ of: [] }, (tx) => isFirstWorker(tx, processNo))) ? watch(runtime, stuckWork) : 0

export const startWatchingHost = (runtime: Watching, readHost: () => Promise<HostFacts>, onChange: () => void) =>
  startRounds(runtime, 'monitors-of-host', async () => {
    const now = runtime.clock.now()
    const platformId = (await runtime.db.transaction({ as: 'platform', mode: 'read' }, findPlatform))!
    const seen = readOwnHost(await readHost(), platformId, Date.now())
    const mayEnd = ({ subject }: { subject: string }) => subject === hostname()
    if ((await reconcileFindings(runtime, { now, kinds: HOST_KINDS, seen, mayEnd })) > 0) onChange()
  })

/** Looks once a minute, and when the clock has moved. A round that changed something is not repeated at once. */
const startRounds = (runtime: Watching, name: string, round: () => Promise<void>) =>
  startSweep({
    name,
    work: () => round().then(() => 0),
    idleMs: EVERY_MS,
    log: runtime.log,
    wokenBy: (wake) => [runtime.notifications.subscribe('clock', wake)],
  })

/** Only the first of several database servers has the platform's realm. */
const findPlatform = async (tx: Tx): Promise<string | undefined> =>
  (await tx.query<{ tenant_id: string }>("select tenant_id from realms where kind = 'master'"))[0]?.tenant_id

const readPlatformsBackups = async (tx: Tx): Promise<Seen[]> => {
  const platformId = await findPlatform(tx)
  return platformId === undefined ? [] : readLateBackups(tx, platformId)
}

type Read = { readonly kind: MonitorKind; readonly read: () => Promise<Seen[]> }

/** Returns how many findings it opened or ended. A kind that cannot be read is left unchanged, and the others go on. */
export const watch = async (
  runtime: Omit<Watching, 'notifications'>,
  stuckWork: readonly WorkOfTenants[],
): Promise<number> => {
  const { db, clock, log } = runtime
  const now = clock.now()
  const nowMs = now.getTime()
  const across = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction({ as: 'platform', mode: 'read' }, work)
  const reads: readonly Read[] = [
    { kind: 'approval_rate_dropped', read: () => readApprovalRates(runtime, nowMs) },
    { kind: 'payments_stuck', read: () => across((tx) => readStuckPayments(tx, nowMs, stuckWork)) },
    { kind: 'webhook_endpoint_failing', read: () => across((tx) => readFailingEndpoints(tx, nowMs)) },
    { kind: 'books_differ', read: () => across(readDifferingBooks) },
    { kind: 'secret_ends', read: () => across(readEndingSecrets) },
    { kind: 'backup_late', read: () => across(readPlatformsBackups) },
  ]
  const seen: Seen[] = []
  const kinds: MonitorKind[] = []
  const faults: unknown[] = []
  for (const { kind, read } of reads)
    try {
      seen.push(...(await read()))
      kinds.push(kind)
    } catch (err) {
      log.error('monitor.not_read', { kind, err })
      faults.push(err)
    }
  const mayEnd = () => true
  const changed = await reconcileFindings(runtime, { now, kinds, seen, mayEnd })
  const gone = await reconcileFindings(runtime, { now, kinds: HOST_KINDS, seen: [], mayEnd, calmMs: HOST_GONE_MS })
  if (faults.length > 0) throw faults[0] // the sweep counts it, and looks again soon
  return changed + gone
}
