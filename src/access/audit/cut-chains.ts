/** Cuts entries past their retention off the beginning of each chain; the head that the chain had there stays, and proves the remaining entries. */
import { isoTime } from '../../core/clock.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Job } from '../../infra/process/jobs.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { cutText, NOTHING_BEFORE } from './audit-entry.ts'
import {
  deleteEntries,
  type HashedEntry,
  insertCut,
  readCut,
  readEntries,
  readHead,
  tenantsWithChains,
} from './audit-store.ts'
import { findFault } from './verify-chain.ts'

type Services = Pick<Runtime, 'db' | 'sealer' | 'clock' | 'log'>

const LOT_ROWS = 500

export const cutOldEntries = (services: Services, months: number): Job => ({
  name: 'cut-audit-chains',
  cron: '23 1 * * *',
  run: (signal) => cutChains(services, months, signal),
})

/** Each step has its own transaction; after an interruption the next run continues. */
export const cutChains = async (services: Services, months: number, signal?: AbortSignal): Promise<void> => {
  for (const { tenant_id } of await services.db.transaction({ as: 'platform' }, tenantsWithChains)) {
    if (signal?.aborted) return
    await removeCut(services, tenant_id, signal)
    if (await cutChain(services, tenant_id, months, signal)) await removeCut(services, tenant_id, signal)
  }
}

/** Returns true if there is a new cut. A broken chain is not cut, because it has to be investigated. */
const cutChain = async (
  services: Services,
  tenantId: string,
  months: number,
  signal?: AbortSignal,
): Promise<boolean> => {
  const { db, sealer, clock, log } = services
  const before = await db.transaction({ as: 'platform' }, async (tx) => {
    const [row] = await tx.query<{ before: Date }>(sql`select month_start(retention_time(), -${months}::int) as before`)
    return isoTime(row!.before.getTime()).slice(0, -1) // as the times of entries are written
  })
  const { head } = await db.transaction({ of: tenantId }, (tx) => readHead(tx, tenantId))
  const from = await db.transaction({ of: tenantId }, (tx) => readCut(tx, tenantId))
  let at: Pick<HashedEntry, 'seq' | 'hash'> = from ?? { seq: 0, hash: NOTHING_BEFORE }
  for (let isOld = true; isOld && !signal?.aborted; ) {
    const rows = await db.transaction({ of: tenantId }, (tx) => readEntries(tx, tenantId, at.seq, LOT_ROWS))
    isOld = rows.length === LOT_ROWS
    for (const row of rows) {
      isOld &&= row.at < before
      // The last entry stays: an empty chain would begin again.
      if (row.at >= before || row.seq >= (head?.seq ?? 0)) break
      const why = findFault(sealer, row, at.seq, at.hash)
      if (why !== undefined) {
        log.error('audit.cut_refused', { tenant_id: tenantId, seq: row.seq, why })
        return false
      }
      at = row
    }
  }
  if (at.seq === (from?.seq ?? 0)) return false
  const cut = { tenant_id: tenantId, seq: at.seq, hash: at.hash }
  const made = { ...cut, mac: sealer.auditMac(cutText(cut)) }
  if (!(await db.transaction({ as: 'platform' }, (tx) => insertCut(tx, made, clock.now())))) return false
  log.info('audit.cut', { tenant_id: tenantId, seq: cut.seq, hash: cut.hash.toString('hex') })
  return true
}

const removeCut = async ({ db }: Services, tenantId: string, signal?: AbortSignal): Promise<void> => {
  const cut = await db.transaction({ of: tenantId }, (tx) => readCut(tx, tenantId))
  if (cut === undefined) return
  while (
    !signal?.aborted &&
    (await db.transaction({ as: 'platform' }, (tx) => deleteEntries(tx, tenantId, cut.seq, LOT_ROWS))) > 0
  );
}
