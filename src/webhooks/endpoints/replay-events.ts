/**
 * POST webhook subscriptions/{id}/replay: sends again what a subscriber missed since a moment, or everything since
 * then.
 */

import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { checkRanges, rangeProblemCode } from '../../access/input/query-ranges.ts'
import { isoTime } from '../../core/clock.ts'
import { spanOfTimes } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { DateTime, described, Enum, Int32, Nullable, Uuid } from '../../core/schema.ts'
import { EventTypeName } from '../deliveries/delivery-schemas.ts'
import { REPLAYED_MAX, replayEvents } from '../deliveries/replay-events.ts'
import type { Deliveries } from '../dispatch/deliveries-module.ts'
import type { WebhookSurface } from '../events/event-catalogue.ts'
import { lockSubscription } from '../subscriptions/audited-subscription.ts'
import { SubscriptionParams } from '../subscriptions/subscription-schemas.ts'
import { findActivation } from '../subscriptions/subscription-store.ts'
import { toSubscriptionScope, type WebhookRouteScope } from '../subscriptions/webhook-route-scope.ts'

const ReplayEvents = (surface: WebhookSurface) =>
  Type.Object(
    {
      since: described(
        DateTime,
        'Only events whose attempts began at this time or later. Attempts are kept for 30 days; replays do not count as attempts.',
      ),
      until: Type.Optional(
        described(DateTime, 'Only events whose attempts began no later than this; when absent, up to now.'),
      ),
      event_types: Type.Optional(
        Type.Array(EventTypeName(surface), {
          minItems: 1,
          maxItems: 50,
          description: 'Only events of these types; when absent, of all types.',
        }),
      ),
      which: Type.Optional(
        Type.Unsafe<'undelivered' | 'all'>({
          ...Enum('ReplayedEvents', ['undelivered', 'all']),
          default: 'undelivered',
          description:
            '`undelivered`: only events of which no attempt has succeeded; `all`: also events that were received.',
        }),
      ),
      after: Type.Optional(described(Uuid, 'Cursor to continue from: the `next_after` of the previous answer.')),
    },
    { $id: 'ReplayEvents' },
  )

const ReplayEventsResult = Type.Object(
  {
    queued: described(Int32, 'Number of events that are sent once more.'),
    skipped: described(
      Int32,
      'Number of events left out because they were received, are still waiting, or are no longer kept.',
    ),
    next_after: described(
      Nullable(Uuid),
      'Cursor of the next page, to be sent as `after`; null when no more events match.',
    ),
  },
  { $id: 'ReplayEventsResult' },
)

export const replaySubscription = (routes: WebhookRouteScope, wake: Deliveries['wake']) =>
  endpoint({
    method: 'POST',
    path: `${routes.path}/:id/replay`,
    summary: 'Send the events since a moment once more',
    description:
      `Oldest first, at most ${REPLAYED_MAX} attempts are looked at in a call. Each event is sent as by a single replay: same event id and body, ` +
      'new delivery id, next attempt number, one attempt without retries; one whose attempt still waits is left out.',
    tag: 'Webhooks',
    allow: routes.manage,
    effect: 'repeats',
    limit: 'subscription_management',
    params: SubscriptionParams,
    body: ReplayEvents(routes.surface),
    answers: { 200: ReplayEventsResult },
    errors: ['conflict', rangeProblemCode(routes.surface)],
    handle: async (call) => {
      const { params, body, runtime, tenantId } = call
      const { since, until, event_types: eventTypes, which = 'undelivered', after } = body
      const now = runtime.clock.now()
      checkRanges([{ from: 'since', to: 'until' }], body, routes.surface)
      const span = spanOfTimes(since, until ?? isoTime(now))
      const answer = await call.inTx(async (tx) => {
        const subscription = await lockSubscription(tx, toSubscriptionScope(routes, call), params.id)
        if (!subscription.is_active)
          throw new Problem('conflict', { detail: phrase`The subscription is inactive. Activate it first.` })
        const { queued, skipped, next } = await replayEvents(tx, {
          tenantId,
          subscriptionId: subscription.id,
          activation: await findActivation(tx, tenantId, subscription.id),
          span,
          after,
          eventTypes,
          withDelivered: which === 'all',
          now,
        })
        const change = {
          kind: 'webhook_subscription',
          id: subscription.id,
          before: null,
          after: { replayed: which, since, until: until ?? null, event_types: eventTypes ?? null, queued, skipped },
        }
        return { ...ok({ queued, skipped, next_after: next }), change }
      })
      wake([tenantId])
      return answer
    },
  })
