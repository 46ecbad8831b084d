/** Says in the platform's audit log that a restore was recognized, once for all processes. */
import { randomUUID } from 'node:crypto'
import { appendAudit } from '../../access/audit/append-audit.ts'
import { FIRST_SHARD, type Tx } from '../../infra/database/database.ts'
import { findUnaudited, noteAudited, type RestoreRow } from '../../infra/database/promotions/restore-list.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { OpenShard } from '../open-runtime.ts'

/** Returns a function that ends it. */
export const auditRestores = (shards: readonly OpenShard[]): (() => void) => {
  const ends = shards.map((own) => {
    const { restores, log } = own.runtime
    const tell = (): void => {
      const closed = restores.closed()
      if (closed)
        write(own, closed.restoreId).catch((err: Error) => log.error('restore.not_audited', { err, shard: own.shard }))
    }
    tell()
    return restores.onChange(tell)
  })
  return () => {
    for (const end of ends) end()
  }
}

/**
 * The platform's chain is on the first shard. The entry is written before the restore of another shard is marked, so that
 * it is never missing, and under a lock and after a look, so that it is there once.
 */
const write = async ({ runtime, shard }: OpenShard, restoreId: string): Promise<void> => {
  const first = runtime.db.on(FIRST_SHARD)
  const tenantId = await first.transaction({ as: 'platform' }, findMasterRealm)
  const append = (tx: Tx, restore: RestoreRow): Promise<unknown> =>
    appendAudit(runtime, tx, [entryOf(tenantId, restore)])
  const mark = (tx: Tx): Promise<RestoreRow | undefined> => noteAudited(tx, restoreId)
  if (shard === FIRST_SHARD)
    return first.transaction({ of: tenantId, whileClosed: true }, async (tx) => {
      const restore = await mark(tx)
      if (restore) await append(tx, restore)
    })
  const restore = await runtime.db.transaction({ of: [] }, (tx) => findUnaudited(tx, restoreId))
  if (!restore) return
  await first.transaction({ of: tenantId, whileClosed: true }, async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${restoreId}, 0))`)
    const known = await tx.query(
      sql`select from audit_log where tenant_id = ${tenantId} and kind = 'restore' and target_id = ${restoreId} and operation = ${RESTORED}`,
    )
    if (known.length === 0) await append(tx, restore)
  })
  await runtime.db.transaction({ of: [], whileClosed: true }, mark)
}

const RESTORED = 'database.restored'

const entryOf = (tenantId: string, { id, reason, lostSince, lostUntil }: RestoreRow) => ({
  tenantId,
  actor: 'system',
  realm: null,
  operation: RESTORED,
  outcome: 'done' as const,
  code: null,
  kind: 'restore',
  targetId: id,
  merchantId: null,
  correlationId: randomUUID(),
  address: null,
  before: null,
  after: { reason, lost_since: lostSince.toISOString(), lost_until: lostUntil.toISOString() },
})

const findMasterRealm = async (tx: Tx): Promise<string> => {
  const [row] = await tx.query<{ tenant_id: string }>("select tenant_id from realms where kind = 'master'")
  return row!.tenant_id
}
