/** Schemas of the delivery log (docs/webhooks.md). */
import { type Static, Type } from 'typebox'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { spanOfTimes, timeOfId } from '../../core/id.ts'
import { CorrelationId, Created, ErrorMessage, NullableTransactionId } from '../../core/members/record-members.ts'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, described, Enum, Int32, Nullable, NullableText, Uuid } from '../../core/schema.ts'
import { EVENT_CATALOGUE, type EventType, listEventTypes, type WebhookSurface } from '../events/event-catalogue.ts'
import type { DeliveryFilter, LoggedDelivery } from './delivery-log.ts'
import { toLoggedPayload } from './logged-exchange.ts'

export const Delivery = Type.Object(
  {
    id: described(Uuid, 'Id of this delivery attempt.'),
    subscription_id: described(Uuid, 'Id of the subscription that the delivery was made for.'),
    event_id: Type.String({
      description: 'Id of the event, the same in every repeat; use it to recognize events you have already handled.',
    }),
    transaction_id: NullableTransactionId,
    resource_id: NullableText(
      'Id of the transfer, plan, chargeback or settlement that the event is about; null when it is about a payment.',
    ),
    event_type: Type.String({ description: 'Type of the event, such as payment.completed.' }),
    url: Type.String({ description: 'Address that the delivery was posted to.' }),
    http_status_code: described(
      Nullable(Int32),
      'HTTP status with which the subscriber answered; null when no answer came.',
    ),
    is_success: Type.Boolean({ description: 'Whether the subscriber accepted the delivery with a 2xx status.' }),
    attempt_number: described(Int32, 'Number of this attempt at the delivery; 1 is the first.'),
    retry_count: described(Int32, 'Number of attempts made after the first one.'),
    max_retry_count: described(
      Int32,
      'Number of times the delivery may be tried again after the first attempt, 0 to 5.',
    ),
    duration_ms: described(Int32, 'Time the subscriber took to answer, in milliseconds.'),
    error_message: ErrorMessage,
    request_payload: NullableText(
      'Headers and body of the request as they were sent, as a JSON text; null when they are no longer kept.',
    ),
    response_payload: NullableText(
      'Headers and body of the answer as they were received, as a JSON text; null when no answer came.',
    ),
    response_body: NullableText('Body with which the subscriber answered, cut at 64 KiB; null when no answer came.'),
    next_retry_at: described(Nullable(DateTime), 'Time of the next attempt; null when no further attempt is made.'),
    correlation_id: CorrelationId,
    created: Created,
  },
  { $id: 'WebhookDelivery' },
)
export const DeliveryPage = pageSchema(Delivery, 'WebhookDeliveryPage')

export const EventTypeName = (surface: WebhookSurface) =>
  Enum(surface === 'cards' ? 'CardEventType' : 'TransferEventType', listEventTypes(surface))

export const deliveryQuery = (surface: WebhookSurface) => ({
  ...pageQuery,
  event_type: AnyOf(EventTypeName(surface), 'Only deliveries of any of these event types.'),
  is_success: Type.Optional(Type.Boolean({ description: 'Only deliveries that succeeded (true) or failed (false).' })),
  is_retrying: Type.Optional(
    Type.Boolean({
      description: 'Only failed attempts whose next attempt is still to be made (true), or only all others (false).',
    }),
  ),
  transaction_id: Type.Optional(
    Type.Unsafe<string>({
      ...Uuid,
      description:
        surface === 'cards'
          ? 'Only deliveries about the payment with this id, or the recurring plan, chargeback or settlement.'
          : 'Only deliveries about the transfer with this id.',
    }),
  ),
  start_date: Type.Optional(described(DateTime, 'Only deliveries created at this time or later.')),
  end_date: Type.Optional(described(DateTime, 'Only deliveries created at this time or earlier.')),
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
