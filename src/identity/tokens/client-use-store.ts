/** SQL that notes the use of keys. */
import type { Statement } from '../../infra/database/database.ts'
import { joinByKey } from '../../infra/database/key-join.ts'

export interface Use {
  readonly tenantId: string
  readonly id: string
  readonly at: Date
}

/** Records the use of several keys, also of several tenants; each once. */
export const touchClients = (uses: readonly Use[]): Statement => ({
  name: 'touch-clients',
  text: `update clients c set last_used_at = used.at
    from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as used (tenant_id, id, at)
    where ${joinByKey('c', { tenant_id: 'used.tenant_id', id: 'used.id' })}`,
  values: [uses.map((use) => use.tenantId), uses.map((use) => use.id), uses.map((use) => use.at)],
  joinsByIndex: true,
  whileClosed: true,
})
