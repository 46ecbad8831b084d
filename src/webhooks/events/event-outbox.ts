/** Writes events and their first deliveries inside the statement that causes them. */
import type { Sql } from '../../infra/database/statements/sql.ts'

/**
 * Common table expressions to compose into a set-wise statement, after a CTE
 * `announced (tenant_id, resource_id, sequence, id, surface, type, merchant_id, transaction_id, body, correlation_id, created)`:
 *
 *     with changed as (update ... returning ...), announced as (select ... from changed), ${ANNOUNCE_CTES}
 *     select ... from changed
 *
 * One event row each, and one waiting delivery per subscription that is active at this moment and interested. The
 * delivery's id is a version 7 uuid made of the event's moment. Call `deliveries.wake(tenantIds)` after the commit.
 */
export const EVENT_OUTBOX_CTES = `
  announced_events as (
    insert into events
      (tenant_id, resource_id, sequence, id, surface, type, merchant_id, transaction_id, body, correlation_id, created)
    select tenant_id, resource_id, sequence, id, surface, type, merchant_id, transaction_id, body, correlation_id, created
      from announced
  ),
  announced_deliveries as (
    insert into webhook_deliveries
      (tenant_id, resource_id, sequence, subscription_id, attempt_number, id, event_type, activation, state, due_at)
    select a.tenant_id, a.resource_id, a.sequence, s.id, 1, ${uuidAt('a.created')}, a.type, s.activation, 'waiting', a.created
      from announced a
      join webhook_subscriptions s on s.tenant_id = a.tenant_id and s.surface = a.surface
       and s.is_active and not s.is_deleted
       and s.events && array[a.type, '*']
       and (s.merchant_id is null or s.merchant_id = a.merchant_id)
  )`

/**
 * Returns a version 7 uuid of a moment, in SQL: 48 bits of milliseconds, then the rest of a random uuid (only
 * PostgreSQL 18 has uuidv7).
 */
export function uuidAt(moment: string | Sql): string {
  return `(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || '7' || substr(gen_random_uuid()::text, 16))::uuid`
}
