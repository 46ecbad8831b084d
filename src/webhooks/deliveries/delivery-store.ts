/** SQL of deliveries outside the dispatch and the log: replays, drops and purges. */
import type { Tx } from '../../infra/database/database.ts'
import { ifGiven, sql } from '../../infra/database/statements/sql.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'
import type { WebhookSurface } from '../events/event-catalogue.ts'
import { type ClaimedDelivery, DROPPED } from './claim-deliveries.ts'

interface DeliveryKey {
  subscription_id: string
  resource_id: string
  sequence: number
  event_type: string
  is_active: boolean
  activation: number
  has_event: boolean
}

/** There is no index on the id, so it is found through the tenant's few subscriptions. */
export const findDelivery = async (
  tx: Tx,
  { tenantId, surface, merchantId }: { tenantId: string; surface: WebhookSurface; merchantId: string | null },
  id: string,
): Promise<DeliveryKey | undefined> =>
  (
    await tx.query<DeliveryKey>(
      sql`select d.subscription_id, d.resource_id, d.sequence, d.event_type, s.is_active, s.activation,
              exists (select from events e where e.tenant_id = ${tenantId} and e.resource_id = d.resource_id
                        and e.sequence = d.sequence) as has_event
         from webhook_subscriptions s cross join lateral (
           select * from webhook_deliveries d
            where d.tenant_id = ${tenantId} and d.subscription_id = s.id and d.id = ${id}
              and d.state <> 'waiting' and d.state <> 'dropped') d
        where s.tenant_id = ${tenantId} and s.surface = ${surface} and not s.is_deleted and ${ifGiven(merchantId, sql`s.merchant_id = ${merchantId}`)}`,
    )
  )[0]

/**
 * Queues one more attempt of an event; returns null while one is still waiting. Replays of an event to an endpoint are
 * serialized, because no index refuses a second.
 */
export const insertReplay = async (tx: Tx, tenantId: string, key: DeliveryKey, id: string, now: Date) => {
  await lockName(tx, `replay ${tenantId} ${key.resource_id} ${key.sequence} ${key.subscription_id}`)
  return (
    (
      await tx.query<{ attempt_number: number }>(
        `insert into webhook_deliveries
         (tenant_id, resource_id, sequence, subscription_id, attempt_number, id, event_type, activation, state, is_replay, due_at)
       select $1, $2, $3, $4, max(attempt_number) + 1, $5, $6, $7, 'waiting', true, $8
         from webhook_deliveries
        where tenant_id = $1 and resource_id = $2 and sequence = $3 and subscription_id = $4
       having not bool_or(state = 'waiting')
       returning attempt_number`,
        [tenantId, key.resource_id, key.sequence, key.subscription_id, id, key.event_type, key.activation, now],
      )
    )[0]?.attempt_number ?? null
  )
}

const DROPPED_AT_ONCE_MAX = 10_000 // fits into a statement's deadline; the sender drops the rest when it reaches them

/** Drops waiting deliveries; those being sent right now are completed. */
export const dropPendingDeliveries = (tx: Tx, tenantId: string, subscriptionId: string): Promise<number> =>
  tx.execute(
    sql`update webhook_deliveries d set state = ${DROPPED}
       from (select resource_id, sequence, attempt_number, id from webhook_deliveries
              where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and state = 'waiting'
                and (lease_until is null or lease_until < clock_timestamp())
              limit ${DROPPED_AT_ONCE_MAX} for update skip locked) w
      where d.tenant_id = ${tenantId} and d.subscription_id = ${subscriptionId} and d.resource_id = w.resource_id
        and d.sequence = w.sequence and d.attempt_number = w.attempt_number and d.id = w.id`,
  )

const KEYS = `unnest($2::uuid[], $3::int[], $4::uuid[], $5::int[], $6::timestamptz[], $7::uuid[])
  as u (resource_id, sequence, subscription_id, attempt_number, lease_until, id)`
const OF_KEYS = `d.tenant_id = $1 and d.resource_id = u.resource_id and d.sequence = u.sequence
  and d.subscription_id = u.subscription_id and d.attempt_number = u.attempt_number and d.id = u.id
  and d.state = 'waiting' and d.lease_until = u.lease_until`
const toKeyParameters = (tenantId: string, claimed: readonly ClaimedDelivery[]): unknown[] => [
  tenantId,
  claimed.map((one) => one.resource_id),
  claimed.map((one) => one.sequence),
  claimed.map((one) => one.subscription_id),
  claimed.map((one) => one.attempt_number),
  claimed.map((one) => one.lease_until),
  claimed.map((one) => one.id),
]

/** Releases the leases of deliveries that were not sent. */
export const releaseLeases = (tx: Tx, tenantId: string, claimed: readonly ClaimedDelivery[]): Promise<number> =>
  tx.execute(
    `update webhook_deliveries d set lease_until = null from ${KEYS} where ${OF_KEYS}`,
    toKeyParameters(tenantId, claimed),
  )

/** Postpones a delivery that cannot be signed; the reason is stored in the row. */
export const parkDelivery = (tx: Tx, tenantId: string, claimed: ClaimedDelivery, reason: string, until: Date) =>
  tx.execute(
    `update webhook_deliveries d set lease_until = null, due_at = $8, error_message = $9 from ${KEYS} where ${OF_KEYS}`,
    [...toKeyParameters(tenantId, [claimed]), until, reason],
  )

/** Releases parked deliveries, because a new secret can sign them. */
export const unparkDeliveries = (tx: Tx, tenantId: string, subscriptionId: string, now: Date): Promise<number> =>
  tx.execute(
    sql`update webhook_deliveries set due_at = ${now}, error_message = null
      where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and state = 'waiting' and error_message is not null`,
  )

/** Counts for the health response; counting stops where a higher number has no further meaning. */
export const countPendingDeliveries = async (
  tx: Tx,
  { tenantId, surface, merchantId }: { tenantId: string; surface: WebhookSurface; merchantId: string | null },
) =>
  (
    await tx.query<{ pending: number; oldest: Date | null }>(
      sql`select count(*) as pending, min(w.due_at) as oldest
         from webhook_subscriptions s cross join lateral (
           select due_at from webhook_deliveries d
            where d.tenant_id = ${tenantId} and d.subscription_id = s.id and d.state = 'waiting' order by due_at limit 100000) w
        where s.tenant_id = ${tenantId} and s.surface = ${surface} and not s.is_deleted and ${ifGiven(merchantId, sql`s.merchant_id = ${merchantId}`)}`,
    )
  )[0]!
