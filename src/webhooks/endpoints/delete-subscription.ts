/** DELETE webhook subscriptions/{id}: what still waits is dropped, its log is no longer listed. */
import { endpoint, noContent } from '../../access/endpoint.ts'
import { dropWaiting } from '../deliveries/delivery-store.ts'
import { type HookPlace, scopeOf } from './webhook-route-scope.ts'
import { SubscriptionParams } from './subscription-schemas.ts'
import { hookChange, lockSubscription } from './audited-subscription.ts'
import { deleteSubscription as deleteRow } from '../subscriptions/subscription-store.ts'

export const deleteSubscription = (place: HookPlace) =>
  endpoint({
    method: 'DELETE',
    path: `${place.path}/:id`,
    summary: 'Delete a webhook subscription',
    tag: 'Webhooks',
    allow: place.manage,
    limit: 'subscription_management',
    params: SubscriptionParams,
    answers: { 204: null },
    handle: (call) => {
      const { id } = call.params
      return call.inTx(async (tx) => {
        const scope = scopeOf(place, call)
        const before = await lockSubscription(tx, scope, id)
        await deleteRow(tx, scope, id, call.house.clock.now())
        await dropWaiting(tx, call.tenantId, id)
        return { ...noContent(), change: hookChange(before, undefined) }
      })
    },
  })
