/** GET webhooks/health: what waits to be delivered. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { Enum, Int32, Nullable } from '../../core/schema.ts'
import type { HookPlace } from './webhook-route-scope.ts'
import { pendingDeliveries } from '../deliveries/delivery-store.ts'

const WebhookHealth = Type.Object(
  {
    status: Enum('HealthReportStatus', ['healthy', 'degraded', 'unhealthy']),
    pending_deliveries: Int32,
    oldest_pending_seconds: Nullable(Int32),
  },
  { $id: 'WebhookHealth' },
)

const LATE_S = 60 // due and not tried for so long: the senders do not keep up

export const webhookHealth = (place: HookPlace) =>
  endpoint({
    method: 'GET',
    path: `${place.path}/health`,
    summary: 'What waits to be delivered',
    tag: 'Webhooks',
    allow: place.read,
    answers: { 200: WebhookHealth },
    handle: async ({ house, tenantId, read }) => {
      const { pending, oldest } = await read((tx) => pendingDeliveries(tx, tenantId, place.surface))
      const lateS = oldest === null ? null : Math.floor((house.clock.ms() - oldest.getTime()) / 1_000)
      return ok({
        status: lateS !== null && lateS > LATE_S ? 'degraded' : 'healthy',
        pending_deliveries: pending,
        oldest_pending_seconds: lateS === null ? null : Math.max(0, lateS),
      })
    },
  })
