/** Shapes of the delivery log (docs/webhooks.md). */
import { type Static, Type } from 'typebox'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { timeOfId } from '../../core/id.ts'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, Int32, Nullable, Uuid } from '../../core/schema.ts'
import { spanOfTimes } from '../../infra/database/closed-blocks/closed-list.ts'
import { EVENT_CATALOGUE, type EventType, eventTypesOf, type WebhookSurface } from '../events/event-catalogue.ts'
import type { DeliveryFilter, LoggedDelivery } from './delivery-log.ts'
import { toLoggedPayload } from './logged-exchange.ts'

export const Delivery = Type.Object(
  {
    id: Uuid,
    subscription_id: Type.Unsafe<string>({ ...Uuid, description: 'Whose subscriber was told' }),
    event_id: Type.String(),
    transaction_id: Nullable(Uuid),
    resource_id: Nullable(Type.String({ description: 'Transfer, plan, chargeback or settlement' })),
    event_type: Type.String(),
    url: Type.String(),
    http_status_code: Nullable(Int32),
    is_success: Type.Boolean(),
    attempt_number: Int32,
    retry_count: Int32,
    max_retry_count: Int32,
    duration_ms: Int32,
    error_message: Nullable(Type.String()),
    request_payload: Nullable(Type.String({ description: 'Headers and body as sent, as JSON text' })),
    response_payload: Nullable(Type.String({ description: 'Headers and body as received, as JSON text' })),
    response_body: Nullable(Type.String({ description: 'At most 64 KiB' })),
    next_retry_at: Nullable(DateTime),
    correlation_id: Nullable(Type.String()),
    created: DateTime,
  },
  { $id: 'WebhookDelivery' },
)
export const DeliveryPage = pageSchema(Delivery, 'WebhookDeliveryPage')

export const EventTypeName = (surface: WebhookSurface) =>
  Enum(surface === 'cards' ? 'CardEventType' : 'TransferEventType', eventTypesOf(surface))

export const deliveryQuery = (surface: WebhookSurface) => ({
  ...pageQuery,
  event_type: AnyOf(EventTypeName(surface)),
  is_success: Type.Optional(Type.Boolean()),
  is_retrying: Type.Optional(Type.Boolean()),
  transaction_id: Type.Optional(
    Type.Unsafe<string>({
      ...Uuid,
      description:
        surface === 'cards'
          ? 'Events of this payment; of a recurring plan, chargeback or settlement those of its own id'
          : 'Events of this transfer',
    }),
  ),
  start_date: Type.Optional(DateTime),
  end_date: Type.Optional(DateTime),
})
const Filters = Type.Object(deliveryQuery('cards'))
type DeliveryFilters = Omit<Static<typeof Filters>, 'event_type'> & { event_type?: readonly string[] }

export const toDeliveryFilter = (
  whose: Pick<DeliveryFilter, 'tenantId' | 'subscriptionIds'>,
  { event_type, is_success, is_retrying, transaction_id, start_date, end_date }: DeliveryFilters,
): DeliveryFilter => {
  return {
    ...whose,
    eventTypes: event_type,
    isSuccess: is_success,
    isRetrying: is_retrying,
    resourceId: transaction_id,
    span: spanOfTimes(start_date, end_date),
  }
}

export const toDeliveryResponse = (row: LoggedDelivery) => ({
  id: row.id,
  subscription_id: row.subscription_id,
  event_id: row.event_id,
  transaction_id: row.transaction_id,
  resource_id: resourceIdOf(row),
  event_type: row.event_type,
  url: row.url,
  http_status_code: row.http_status_code,
  is_success: row.state === 'delivered',
  attempt_number: row.attempt_number,
  retry_count: row.attempt_number - 1,
  max_retry_count: row.max_retry_count,
  duration_ms: row.duration_ms,
  error_message: row.error_message,
  request_payload: toLoggedPayload(row.request_headers, row.body),
  response_payload: toLoggedPayload(row.response_headers, row.response_body),
  response_body: row.response_body,
  next_retry_at: isoTimeOrNull(row.next_retry_at),
  correlation_id: row.correlation_id,
  created: isoTime(timeOfId(row.id)),
})

const resourceIdOf = ({ event_type, body }: LoggedDelivery): string | null => {
  const member = EVENT_CATALOGUE[event_type as EventType].resource
  return member === null ? null : ((JSON.parse(body) as { data: Record<string, string> }).data[member] ?? null)
}
