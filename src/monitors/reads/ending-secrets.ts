/** API keys that end within a week, by real time, as they are checked: of tenants, and of the platform. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { Seen } from '../model/monitor-kinds.ts'

type Ending = Row<'clients', 'tenant_id' | 'id' | 'client_id' | 'display_name'> & { expires_at: Date }

export const readEndingSecrets = async (tx: Tx): Promise<Seen[]> => {
  const rows = await tx.query<Ending>(
    sql`select tenant_id, id, client_id, display_name, expires_at from clients
       where is_active and not is_deleted and expires_at > now() and expires_at < now() + interval '7 days'`,
  )
  return rows.map(({ tenant_id, id, client_id, display_name, expires_at }) => ({
    tenantId: tenant_id,
    kind: 'secret_ends',
    subject: id,
    facts: { client_id, name: display_name, ends: expires_at.toISOString() },
  }))
}
