/** Writes the heads of the audit chains to the log: a copy of the log elsewhere proves that a chain was cut or rolled back. */
import { isUuid } from '../../core/id.ts'
import type { Job } from '../../infra/process/jobs.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { headsSince } from './audit-store.ts'
import type { Anchor } from './verify-chain.ts'

const EVENT = 'audit.head'

/** Each chain that has grown since it was last logged; all of them once after a start. */
export const logChainHeads = (runtime: Pick<Runtime, 'db' | 'log'>): Job => {
  const reported = new Map<string, number>()
  return {
    name: 'tell-audit-heads',
    cron: '*/10 * * * *',
    async run() {
      for (const { tenant_id, seq, hash } of await runtime.db.transaction({ as: 'platform' }, (tx) =>
        headsSince(tx, reported),
      )) {
        runtime.log.info(EVENT, { tenant_id, seq, hash: hash.toString('hex') })
        reported.set(tenant_id, seq)
      }
    },
  }
}

/** The heads in the text of a log, by tenant. Lines of other kinds, and truncated lines, are skipped. */
export const readAnchors = (log: string): ReadonlyMap<string, readonly Anchor[]> => {
  const anchors = new Map<string, Anchor[]>()
  for (const line of log.split('\n')) {
    if (!line.includes(`"${EVENT}"`)) continue
    const { event, tenant_id, seq, hash } = toFacts(line)
    if (event !== EVENT || typeof tenant_id !== 'string' || !isUuid(tenant_id)) continue
    if (typeof hash !== 'string' || !Number.isSafeInteger(seq)) continue
    anchors.set(tenant_id, [...(anchors.get(tenant_id) ?? []), { seq: seq as number, hash }])
  }
  return anchors
}

const toFacts = (line: string): Record<string, unknown> => {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return {}
  }
}
