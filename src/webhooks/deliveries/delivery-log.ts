/**
 * The log of deliveries: finished attempts of some subscriptions, newest first. Ids are in the order in which the
 * attempts became due.
 */
import type { IdSpan } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { constantOfRow, joinByKey } from '../../infra/database/key-join.ts'
import { rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'

export interface LoggedDelivery
  extends Row<
    'webhook_deliveries',
    | 'id'
    | 'subscription_id'
    | 'event_type'
    | 'url'
    | 'http_status_code'
    | 'state'
    | 'attempt_number'
    | 'max_retry_count'
    | 'duration_ms'
    | 'error_message'
    | 'request_headers'
    | 'response_headers'
    | 'response_body'
    | 'next_retry_at'
  > {
  event_id: string
  transaction_id: string | null
  body: string
  url: string
  state: 'delivered' | 'failed'
  max_retry_count: number
  duration_ms: number
  correlation_id: string
}

export interface DeliveryFilter {
  readonly tenantId: string
  readonly subscriptionIds: readonly string[]
  readonly eventTypes: readonly string[] | undefined
  readonly isSuccess: boolean | undefined
  /** Whether its next attempt is still to be made. */
  readonly isRetrying: boolean | undefined
  /** The resource of the event. */
  readonly resourceId: string | undefined
  /** Range of times at which the attempt became due. */
  readonly span: IdSpan
}

const NEXT_OF_D = joinByKey('n', {
  tenant_id: 'd.tenant_id',
  resource_id: 'd.resource_id',
  sequence: 'd.sequence',
  subscription_id: 'd.subscription_id',
  attempt_number: 'd.attempt_number + 1',
})

/**
 * Checks for a waiting row instead of the time of the next attempt: the next attempt of an inactive subscription was
 * dropped, and one may be overdue. The waiting row's id contains the millisecond it is due, so only the partition of
 * one day is opened for each.
 */
const IS_RETRYING = rawSql(`(d.state = 'failed' and d.next_retry_at is not null and exists (
  select from webhook_deliveries n where ${NEXT_OF_D} and n.state = ${constantOfRow('waiting', 'd.tenant_id')}
     and n.id >= first_key_at(d.next_retry_at) and n.id < first_key_at(d.next_retry_at + interval '1 millisecond')))`)

/** The filter on attempts `d`, without the subscription. */
const isWanted = ({ tenantId, eventTypes, isSuccess, isRetrying, span }: DeliveryFilter): Sql => sql`
  d.tenant_id = ${tenantId}::uuid and d.state <> 'waiting' and d.state <> 'dropped' and d.id >= ${span.from}::uuid and d.id < ${span.before}::uuid
  ${eventTypes === undefined ? sql`` : sql`and d.event_type = any(${eventTypes}::text[])`}
  ${isSuccess === undefined ? sql`` : sql`and d.state = ${isSuccess ? 'delivered' : 'failed'}`}
  ${isRetrying === undefined ? sql`` : sql`and ${IS_RETRYING} = ${isRetrying}::boolean`}`

/** Reads each subscription through its own log; `most` means that this many of the newest of each are enough. */
const ofSubscriptions = (filter: DeliveryFilter, columns: Sql, most?: number): Sql => sql`
  unnest(${filter.subscriptionIds}::uuid[]) as s (id) cross join lateral (
    select ${columns} from webhook_deliveries d where d.subscription_id = s.id and ${isWanted(filter)}
    ${most === undefined ? sql`` : sql`order by d.id desc limit ${most}::bigint`}) as d`

/** The attempts of one resource are few, so they are found by its key, whatever the planner knows about this day. */
const ofResource = (filter: DeliveryFilter, columns: Sql): Sql => sql`
  (select ${columns} from (select * from webhook_deliveries d
      where d.tenant_id = ${filter.tenantId}::uuid and d.resource_id = ${filter.resourceId}::uuid offset 0) as d
    where d.subscription_id = any(${filter.subscriptionIds}::uuid[]) and ${isWanted(filter)}) as d`

export const pageOfDeliveries = async (
  tx: Tx,
  filter: DeliveryFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: LoggedDelivery[]; total: number }> => {
  if (filter.subscriptionIds.length === 0) return { rows: [], total: 0 }
  const all = sql`d.*`
  const isOfOne = filter.resourceId !== undefined
  const newest = isOfOne ? ofResource(filter, all) : ofSubscriptions(filter, all, limit + offset)
  const rows =
    await tx.query<LoggedDelivery>(sql`${SHOWN} from (select d.* from ${newest} order by d.id desc limit ${limit} offset ${offset}) d
      join events e using (tenant_id, resource_id, sequence) order by d.id desc`)
  const count = sql`count(*) as n`
  const counts = isOfOne ? ofResource(filter, count) : ofSubscriptions(filter, count)
  const [counted] = await tx.query<{ total: number }>(sql`select coalesce(sum(d.n), 0)::bigint as total from ${counts}`)
  return { rows, total: counted?.total ?? 0 }
}

const SHOWN = sql`select d.id, d.subscription_id, e.id as event_id, e.transaction_id, d.event_type, e.body, d.url, d.http_status_code, d.state,
  d.attempt_number, d.max_retry_count, d.duration_ms, d.error_message, d.request_headers, d.response_headers, d.response_body,
  d.next_retry_at, e.correlation_id`

/** There is no index on the id, so it is found through the tenant's few subscriptions. */
export const findLoggedDelivery = async (
  tx: Tx,
  { tenantId, subscriptionIds }: Pick<DeliveryFilter, 'tenantId' | 'subscriptionIds'>,
  id: string,
): Promise<LoggedDelivery | undefined> => {
  const [row] =
    await tx.query<LoggedDelivery>(sql`${SHOWN} from unnest(${subscriptionIds}::uuid[]) as s (id) cross join lateral (
        select * from webhook_deliveries d where d.tenant_id = ${tenantId}::uuid and d.subscription_id = s.id and d.id = ${id}::uuid
          and d.state <> 'waiting' and d.state <> 'dropped') as d
      join events e using (tenant_id, resource_id, sequence)`)
  return row
}
