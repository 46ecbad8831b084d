/**
 * The delivery log of the last 30 days, newest first: of one subscription, of all within reach, and one of its
 * attempts.
 */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { toPage, toPlace } from '../../core/pagination.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import { findLoggedDelivery, pageOfDeliveries } from '../deliveries/delivery-log.ts'
import {
  Delivery,
  DeliveryPage,
  deliveryQuery,
  toDeliveryFilter,
  toDeliveryResponse,
} from '../deliveries/delivery-schemas.ts'
import { SubscriptionParams } from '../subscriptions/subscription-schemas.ts'
import { findSubscription, findSubscriptionIds } from '../subscriptions/subscription-store.ts'
import {
  subscriptionNotFound,
  toSubscriptionScope,
  type WebhookRouteScope,
} from '../subscriptions/webhook-route-scope.ts'

export const listDeliveries = (routes: WebhookRouteScope) =>
  endpoint({
    method: 'GET',
    path: `${routes.path}/:id/deliveries`,
    summary: 'Delivery log: one row per attempt',
    description:
      'Newest first: what was sent, what the subscriber answered, when it is tried again. Look here when an event did not arrive.',
    tag: 'Webhooks',
    allow: routes.read,
    params: SubscriptionParams,
    query: Type.Object(deliveryQuery(routes.surface)),
    answers: { 200: DeliveryPage },
    handle: async (call) => {
      const { query, tenantId, params } = call
      const filter = toDeliveryFilter({ tenantId, subscriptionIds: [params.id] }, query)
      const { rows, total } = await call.readList(async (tx) => {
        if (!(await findSubscription(tx, toSubscriptionScope(routes, call), params.id)))
          throw subscriptionNotFound(params.id)
        return pageOfDeliveries(tx, filter, toPlace(query))
      })
      return ok(toPage(rows.map(toDeliveryResponse), total, query))
    },
  })

export const listAllDeliveries = (routes: WebhookRouteScope) =>
  endpoint({
    method: 'GET',
    path: `${routes.path}/deliveries`,
    summary: 'Delivery log of all subscriptions',
    description:
      'As the log of one subscription, over all that exist: which of them were told of a payment, and what failed since yesterday. ' +
      'Give a range of times where there are many.',
    tag: 'Webhooks',
    allow: routes.read,
    query: Type.Object({
      ...deliveryQuery(routes.surface),
      subscription_id: Type.Optional(described(Uuid, 'Only deliveries of the subscription with this id.')),
    }),
    answers: { 200: DeliveryPage },
    handle: async (call) => {
      const { query, tenantId } = call
      const asked = toDeliveryFilter({ tenantId, subscriptionIds: [] }, query)
      const { rows, total } = await call.readList(async (tx) => {
        const allIds = await findSubscriptionIds(tx, toSubscriptionScope(routes, call))
        const subscriptionIds = allIds.filter((id) => [undefined, id].includes(query.subscription_id))
        return pageOfDeliveries(tx, { ...asked, subscriptionIds }, toPlace(query))
      })
      return ok(toPage(rows.map(toDeliveryResponse), total, query))
    },
  })

export const getDelivery = (routes: WebhookRouteScope) =>
  endpoint({
    method: 'GET',
    path: `${routes.path}/deliveries/:delivery_id`,
    summary: 'Read a delivery',
    description: 'One attempt, as the delivery log has it.',
    tag: 'Webhooks',
    allow: routes.read,
    params: Type.Object({ delivery_id: described(Uuid, 'Id of the delivery, as the delivery log shows it.') }),
    answers: { 200: Delivery },
    handle: async (call) => {
      const { tenantId, params } = call
      const found = await call.read(async (tx) => {
        const subscriptionIds = await findSubscriptionIds(tx, toSubscriptionScope(routes, call))
        return findLoggedDelivery(tx, { tenantId, subscriptionIds }, params.delivery_id)
      })
      if (found) return ok(toDeliveryResponse(found))
      throw new Problem('resource_not_found', { detail: phrase`There is no finished delivery ${params.delivery_id}.` })
    },
  })
