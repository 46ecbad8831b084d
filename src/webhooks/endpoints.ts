/** Webhook subscriptions and their delivery log, alike on two surfaces: the table of contents. */
import type { Endpoint } from '../access/endpoint.ts'
import type { HookSurface } from './events/event-catalogue.ts'
import { listDeliveries } from './endpoints/list-deliveries.ts'
import { replayDelivery } from './endpoints/replay-delivery.ts'
import { webhookHealth } from './endpoints/webhook-health.ts'
import type { Deliveries } from './dispatch/open-deliveries.ts'
import { createSubscription } from './endpoints/create-subscription.ts'
import { deleteSubscription } from './endpoints/delete-subscription.ts'
import { HOOK_PLACES } from './endpoints/webhook-route-scope.ts'
import { rotateSecret } from './endpoints/rotate-signing-secret.ts'
import { subscriptionReads } from './endpoints/read-subscriptions.ts'
import { switchSubscription } from './endpoints/activate-subscription.ts'
import { updateSubscription } from './endpoints/update-subscription.ts'

export const webhookEndpoints = (
  surface: HookSurface,
  { wake, urlFault }: Pick<Deliveries, 'wake' | 'urlFault'>,
): Endpoint[] => {
  const place = HOOK_PLACES[surface]
  return [
    createSubscription(place, urlFault),
    ...subscriptionReads(place),
    updateSubscription(place, urlFault),
    deleteSubscription(place),
    rotateSecret(place, wake),
    switchSubscription(place, true),
    switchSubscription(place, false),
    listDeliveries(place),
    replayDelivery(place, wake),
    ...(surface === 'transfers' ? [webhookHealth(place)] : []),
  ]
}
