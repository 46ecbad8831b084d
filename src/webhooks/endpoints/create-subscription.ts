/** POST webhook subscriptions: registers an address for events and returns its signing secret once. */
import { created, endpoint } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { generateSigningSecret, sealSigningSecret } from '../signing/signing-secret.ts'
import { auditedSubscriptionChange } from '../subscriptions/audited-subscription.ts'
import { checkSubscriberUrl, type SubscriberUrlFault } from '../subscriptions/check-subscriber-url.ts'
import { parseEventTypes } from '../subscriptions/parse-event-types.ts'
import {
  createSubscriptionInput,
  SubscriptionCreated,
  toSubscriptionResponse,
} from '../subscriptions/subscription-schemas.ts'
import {
  findSubscription,
  insertSubscription,
  lockAndCountSubscriptions,
  type SubscriptionScope,
} from '../subscriptions/subscription-store.ts'
import { toSubscriptionScope, type WebhookRouteScope } from '../subscriptions/webhook-route-scope.ts'

/** Limit for the tenant as a whole, and separately for each merchant. */
const PER_SURFACE_MAX = 20

export const createSubscription = (routes: WebhookRouteScope, urlFault: SubscriberUrlFault) =>
  endpoint({
    method: 'POST',
    path: routes.path,
    summary: 'Subscribe an address to events',
    description: `${PER_SURFACE_MAX} at most of the tenant as a whole, and ${PER_SURFACE_MAX} of each merchant, active and inactive together.`,
    tag: 'Webhooks',
    allow: routes.manage,
    limit: 'subscription_management',
    body: createSubscriptionInput(routes.surface),
    answers: { 201: SubscriptionCreated },
    errors: ['invalid_webhook_url', 'conflict'],
    handle: async (call) => {
      const { body, runtime, tenantId } = call
      const events = parseEventTypes(routes.surface, body.events)
      await checkSubscriberUrl(urlFault, body.url)
      const scope = toSubscriptionScope(routes, call)
      const id = newId(runtime.clock.ms())
      const secret = generateSigningSecret()
      const secretSealed = await sealSigningSecret(runtime, tenantId, id, secret)
      return call.inTx(async (tx) => {
        if ((await lockAndCountSubscriptions(tx, scope)) >= PER_SURFACE_MAX) throw tooManySubscriptions(scope)
        await insertSubscription(tx, {
          ...scope,
          id,
          url: body.url,
          description: body.description ?? null,
          events,
          maxRetryCount: body.max_retry_count ?? 5,
          secretSealed,
          now: runtime.clock.now(),
        })
        const row = (await findSubscription(tx, scope, id))!
        const shown = secret.use((text) => ({ ...toSubscriptionResponse(row), secret: text }))
        return { ...created(shown), carriesSecret: true, change: auditedSubscriptionChange(undefined, row) }
      })
    },
  })

const tooManySubscriptions = ({ merchantId }: SubscriptionScope): Problem =>
  new Problem('conflict', {
    detail:
      merchantId === null
        ? phrase`There are already ${PER_SURFACE_MAX} subscriptions of the tenant, active and inactive together. Delete one first.`
        : phrase`There are already ${PER_SURFACE_MAX} subscriptions of this merchant, active and inactive together. Delete one first.`,
  })
