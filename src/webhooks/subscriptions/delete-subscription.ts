/** DELETE webhook subscriptions/{id}: what still waits is dropped, its log is no longer listed. */
import { endpoint, noContent } from '../../access/endpoint.ts'
import { dropWaiting } from '../log/delivery-store.ts'
import { type HookPlace, noSuchSubscription, scopeOf } from './hook-place.ts'
import { SubscriptionParams } from './schemas.ts'
import { deleteSubscription as deleteRow } from './subscription-store.ts'

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
        if (!(await deleteRow(tx, scopeOf(place, call), id, call.house.clock.now()))) throw noSuchSubscription(id)
        await dropWaiting(tx, call.tenantId, id)
        return noContent()
      })
    },
  })
