/** DELETE webhook subscriptions/{id}: waiting deliveries are dropped, and its log is no longer listed. */
import { endpoint, noContent } from '../../access/endpoint.ts'
import { dropPendingDeliveries } from '../deliveries/delivery-store.ts'
import { auditedSubscriptionChange, lockSubscription } from '../subscriptions/audited-subscription.ts'
import { SubscriptionParams } from '../subscriptions/subscription-schemas.ts'
import { markSubscriptionDeleted as deleteRow } from '../subscriptions/subscription-store.ts'
import { toSubscriptionScope, type WebhookRouteScope } from '../subscriptions/webhook-route-scope.ts'

export const deleteSubscription = (routes: WebhookRouteScope) =>
  endpoint({
    method: 'DELETE',
    path: `${routes.path}/:id`,
    isTagged: true,
    summary: 'Delete a webhook subscription',
    description: 'Nothing more is sent to it, deliveries that wait included. To pause it, set `is_active` to false.',
    tag: 'Webhooks',
    allow: routes.manage,
    limit: 'subscription_management',
    params: SubscriptionParams,
    answers: { 204: null },
    handle: (call) => {
      const { id } = call.params
      return call.inTx(async (tx) => {
        const scope = toSubscriptionScope(routes, call)
        const before = await lockSubscription(tx, scope, id)
        await deleteRow(tx, scope, id, call.runtime.clock.now())
        await dropPendingDeliveries(tx, call.tenantId, id)
        return { ...noContent(), change: auditedSubscriptionChange(before, undefined) }
      })
    },
  })
