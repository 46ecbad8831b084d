/** Attempts to deliver the events of some resources, for the trace of a request. */
import type { Tx } from '../../infra/database/database.ts'
import { ifGiven, sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'

export interface TracedDelivery
  extends Row<
    'webhook_deliveries',
    | 'id'
    | 'resource_id'
    | 'event_type'
    | 'url'
    | 'attempt_number'
    | 'http_status_code'
    | 'error_message'
    | 'due_at'
    | 'response_body'
  > {
  /** Correlation id of the request that caused the event. */
  correlation_id: string
  url: string
  is_success: boolean
  /** When the attempt was due, which is when it was made unless it was queued. */
  due_at: Date
  request_body: string
}

/**
 * Returns attempts that were made, oldest first: all, or `rowsMax` of them. `merchantId` restricts them to
 * subscriptions of that merchant.
 */
export const findDeliveriesOfResources = (
  tx: Tx,
  tenantId: string,
  resourceIds: readonly string[],
  merchantId: string | null,
  rowsMax: number,
): Promise<TracedDelivery[]> =>
  tx.query<TracedDelivery>(
    sql`select * from (
     select d.id, d.resource_id, d.event_type, e.correlation_id, d.url, d.attempt_number, d.http_status_code,
            d.state = 'delivered' as is_success, d.error_message, d.due_at, e.body as request_body, d.response_body
     from webhook_deliveries d
     join events e on e.tenant_id = d.tenant_id and e.resource_id = d.resource_id and e.sequence = d.sequence
     join webhook_subscriptions s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
     where d.tenant_id = ${tenantId} and ${ifGiven(merchantId, sql`s.merchant_id = ${merchantId}`)} and d.resource_id = any(${resourceIds}::uuid[]) and d.state in ('delivered', 'failed')
     limit ${rowsMax}) found order by id`,
  )
