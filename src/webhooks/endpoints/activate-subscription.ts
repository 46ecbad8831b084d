/** POST webhook subscriptions/{id}/activate and /deactivate; no error when it is so already. */
import { endpoint, noContent } from '../../access/endpoint.ts'
import { dropWaiting } from '../deliveries/delivery-store.ts'
import { type HookPlace, scopeOf } from './webhook-route-scope.ts'
import { SubscriptionParams } from './subscription-schemas.ts'
import { hookChange, lockSubscription } from './audited-subscription.ts'
import { switchSubscription as switchRow } from '../subscriptions/subscription-store.ts'

export const switchSubscription = (place: HookPlace, isActive: boolean) =>
  endpoint({
    method: 'POST',
    path: `${place.path}/:id/${isActive ? 'activate' : 'deactivate'}`,
    summary: isActive ? 'Switch a webhook subscription on' : 'Switch a webhook subscription off',
    description: isActive
      ? 'Events of the time it was off are not made up.'
      : 'Deliveries that still wait are dropped. What is being sent at this moment ends as it ends.',
    tag: 'Webhooks',
    allow: place.manage,
    limit: 'subscription_management',
    params: SubscriptionParams,
    answers: { 204: null },
    handle: (call) => {
      const { id } = call.params
      const scope = scopeOf(place, call)
      return call.inTx(async (tx) => {
        const before = await lockSubscription(tx, scope, id)
        await switchRow(tx, scope, id, isActive, call.house.clock.now())
        if (!isActive) await dropWaiting(tx, call.tenantId, id)
        return { ...noContent(), change: hookChange(before, { ...before, is_active: isActive }) }
      })
    },
  })
