/** The list of webhook subscription and delivery log endpoints, which two surfaces share. */
import type { Endpoint } from '../access/endpoint.ts'
import type { Deliveries } from './dispatch/deliveries-module.ts'
import { switchSubscription } from './endpoints/activate-subscription.ts'
import { createSubscription } from './endpoints/create-subscription.ts'
import { deleteSubscription } from './endpoints/delete-subscription.ts'
import { getDelivery, listAllDeliveries, listDeliveries } from './endpoints/list-deliveries.ts'
import { subscriptionQueries } from './endpoints/read-subscriptions.ts'
import { replayDelivery } from './endpoints/replay-delivery.ts'
import { replaySubscription } from './endpoints/replay-events.ts'
import { rotateSecret } from './endpoints/rotate-signing-secret.ts'
import { updateSubscription } from './endpoints/update-subscription.ts'
import { webhookHealth } from './endpoints/webhook-health.ts'
import type { WebhookSurface } from './events/event-catalogue.ts'
import { WEBHOOK_ROUTE_SCOPES } from './subscriptions/webhook-route-scope.ts'

export const webhookEndpoints = (
  surface: WebhookSurface,
  { wake, urlFault }: Pick<Deliveries, 'wake' | 'urlFault'>,
): Endpoint[] => {
  const place = WEBHOOK_ROUTE_SCOPES[surface]
  return [
    createSubscription(place, urlFault),
    ...subscriptionQueries(place),
    updateSubscription(place, urlFault),
    deleteSubscription(place),
    rotateSecret(place, wake),
    switchSubscription(place, true),
    switchSubscription(place, false),
    listAllDeliveries(place),
    getDelivery(place),
    listDeliveries(place),
    replayDelivery(place, wake),
    replaySubscription(place, wake),
    webhookHealth(place),
  ]
}
