/** PUT webhook subscriptions/{id}: replaces everything but the secret; without is_active that value does not change. */
import { endpoint, noContent } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import { dropPendingDeliveries } from '../deliveries/delivery-store.ts'
import { auditedSubscriptionChange, lockSubscription } from '../subscriptions/audited-subscription.ts'
import { checkSubscriberUrl, type SubscriberUrlFault } from '../subscriptions/check-subscriber-url.ts'
import { parseEventTypes } from '../subscriptions/parse-event-types.ts'
import { SubscriptionParams, updateSubscriptionInput } from '../subscriptions/subscription-schemas.ts'
import { changeSubscription, findSubscription, setSubscriptionActive } from '../subscriptions/subscription-store.ts'
import {
  subscriptionNotFound,
  toSubscriptionScope,
  type WebhookRouteScope,
} from '../subscriptions/webhook-route-scope.ts'

export const updateSubscription = (routes: WebhookRouteScope, urlFault: SubscriberUrlFault) =>
  endpoint({
    method: 'PUT',
    path: `${routes.path}/:id`,
    isTagged: true,
    summary: 'Change a webhook subscription',
    description: 'Absent optional members take their defaults; absent is_active stays as it is. The secret stays.',
    tag: 'Webhooks',
    allow: routes.manage,
    limit: 'subscription_management',
    params: SubscriptionParams,
    body: updateSubscriptionInput(routes.surface),
    answers: { 204: null },
    errors: ['invalid_webhook_url'],
    handle: async (call) => {
      const { body, runtime, tenantId } = call
      const { id } = call.params
      const scope = toSubscriptionScope(routes, call)
      if (body.id !== undefined && body.id !== id)
        throw fieldProblem('id', 'mismatch', phrase`must repeat the id of the path`)
      const events = parseEventTypes(routes.surface, body.events)
      if (!(await call.read((tx) => findSubscription(tx, scope, id)))) throw subscriptionNotFound(id)
      await checkSubscriberUrl(urlFault, body.url)
      const change = {
        url: body.url,
        description: body.description ?? null,
        events,
        maxRetryCount: body.max_retry_count ?? 5,
      }
      const now = runtime.clock.now()
      return call.inTx(async (tx) => {
        const before = await lockSubscription(tx, scope, id)
        await changeSubscription(tx, scope, id, change, now)
        if (body.is_active !== undefined) await setSubscriptionActive(tx, scope, id, body.is_active, now)
        if (body.is_active === false) await dropPendingDeliveries(tx, tenantId, id)
        return { ...noContent(), change: auditedSubscriptionChange(before, await findSubscription(tx, scope, id)) }
      })
    },
  })
