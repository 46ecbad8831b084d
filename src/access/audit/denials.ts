/** Records every denied access before the response; refusals above a tenant's share are counted in one entry. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../core/problem.ts'
import { GroupCommit } from '../../infra/database/group-commit.ts'
import { every } from '../../infra/process/every.ts'
import { counter } from '../../infra/process/metrics.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { appendAudit } from './append-audit.ts'
import type { NewEntry } from './audit-entry.ts'

/** The caller that was refused. */
export interface DeniedCaller {
  readonly tenantId: string
  readonly realm: string
  /** Null when the actor is not known, or when the claimed value does not have the form of an id. */
  readonly actor: string | null
}

export type Denial = Omit<NewEntry, 'outcome' | 'kind' | 'targetId' | 'before' | 'after' | 'repeats' | 'code'> & {
  readonly code: string
  readonly targetId: string | null
}

export interface Denials {
  /** Resolves when it is written, counted, or given up: it never throws and never takes long. */
  record(denial: Denial): Promise<void>
  /** Writes refusals that were only counted so far. */
  flush(): Promise<void>
  close(): Promise<void>
}

const DENIALS: ReadonlySet<string> = new Set([
  'four_eyes_violation',
  'invalid_token',
  'token_expired',
  'invalid_credentials',
  'invalid_refresh_token',
])

export const isDenial = (error: unknown): error is Problem =>
  error instanceof Problem && (error.status === 403 || DENIALS.has(error.code))

/** Kept separate from the problem, so that the caller's data cannot reach a response. */
const owners = new WeakMap<Problem, DeniedCaller>()
/** Attaches the refused caller to a problem, where only the thrower knows it; returns the problem. */
export const attributeDenial = (problem: Problem, refused: DeniedCaller): Problem => {
  owners.set(problem, refused)
  return problem
}
/** Runs `work`; attaches `refused` to a refusal without a caller. */
export const attributeDenials = async <T>(refused: DeniedCaller, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw isDenial(error) && !owners.has(error) ? attributeDenial(error, refused) : error
  }
}
export const findDeniedCaller = (problem: Problem): DeniedCaller | undefined => owners.get(problem)

/** Client ids, ids of people and addresses; a password typed into the wrong field does not reach the log. */
export const claimedId = (claimed: unknown): string | null =>
  typeof claimed === 'string' && CLAIMED.test(claimed) ? claimed : null
const CLAIMED =
  /^(?:cid_[a-z]+_[A-Za-z0-9_.-]{1,80}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[^\s@]{1,64}@[A-Za-z0-9.-]{1,128})$/i

const WINDOW_MS = 60_000
const PER_TENANT_MAX = 300 // entries a window; beyond them refusals of the tenant are counted together
const SWEEP_MS = 10_000
const WAIT_MS = 1_000 // a response is not delayed longer

const lost = counter('vezne_audit_denials_lost_total')

/** `window`: equal refusals since its entry that are not written yet. */
interface Window {
  readonly denial: Denial
  readonly since: number
  more: number
}

export const createDenials = (
  runtime: Pick<Runtime, 'db' | 'sealer' | 'clock' | 'log'>,
  nowMs: () => number = () => performance.now(),
): Denials => {
  const windows = new Map<string, Window>()
  const written = new Map<string, number>() // by tenant, since the last sweep that emptied it
  let windowsSince = nowMs()
  const commits = new GroupCommit<NewEntry, void>({
    write: async (entries) => {
      await runtime.db.transaction({ of: [...new Set(entries.map(({ tenantId }) => tenantId))] }, (tx) =>
        appendAudit(runtime, tx, entries),
      )
      return entries.map(() => undefined)
    },
    partOf: ({ tenantId }) => runtime.db.shardOf(tenantId),
    keyOf: ({ tenantId }) => tenantId,
  })
  const write = async (denial: Denial, repeats: number): Promise<void> => {
    try {
      await commits.submit({ ...denial, outcome: 'refused', kind: null, before: null, after: null, repeats })
    } catch (err) {
      lost.inc(repeats)
      runtime.log.warn('audit.denial_lost', { ...denial, repeats, err })
    }
  }
  const flush = async (isDue: (window: Window) => boolean): Promise<void> => {
    const due = [...windows].filter(([, window]) => isDue(window))
    for (const [key] of due) windows.delete(key)
    await Promise.all(due.map(([, { denial, more }]) => (more > 0 ? write(denial, more) : undefined)))
  }
  const stop = every(SWEEP_MS, () => void flush(({ since }) => nowMs() - since >= WINDOW_MS))

  return {
    async record(denial) {
      const now = nowMs()
      if (now - windowsSince >= WINDOW_MS) {
        written.clear()
        windowsSince = now
      }
      const count = written.get(denial.tenantId) ?? 0
      const isOver = count >= PER_TENANT_MAX
      const counted = isOver ? together(denial) : denial
      const key = JSON.stringify([counted.tenantId, counted.actor, counted.operation, counted.code])
      const window = windows.get(key)
      if (window && now - window.since < WINDOW_MS) {
        window.more++
        return
      }
      windows.set(key, { denial: counted, since: now, more: isOver ? 1 : 0 })
      const before = window && window.more > 0 ? write(window.denial, window.more) : undefined
      if (!isOver) written.set(denial.tenantId, count + 1)
      const all = Promise.all([before, isOver ? undefined : write(denial, 1)])
      await Promise.race([all, sleep(WAIT_MS, undefined, { ref: false })])
    },
    flush: () => flush(() => true),
    async close() {
      stop()
      await flush(() => true)
    },
  }
}

/** One entry for all of a tenant's refusals above its share. */
const together = ({ tenantId, realm }: Denial): Denial => ({
  tenantId,
  realm,
  actor: null,
  operation: 'many',
  code: 'many',
  targetId: null,
  merchantId: null,
  correlationId: null,
  address: null,
})
