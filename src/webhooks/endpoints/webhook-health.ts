/** GET webhooks/health: what waits to be delivered. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { described, Enum, Int32, Nullable } from '../../core/schema.ts'
import { countPendingDeliveries } from '../deliveries/delivery-store.ts'
import { toSubscriptionScope, type WebhookRouteScope } from '../subscriptions/webhook-route-scope.ts'

const WebhookHealth = Type.Object(
  {
    status: described(
      Enum('HealthReportStatus', ['healthy', 'degraded', 'unhealthy']),
      'Overall condition of webhook delivery.',
    ),
    pending_deliveries: described(Int32, 'Number of deliveries that wait to be sent.'),
    oldest_pending_seconds: described(
      Nullable(Int32),
      'Age of the oldest delivery that waits, in seconds; null when none waits.',
    ),
  },
  { $id: 'WebhookHealth' },
)

const DEGRADED_AFTER_S = 60 // due and not tried for this long, so the senders do not keep up

export const webhookHealth = (routes: WebhookRouteScope) =>
  endpoint({
    method: 'GET',
    path: `${routes.path}/health`,
    summary: 'What waits to be delivered',
    description: 'How many deliveries wait and how old the oldest is: the figure to watch.',
    tag: 'Webhooks',
    allow: routes.read,
    answers: { 200: WebhookHealth },
    handle: async (call) => {
      const { runtime, read } = call
      const { pending, oldest } = await read((tx) => countPendingDeliveries(tx, toSubscriptionScope(routes, call)))
      const lateS = oldest === null ? null : Math.floor((runtime.clock.ms() - oldest.getTime()) / 1_000)
      return ok({
        status: lateS !== null && lateS > DEGRADED_AFTER_S ? 'degraded' : 'healthy',
        pending_deliveries: pending,
        oldest_pending_seconds: lateS === null ? null : Math.max(0, lateS),
      })
    },
  })
