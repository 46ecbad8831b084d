/** Leases a tenant's due deliveries, a few per endpoint, with all data needed to send them. */

import { findTarget } from '../../core/state-machine.ts'
import type { Statement } from '../../infra/database/database.ts'
import { inParts, joinByKey } from '../../infra/database/key-join.ts'
import { deliveryMachine } from './delivery-states.ts'
import type { WaitingSpan } from './waiting-span.ts'

/** A delivery that only this process may send until its lease expires. */
export interface ClaimedDelivery {
  tenant_id: string
  subscription_id: string
  resource_id: string
  sequence: number
  attempt_number: number
  id: string
  is_replay: boolean
  /** How often a process died, or lost its lease, while sending this attempt. */
  crash_repeats: number
  /** The database's time; also proof that this process still holds the lease. */
  lease_until: Date
  /**
   * `dropped` means that the subscription was switched off or deleted, now or meanwhile, or that its event is no longer
   * stored.
   */
  state: 'waiting' | 'dropped'
  url: string
  max_retry_count: number
  secret_sealed: Buffer
  /** Also signs for a day after a rotation. */
  previous_secret_sealed: Buffer | null
  failing_since: Date | null
  event_id: string
  event_type: string
  body: string
  correlation_id: string
}

/** The state of an attempt that will not be made. */
export const DROPPED = findTarget(deliveryMachine, 'drop')

interface ClaimRequest {
  tenantId: string
  /** Free slots per known endpoint, by subscription id. */
  free: ReadonlyMap<string, number>
  freeByDefault: number
  limit: number
  now: Date
  leaseMs: number
  span: WaitingSpan
}

export const buildClaimStatement = (request: ClaimRequest): Statement => ({
  name: 'claim-due-deliveries',
  joinsByIndex: true,
  text: CLAIM,
  values: [
    request.tenantId,
    [...request.free.keys()],
    [...request.free.values()],
    request.freeByDefault,
    request.limit,
    request.now,
    request.leaseMs,
    request.span.first,
    request.span.last,
  ],
})

/**
 * `endpoints` hops over the index from one subscription with waiting rows to the next; the lateral join then reads the
 * oldest rows of each. It never uses "greater than the last sequence", because a slow transaction commits later with a
 * lower number. A first attempt waits for the first attempt of the resource's earlier events, which keeps the order as
 * long as deliveries succeed. Only days with waiting deliveries are read; the update repeats that condition, or it
 * would open each day to write nothing.
 */
const CLAIM = `
  with recursive endpoints (id) as (
    (select subscription_id from webhook_deliveries
      where tenant_id = $1 and state = 'waiting' and id between $8 and $9 order by subscription_id limit 1)
    union all
    select (select d.subscription_id from webhook_deliveries d
             where d.tenant_id = $1 and d.state = 'waiting' and d.id between $8 and $9 and d.subscription_id > endpoints.id
             order by d.subscription_id limit 1)
      from endpoints where endpoints.id is not null
  ),
  wanted as (
    select e.id, coalesce(f.free, $4::int) as free
      from endpoints e left join unnest($2::uuid[], $3::int[]) as f (id, free) on f.id = e.id
     where e.id is not null and coalesce(f.free, $4::int) > 0
     order by random()
  ),
  due as (
    select d.* from wanted w cross join lateral (
      select d.tenant_id, d.resource_id, d.sequence, d.subscription_id, d.attempt_number, d.id
        from webhook_deliveries d
       where d.tenant_id = $1 and d.subscription_id = w.id and d.state = 'waiting' and d.id between $8 and $9 and d.due_at <= $6
         and (d.lease_until is null or d.lease_until < clock_timestamp())
         and (d.attempt_number > 1 or d.sequence = 1 or not exists (
               select from webhook_deliveries earlier
                where earlier.tenant_id = $1 and earlier.resource_id = d.resource_id
                  and earlier.sequence < d.sequence and earlier.subscription_id = d.subscription_id
                  and earlier.attempt_number = 1 and earlier.state = 'waiting'
                  and earlier.id between $8 and $9))
       order by d.due_at
       limit w.free
         for update skip locked) d
     limit $5
  )
  update webhook_deliveries d
     set lease_until = date_trunc('milliseconds', clock_timestamp()) + $7 * interval '1 millisecond',
         crash_repeats = d.crash_repeats + (d.lease_until is not null)::int,
         state = case when s.is_active and not s.is_deleted and s.activation = d.activation and e.id is not null
                 then d.state else '${DROPPED}' end
    from due left join events e on
         ${joinByKey('e', { tenant_id: 'due.tenant_id', resource_id: 'due.resource_id', sequence: 'due.sequence' })},
         webhook_subscriptions s
   where ${joinByKey('d', {
     tenant_id: 'due.tenant_id',
     resource_id: 'due.resource_id',
     sequence: 'due.sequence',
     subscription_id: 'due.subscription_id',
     attempt_number: 'due.attempt_number',
     id: 'due.id',
   })}
     and ${inParts('d.id', '$8', '$9')}
     and s.tenant_id = $1 and s.id = due.subscription_id
  returning d.tenant_id, d.subscription_id, d.resource_id, d.sequence, d.attempt_number, d.id, d.is_replay,
    d.crash_repeats, d.lease_until, d.state, s.url, s.max_retry_count, s.secret_sealed, s.failing_since,
    case when s.previous_secret_expires_at > $6 then s.previous_secret_sealed end as previous_secret_sealed,
    e.id as event_id, d.event_type, e.body, e.correlation_id`
