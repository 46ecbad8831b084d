/** Says in the platform's audit log that a restore was recognized, once for all processes. */
import { randomUUID } from 'node:crypto'
import { appendAudit } from '../access/audit/append-audit.ts'
import type { Tx } from '../infra/database/database.ts'
import { noteAudited } from '../infra/database/promotions/restore-list.ts'
import type { Runtime } from '../infra/runtime.ts'

/** Returns a function that ends it. */
export const auditRestores = (runtime: Runtime): (() => void) => {
  const { restores, log } = runtime
  const tell = (): void => {
    const closed = restores.closed()
    if (closed) write(runtime, closed.restoreId).catch((err: Error) => log.error('restore.not_audited', { err }))
  }
  tell()
  return restores.onChange(tell)
}

const write = async (runtime: Runtime, restoreId: string): Promise<void> => {
  const tenantId = await runtime.db.transaction({ as: 'platform' }, findMasterRealm)
  await runtime.db.transaction({ of: tenantId, whileClosed: true }, async (tx) => {
    const restore = await noteAudited(tx, restoreId)
    if (!restore) return
    await appendAudit(runtime, tx, [
      {
        tenantId,
        actor: 'system',
        realm: null,
        operation: 'database.restored',
        outcome: 'done',
        code: null,
        kind: 'restore',
        targetId: restoreId,
        merchantId: null,
        correlationId: randomUUID(),
        address: null,
        before: null,
        after: {
          reason: restore.reason,
          lost_since: restore.lostSince.toISOString(),
          lost_until: restore.lostUntil.toISOString(),
        },
      },
    ])
  })
}

const findMasterRealm = async (tx: Tx): Promise<string> => {
  const [row] = await tx.query<{ tenant_id: string }>("select tenant_id from realms where kind = 'master'")
  return row!.tenant_id
}
