/** PUT webhook subscriptions/{id}: replaces all but the secret; absent is_active stays as it is. */
import { endpoint, noContent } from '../../access/endpoint.ts'
import { fieldProblem } from '../../core/problem.ts'
import { dropWaiting } from '../deliveries/delivery-store.ts'
import { type HookPlace, noSuchSubscription, scopeOf } from './webhook-route-scope.ts'
import { SubscriptionParams, updateInput } from './subscription-schemas.ts'
import { hookChange, lockSubscription } from './audited-subscription.ts'
import { changeSubscription, findSubscription, switchSubscription } from '../subscriptions/subscription-store.ts'
import { type UrlFault, vetUrl } from './check-subscriber-url.ts'
import { wantedEvents } from './parse-event-types.ts'

export const updateSubscription = (place: HookPlace, urlFault: UrlFault) =>
  endpoint({
    method: 'PUT',
    path: `${place.path}/:id`,
    summary: 'Change a webhook subscription',
    description: 'Absent optional members take their defaults; absent is_active stays as it is. The secret stays.',
    tag: 'Webhooks',
    allow: place.manage,
    limit: 'subscription_management',
    params: SubscriptionParams,
    body: updateInput(place.surface),
    answers: { 204: null },
    errors: ['invalid_webhook_url'],
    handle: async (call) => {
      const { body, house, tenantId } = call
      const { id } = call.params
      const scope = scopeOf(place, call)
      if (body.id !== undefined && body.id !== id)
        throw fieldProblem('id', 'mismatch', 'must repeat the id of the path')
      const events = wantedEvents(place.surface, body.events)
      if (!(await call.read((tx) => findSubscription(tx, scope, id)))) throw noSuchSubscription(id)
      await vetUrl(urlFault, body.url)
      const change = {
        url: body.url,
        description: body.description ?? null,
        events,
        maxRetryCount: body.max_retry_count ?? 5,
      }
      const now = house.clock.now()
      return call.inTx(async (tx) => {
        const before = await lockSubscription(tx, scope, id)
        await changeSubscription(tx, scope, id, change, now)
        if (body.is_active !== undefined) await switchSubscription(tx, scope, id, body.is_active, now)
        if (body.is_active === false) await dropWaiting(tx, tenantId, id)
        return { ...noContent(), change: hookChange(before, await findSubscription(tx, scope, id)) }
      })
    },
  })
