/** What an installation has come to: keys used, tenants, their people, banks and payments. */
import { listTenantIds } from '../../access/callers/realm-lookup.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { platformKeys } from '../platform-keys.ts'

const TENANTS_READ = 200 // enough to see that one is complete

export interface Live {
  readonly platformKeyUsed: boolean
  readonly tenants: number
  /** Confirmed people of the tenant that has most of them. */
  readonly people: number
  /** Confirmed configurations that take payments. */
  readonly banks: number
  /** 0, or 1 if there is any. */
  readonly payments: number
}

export const readLive = async (runtime: Runtime): Promise<Live> => {
  const ids = await runtime.db.transaction({ as: 'platform' }, listTenantIds)
  const live = { people: 0, banks: 0, payments: 0 }
  for (const id of ids.slice(0, TENANTS_READ)) {
    const [row] = await runtime.db.transaction({ of: id }, (tx) =>
      tx.query<{ people: number; banks: number; payments: number }>(
        `select (select count(*)::int from users where tenant_id = $1 and enabled and not is_deleted and not coalesce(needs_confirmation, false)) as people,
           (select count(*)::int from connector_configurations where tenant_id = $1 and is_active and is_confirmed and not is_deleted) as banks,
           (select count(*)::int from (select from payments where tenant_id = $1 and status = 'completed' limit 1) one) as payments`,
        [id],
      ),
    )
    live.people = Math.max(live.people, row!.people)
    live.banks += row!.banks
    live.payments = Math.max(live.payments, row!.payments)
  }
  const keys = await platformKeys(runtime)
  return { ...live, tenants: ids.length, platformKeyUsed: keys.some(({ last_used_at }) => last_used_at !== null) }
}
