/**
 * POST webhook subscriptions/deliveries/{delivery_id}/replay: sends the same event again, outside the retry schedule.
 */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { described, Int32, Uuid } from '../../core/schema.ts'
import { findDelivery, insertReplay } from '../deliveries/delivery-store.ts'
import type { Deliveries } from '../dispatch/deliveries-module.ts'
import { toSubscriptionScope, type WebhookRouteScope } from '../subscriptions/webhook-route-scope.ts'

const ReplayResult = Type.Object(
  {
    queued_attempt_number: described(Int32, 'Number of the attempt that was queued; 1 is the first delivery.'),
    original_delivery_id: described(Uuid, 'Id of the delivery that is sent again.'),
  },
  { $id: 'ReplayResult' },
)

export const replayDelivery = (routes: WebhookRouteScope, wake: Deliveries['wake']) =>
  endpoint({
    method: 'POST',
    path: `${routes.path}/deliveries/:delivery_id/replay`,
    summary: 'Send an event once more',
    description: 'Same event id and body, new delivery id, next attempt number; one attempt, without retries.',
    tag: 'Webhooks',
    allow: routes.manage,
    effect: 'repeats',
    limit: 'subscription_management',
    params: Type.Object({
      delivery_id: described(Uuid, 'Id of the delivery to send again, as the delivery log shows it.'),
    }),
    answers: { 200: ReplayResult },
    errors: ['conflict'],
    handle: async (call) => {
      const { delivery_id: id } = call.params
      const { runtime, tenantId } = call
      const answer = await call.inTx(async (tx) => {
        const found = await findDelivery(tx, toSubscriptionScope(routes, call), id)
        if (!found) throw new Problem('resource_not_found', { detail: phrase`There is no finished delivery ${id}.` })
        if (!found.is_active)
          throw new Problem('conflict', { detail: phrase`The subscription is inactive. Activate it first.` })
        if (!found.has_event)
          throw new Problem('conflict', { detail: phrase`The event of this delivery is no longer kept.` })
        const attempt = await insertReplay(tx, tenantId, found, newId(runtime.clock.ms()), runtime.clock.now())
        if (attempt === null) throw attemptPending()
        const change = { kind: 'webhook_delivery', id, before: null, after: { queued_attempt_number: attempt } }
        return { ...ok({ queued_attempt_number: attempt, original_delivery_id: id }), change }
      })
      wake([tenantId])
      return answer
    },
  })

const attemptPending = (): Problem =>
  new Problem('conflict', {
    detail: phrase`An attempt of this event still waits or is being sent. Its next_retry_at tells when; replay it after that.`,
  })
