/** GET webhook subscriptions/{id}/deliveries: every attempt of the last 30 days, newest first. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { timeOfId } from '../../core/id.ts'
import { limitOf, offsetOf, pageOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, Int32, Nullable, Uuid } from '../../core/schema.ts'
import { type LoggedDelivery, pageOfDeliveries as listRows } from '../deliveries/delivery-store.ts'
import { toLoggedPayload } from '../deliveries/logged-exchange.ts'
import { EVENT_CATALOGUE, type EventType, eventTypesOf } from '../events/event-catalogue.ts'
import { SubscriptionParams } from '../subscriptions/subscription-schemas.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'
import {
  subscriptionNotFound,
  toSubscriptionScope,
  type WebhookRouteScope,
} from '../subscriptions/webhook-route-scope.ts'

const Delivery = Type.Object(
  {
    id: Uuid,
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

export const listDeliveries = (routes: WebhookRouteScope) =>
  endpoint({
    method: 'GET',
    path: `${routes.path}/:id/deliveries`,
    summary: 'Delivery log: one row per attempt',
    description:
      'Newest first: what was sent, what the subscriber answered, when it is tried again. Look here when an event did not arrive.',
    tag: 'Webhooks',
    allow: routes.read,
    params: SubscriptionParams,
    query: Type.Object({
      ...pageQuery,
      event_type: Type.Optional(
        Enum(routes.surface === 'cards' ? 'CardEventType' : 'TransferEventType', eventTypesOf(routes.surface)),
      ),
      is_success: Type.Optional(Type.Boolean()),
    }),
    answers: { 200: pageSchema(Delivery, 'WebhookDeliveryPage') },
    handle: async (call) => {
      const { query } = call
      const { id } = call.params
      const { rows, total } = await call.readList(async (tx) => {
        if (!(await findSubscription(tx, toSubscriptionScope(routes, call), id))) throw subscriptionNotFound(id)
        return listRows(tx, call.tenantId, id, {
          eventType: query.event_type,
          isSuccess: query.is_success,
          limit: limitOf(query),
          offset: offsetOf(query),
        })
      })
      return ok(pageOf(rows.map(toDeliveryResponse), total, query))
    },
  })

const toDeliveryResponse = (row: LoggedDelivery) => ({
  id: row.id,
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
