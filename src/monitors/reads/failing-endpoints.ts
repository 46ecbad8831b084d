/** Webhook subscriptions that have not succeeded once for a while, or were switched off for it. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { Seen } from '../model/monitor-kinds.ts'

const FAILING_MS = 15 * 60_000

type Failing = Row<'webhook_subscriptions', 'tenant_id' | 'id' | 'surface' | 'url' | 'is_active'> & {
  failing_since: Date
}

/** A person who switches one off or on makes it start over: then it fails no longer. */
export const readFailingEndpoints = async (tx: Tx, nowMs: number): Promise<Seen[]> => {
  const rows = await tx.query<Failing>(
    sql`select tenant_id, id, surface, url, is_active, failing_since from webhook_subscriptions
       where not is_deleted and failing_since < ${new Date(nowMs - FAILING_MS)}`,
  )
  return rows.map(({ tenant_id, id, surface, url, is_active, failing_since }) => ({
    tenantId: tenant_id,
    kind: 'webhook_endpoint_failing',
    subject: id,
    // The path of an address may be what its owner keeps secret.
    facts: {
      subscription_id: id,
      surface,
      host: new URL(url).host,
      failing_since: failing_since.toISOString(),
      is_switched_off: !is_active,
    },
  }))
}
