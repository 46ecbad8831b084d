/** GET webhook subscriptions: the list, one of them, and the event types there are. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { limitOf, listQuery, offsetOf, pageOf } from '../../core/pagination.ts'
import { eventTypesOf } from '../events/event-catalogue.ts'
import { type HookPlace, noSuchSubscription, scopeOf } from './webhook-route-scope.ts'
import { Subscription, SubscriptionPage, SubscriptionParams, subscriptionBody } from './subscription-schemas.ts'
import { findSubscription, listSubscriptions } from '../subscriptions/subscription-store.ts'

export const subscriptionReads = (place: HookPlace) => [
  endpoint({
    method: 'GET',
    path: place.path,
    summary: 'Webhook subscriptions',
    description: 'The search looks into URL and description.',
    tag: 'Webhooks',
    allow: place.read,
    query: Type.Object(listQuery),
    answers: { 200: SubscriptionPage },
    handle: async (call) => {
      const { query } = call
      const filter = {
        includeInactive: query.include_inactive ?? false,
        searchTerm: query.search_term,
        limit: limitOf(query),
        offset: offsetOf(query),
      }
      const { rows, total } = await call.read((tx) => listSubscriptions(tx, scopeOf(place, call), filter))
      return ok(pageOf(rows.map(subscriptionBody), total, query))
    },
  }),
  endpoint({
    method: 'GET',
    path: `${place.path}/event-types`,
    summary: 'Event types that can be subscribed to',
    tag: 'Webhooks',
    allow: place.read,
    answers: { 200: Type.Array(Type.String()) },
    handle: async () => ok(eventTypesOf(place.surface)),
  }),
  endpoint({
    method: 'GET',
    path: `${place.path}/:id`,
    summary: 'One webhook subscription',
    tag: 'Webhooks',
    allow: place.read,
    params: SubscriptionParams,
    answers: { 200: Subscription },
    handle: async (call) => {
      const { id } = call.params
      const row = await call.read((tx) => findSubscription(tx, scopeOf(place, call), id))
      if (!row) throw noSuchSubscription(id)
      return ok(subscriptionBody(row))
    },
  }),
]
