/** Records an operator's actions on the machine, without a token, in the platform's audit chain. */
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { appendAudit } from '../access/audit/append-audit.ts'
import type { AuditedChange } from '../access/endpoint.ts'
import type { Tx } from '../infra/database/database.ts'
import type { Runtime } from '../infra/runtime.ts'
import { withRuntime } from './attach-runtime.ts'
import { findFirstShard } from './shards/each-shard.ts'

type Services = Pick<Runtime, 'db' | 'sealer' | 'clock' | 'log' | 'config'>

/** `operation` is the command as typed, such as `vezne keys rotate`. */
export const auditCommand = (services: Services, operation: string, change: AuditedChange): Promise<void> =>
  withAudit(services, operation, async () => change)

/**
 * Runs `work` and records what it has changed, in one transaction. On another shard than the first, which has the
 * platform's realm, the record follows.
 */
export const withAudit = async (
  services: Services,
  operation: string,
  work: (tx: Tx) => Promise<AuditedChange>,
): Promise<void> => {
  const first = findFirstShard(services.config)
  if (first === undefined) return workAndRecord(services, operation, work)
  const change = await services.db.transaction({ of: [] }, work)
  await withRuntime(({ runtime }) => workAndRecord(runtime, operation, async () => change), first)
}

const workAndRecord = async (
  services: Services,
  operation: string,
  work: (tx: Tx) => Promise<AuditedChange>,
): Promise<void> => {
  const tenantId = await services.db.transaction({ as: 'platform' }, findMasterRealm)
  await services.db.transaction({ of: tenantId }, async (tx) => {
    const { kind, id, before, after } = await work(tx)
    const entry = {
      tenantId,
      actor: `os:${userInfo().username}`,
      realm: null,
      operation,
      outcome: 'done' as const,
      code: null,
      kind,
      targetId: id,
      merchantId: null,
      correlationId: randomUUID(),
      address: null,
      before,
      after,
    }
    await appendAudit(services, tx, [entry])
  })
}

/** The platform's own realm. */
export const findMasterRealm = async (tx: Tx): Promise<string> => {
  const [row] = await tx.query<{ tenant_id: string }>("select tenant_id from realms where kind = 'master'")
  if (!row) throw new Error('the database has no platform realm yet; start the program once')
  return row.tenant_id
}
