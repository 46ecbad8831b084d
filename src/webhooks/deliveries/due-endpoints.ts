/** Finds which tenants have deliveries due; the only scan across tenants. */
import type { Tx } from '../../infra/database/database.ts'
import type { WaitingSpan } from './waiting-span.ts'

interface DueEndpoint {
  tenant_id: string
  oldest_due_at: Date
}

/** Hops over the index from one endpoint with waiting rows to the next, however many rows there are. */
export const findDueEndpoints = (tx: Tx, now: Date, { first, last }: WaitingSpan): Promise<DueEndpoint[]> =>
  tx.query<DueEndpoint>(
    `with recursive endpoints (tenant_id, id) as (
       (select tenant_id, subscription_id from webhook_deliveries
         where state = 'waiting' and id between $2 and $3 order by tenant_id, subscription_id limit 1)
       union all
       select next.tenant_id, next.id from endpoints here cross join lateral (
         select d.tenant_id, d.subscription_id as id from webhook_deliveries d
          where d.state = 'waiting' and d.id between $2 and $3 and (d.tenant_id, d.subscription_id) > (here.tenant_id, here.id)
          order by d.tenant_id, d.subscription_id limit 1) next
     )
     select e.tenant_id, d.due_at as oldest_due_at from endpoints e cross join lateral (
       select due_at from webhook_deliveries d
        where d.tenant_id = e.tenant_id and d.subscription_id = e.id and d.state = 'waiting' and d.id between $2 and $3 and d.due_at <= $1
          and (d.lease_until is null or d.lease_until < clock_timestamp())
        order by d.due_at limit 1) d`,
    [now, first, last],
    'due-endpoints',
  )
