/** Webhook subscriptions and their delivery log, alike on two surfaces: the table of contents. */
import type { Endpoint } from '../access/endpoint.ts'
import type { HookSurface } from './catalogue.ts'
import { listDeliveries } from './log/list-deliveries.ts'
import { replayDelivery } from './log/replay-delivery.ts'
import { webhookHealth } from './log/webhook-health.ts'
import type { Deliveries } from './open-deliveries.ts'
import { createSubscription } from './subscriptions/create-subscription.ts'
import { deleteSubscription } from './subscriptions/delete-subscription.ts'
import { HOOK_PLACES } from './subscriptions/hook-place.ts'
import { rotateSecret } from './subscriptions/rotate-secret.ts'
import { subscriptionReads } from './subscriptions/subscription-reads.ts'
import { switchSubscription } from './subscriptions/switch-subscription.ts'
import { updateSubscription } from './subscriptions/update-subscription.ts'

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
