/** POST webhook subscriptions: names an address for events and hands out its signing secret, this once. */
import { created, endpoint } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { Problem } from '../../core/problem.ts'
import { newSigningSecret, sealSigningSecret } from '../signing/signing-secret.ts'
import { type HookPlace, scopeOf } from './webhook-route-scope.ts'
import { createInput, SubscriptionCreated, subscriptionBody } from './subscription-schemas.ts'
import { hookChange } from './audited-subscription.ts'
import { addSubscription, countForCreate, findSubscription, type Scope } from '../subscriptions/subscription-store.ts'
import { type UrlFault, vetUrl } from './check-subscriber-url.ts'
import { wantedEvents } from './parse-event-types.ts'

/** Of the tenant as a whole, and of each merchant: one merchant takes no room of another, nor of the tenant. */
const PER_SURFACE_MAX = 20

export const createSubscription = (place: HookPlace, urlFault: UrlFault) =>
  endpoint({
    method: 'POST',
    path: place.path,
    summary: 'Subscribe an address to events',
    description: `${PER_SURFACE_MAX} at most of the tenant as a whole, and ${PER_SURFACE_MAX} of each merchant, active and inactive together.`,
    tag: 'Webhooks',
    allow: place.manage,
    limit: 'subscription_management',
    body: createInput(place.surface),
    answers: { 201: SubscriptionCreated },
    errors: ['invalid_webhook_url', 'conflict'],
    handle: async (call) => {
      const { body, house, tenantId } = call
      const events = wantedEvents(place.surface, body.events)
      await vetUrl(urlFault, body.url)
      const scope = scopeOf(place, call)
      const id = newId(house.clock.ms())
      const secret = newSigningSecret()
      const secretSealed = await sealSigningSecret(house, tenantId, id, secret)
      return call.inTx(async (tx) => {
        if ((await countForCreate(tx, scope)) >= PER_SURFACE_MAX) throw tooMany(scope)
        await addSubscription(tx, {
          ...scope,
          id,
          url: body.url,
          description: body.description ?? null,
          events,
          maxRetryCount: body.max_retry_count ?? 5,
          secretSealed,
          now: house.clock.now(),
        })
        const row = (await findSubscription(tx, scope, id))!
        const shown = secret.use((text) => ({ ...subscriptionBody(row), secret: text }))
        return { ...created(shown), carriesSecret: true, change: hookChange(undefined, row) }
      })
    },
  })

const tooMany = ({ merchantId }: Scope): Problem =>
  new Problem('conflict', {
    detail: `There are already ${PER_SURFACE_MAX} subscriptions of ${merchantId === null ? 'the tenant' : 'this merchant'}, active and inactive together. Delete one first.`,
  })
