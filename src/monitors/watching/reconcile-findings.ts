/** Turns the things that are seen at this moment into findings: opens new ones, keeps those that go on, ends those that are well for long enough. */
import type { Runtime } from '../../infra/runtime.ts'
import { endFinding, findOpen, insertFinding, markStillSeen, type OpenFinding } from '../findings/finding-store.ts'
import { MONITOR_KINDS, type MonitorKind, type Seen } from '../model/monitor-kinds.ts'
import { announceBegin, announceEnd } from '../telling/announce.ts'

type Needs = Pick<Runtime, 'db' | 'log'>

interface Round {
  /** Before anything was read: the clock may be moved meanwhile. */
  readonly now: Date
  /** Kinds that were read: an open finding of another kind is left unchanged. */
  readonly kinds: readonly MonitorKind[]
  readonly seen: readonly Seen[]
  /** Open findings that this round may end. */
  readonly mayEnd: (finding: OpenFinding) => boolean
  /** Counts instead of that of the kind. */
  readonly calmMs?: number
}

const keyOf = (tenantId: string, kind: string, subject: string): string => `${tenantId} ${kind} ${subject}`

/** Returns how many findings it opened or ended. */
export const reconcileFindings = async (runtime: Needs, round: Round): Promise<number> => {
  const { db } = runtime
  const { now } = round
  const open = await db.transaction({ as: 'platform', mode: 'read' }, (tx) => findOpen(tx, round.kinds))
  const openByKey = new Map(open.map((each) => [keyOf(each.tenant_id, each.kind, each.subject), each]))
  const seenByKey = new Map(round.seen.map((each) => [keyOf(each.tenantId, each.kind, each.subject), each]))

  const still = [...seenByKey].flatMap(([key, { tenantId, facts }]) => {
    const finding = openByKey.get(key)
    return finding === undefined ? [] : [{ tenantId, id: finding.id, facts }]
  })
  if (still.length > 0)
    await db.transaction({ of: still.map(({ tenantId }) => tenantId) }, (tx) => markStillSeen(tx, still, now))

  let changed = 0
  for (const [key, seen] of seenByKey) if (!openByKey.has(key) && (await begin(runtime, seen, now))) changed++
  for (const [key, finding] of openByKey)
    if (!seenByKey.has(key) && round.mayEnd(finding) && (await end(runtime, finding, now, round.calmMs))) changed++
  return changed
}

const begin = async ({ db, log }: Needs, seen: Seen, now: Date): Promise<boolean> => {
  const id = await db.transaction({ of: seen.tenantId }, async (tx) => {
    const opened = await insertFinding(tx, seen, now)
    if (opened !== null) await announceBegin(tx, { ...seen, id: opened }, now)
    return opened
  })
  if (id === null) return false
  log.warn('monitor.finding_opened', {
    tenant_id: seen.tenantId,
    finding_id: id,
    kind: seen.kind,
    subject: seen.subject,
  })
  return true
}

const end = async (
  { db, log }: Needs,
  finding: OpenFinding,
  now: Date,
  calmMs = MONITOR_KINDS[finding.kind].calmMs,
): Promise<boolean> => {
  const notSeenSince = new Date(now.getTime() - calmMs)
  if (finding.seen_at > notSeenSince) return false
  const isEnded = await db.transaction({ of: finding.tenant_id }, async (tx) => {
    if (!(await endFinding(tx, finding, now, notSeenSince))) return false
    await announceEnd(tx, finding, now)
    return true
  })
  const { tenant_id, id: finding_id, kind, subject } = finding
  if (isEnded) log.info('monitor.finding_ended', { tenant_id, finding_id, kind, subject })
  return isEnded
}
