/** POST webhook subscriptions/{id}/activate and /deactivate; no error if it is already in that state. */
import { endpoint, noContent } from '../../access/endpoint.ts'
import { dropPendingDeliveries } from '../deliveries/delivery-store.ts'
import { auditedSubscriptionChange, lockSubscription } from '../subscriptions/audited-subscription.ts'
import { SubscriptionParams } from '../subscriptions/subscription-schemas.ts'
import { setSubscriptionActive as switchRow } from '../subscriptions/subscription-store.ts'
import { toSubscriptionScope, type WebhookRouteScope } from '../subscriptions/webhook-route-scope.ts'

export const switchSubscription = (routes: WebhookRouteScope, isActive: boolean) =>
  endpoint({
    method: 'POST',
    path: `${routes.path}/:id/${isActive ? 'activate' : 'deactivate'}`,
    summary: isActive ? 'Switch a webhook subscription on' : 'Switch a webhook subscription off',
    description: isActive
      ? 'Events of the time it was off are not made up.'
      : 'Deliveries that still wait are dropped. What is being sent at this moment ends as it ends.',
    tag: 'Webhooks',
    allow: routes.manage,
    limit: 'subscription_management',
    params: SubscriptionParams,
    answers: { 204: null },
    handle: (call) => {
      const { id } = call.params
      const scope = toSubscriptionScope(routes, call)
      return call.inTx(async (tx) => {
        const before = await lockSubscription(tx, scope, id)
        await switchRow(tx, scope, id, isActive, call.runtime.clock.now())
        if (!isActive) await dropPendingDeliveries(tx, call.tenantId, id)
        return { ...noContent(), change: auditedSubscriptionChange(before, { ...before, is_active: isActive }) }
      })
    },
  })
