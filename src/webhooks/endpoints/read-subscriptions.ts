/** GET webhook subscriptions: the list, one of them, and the available event types. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { listQuery, toPage } from '../../core/pagination.ts'
import { listEventTypes } from '../events/event-catalogue.ts'
import {
  Subscription,
  SubscriptionPage,
  SubscriptionParams,
  toSubscriptionResponse,
} from '../subscriptions/subscription-schemas.ts'
import { findSubscription, pageOfSubscriptions } from '../subscriptions/subscription-store.ts'
import {
  subscriptionNotFound,
  toSubscriptionScope,
  type WebhookRouteScope,
} from '../subscriptions/webhook-route-scope.ts'

export const subscriptionQueries = (routes: WebhookRouteScope) => [
  endpoint({
    method: 'GET',
    path: routes.path,
    summary: 'Webhook subscriptions',
    description: 'The search looks into URL and description.',
    tag: 'Webhooks',
    allow: routes.read,
    query: Type.Object(listQuery),
    answers: { 200: SubscriptionPage },
    handle: async (call) => {
      const { query } = call
      const { rows, total } = await call.read((tx) => pageOfSubscriptions(tx, toSubscriptionScope(routes, call), query))
      return ok(toPage(rows.map(toSubscriptionResponse), total, query))
    },
  }),
  endpoint({
    method: 'GET',
    path: `${routes.path}/event-types`,
    summary: 'Event types that can be subscribed to',
    description: 'Every event of this surface; a subscription names some of them.',
    tag: 'Webhooks',
    allow: routes.read,
    answers: { 200: Type.Array(Type.String()) },
    handle: async () => ok(listEventTypes(routes.surface)),
  }),
  endpoint({
    method: 'GET',
    path: `${routes.path}/:id`,
    isTagged: true,
    summary: 'One webhook subscription',
    description: 'The subscription without its secrets.',
    tag: 'Webhooks',
    allow: routes.read,
    params: SubscriptionParams,
    answers: { 200: Subscription },
    handle: async (call) => {
      const { id } = call.params
      const row = await call.read((tx) => findSubscription(tx, toSubscriptionScope(routes, call), id))
      if (!row) throw subscriptionNotFound(id)
      return ok(toSubscriptionResponse(row))
    },
  }),
]
