/** Records an operator's actions on the machine, without a token, in the platform's audit chain. */
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { appendAudit } from '../access/audit/append-audit.ts'
import type { AuditedChange } from '../access/endpoint.ts'
import type { Tx } from '../infra/database/database.ts'
import type { Runtime } from '../infra/runtime.ts'
import { withRuntime } from './attach-runtime.ts'
import { findFirstShard } from './shards/each-shard.ts'

type Audited = Pick<Runtime, 'db' | 'sealer' | 'clock' | 'log'>

/** `operation` is the command as typed, such as `vezne keys rotate`. The platform's realm is on the first shard. */
export const auditCommand = (
  runtime: Audited & Pick<Runtime, 'config'>,
  operation: string,
  change: AuditedChange,
): Promise<void> => {
  const first = findFirstShard(runtime.config)
  if (first === undefined) return write(runtime, operation, change)
  return withRuntime((open) => write(open.runtime, operation, change), first)
}

const write = async (
  runtime: Audited,
  operation: string,
  { kind, id, before, after }: AuditedChange,
): Promise<void> => {
  const tenantId = await runtime.db.transaction({ as: 'platform' }, findMasterRealm)
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
  await runtime.db.transaction({ of: tenantId }, (tx) => appendAudit(runtime, tx, [entry]))
}

/** The platform's own realm. */
export const findMasterRealm = async (tx: Tx): Promise<string> => {
  const [row] = await tx.query<{ tenant_id: string }>("select tenant_id from realms where kind = 'master'")
  if (!row) throw new Error('the database has no platform realm yet; start the program once')
  return row.tenant_id
}
