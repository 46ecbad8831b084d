/** POST webhook subscriptions/{id}/rotate-secret: a new secret signs, and the old one also signs for 24 hours. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { unparkDeliveries } from '../deliveries/delivery-store.ts'
import type { Deliveries } from '../dispatch/deliveries-module.ts'
import { generateSigningSecret, sealSigningSecret } from '../signing/signing-secret.ts'
import { RotatedSecret, SubscriptionParams } from '../subscriptions/subscription-schemas.ts'
import { replaceSecret } from '../subscriptions/subscription-store.ts'
import {
  subscriptionNotFound,
  toSubscriptionScope,
  type WebhookRouteScope,
} from '../subscriptions/webhook-route-scope.ts'

const OVERLAP_MS = 24 * 3_600_000

export const rotateSecret = (routes: WebhookRouteScope, wake: Deliveries['wake']) =>
  endpoint({
    method: 'POST',
    path: `${routes.path}/:id/rotate-secret`,
    summary: 'Issue a new signing secret',
    description:
      'For 24 hours X-Service-Signature-Previous carries the signature by the old secret. Rotated again within that time, the oldest secret ends at once.',
    tag: 'Webhooks',
    allow: routes.manage,
    limit: 'subscription_management',
    params: SubscriptionParams,
    answers: { 200: RotatedSecret },
    handle: async (call) => {
      const { id } = call.params
      const { runtime, tenantId } = call
      const secret = generateSigningSecret()
      const sealed = await sealSigningSecret(runtime, tenantId, id, secret)
      const answer = await call.inTx(async (tx) => {
        const now = runtime.clock.now()
        const expiresAt = new Date(now.getTime() + OVERLAP_MS)
        if (!(await replaceSecret(tx, toSubscriptionScope(routes, call), id, sealed, now, expiresAt)))
          throw subscriptionNotFound(id)
        await unparkDeliveries(tx, tenantId, id, now)
        const times = { rotated_at: isoTime(now), previous_secret_expires_at: isoTime(expiresAt) }
        const change = { kind: 'webhook_subscription', id, before: {}, after: times }
        return { ...secret.use((text) => ok({ id, secret: text, ...times })), carriesSecret: true, change }
      })
      wake([tenantId])
      return answer
    },
  })
