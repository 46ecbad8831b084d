/** POST webhook subscriptions/{id}/replay: what a subscriber missed since a moment, or everything since then, once more. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { checkRanges, rangeProblemCode } from '../../access/input/query-ranges.ts'
import { isoTime } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { DateTime, Enum, Int32, Nullable, Uuid } from '../../core/schema.ts'
import { spanOfTimes } from '../../infra/database/closed-blocks/closed-list.ts'
import { EventTypeName } from '../deliveries/delivery-schemas.ts'
import { REPLAYED_MAX, replayEvents } from '../deliveries/replay-events.ts'
import type { Deliveries } from '../dispatch/open-deliveries.ts'
import type { WebhookSurface } from '../events/event-catalogue.ts'
import { lockSubscription } from '../subscriptions/audited-subscription.ts'
import { SubscriptionParams } from '../subscriptions/subscription-schemas.ts'
import { findActivation } from '../subscriptions/subscription-store.ts'
import { toSubscriptionScope, type WebhookRouteScope } from '../subscriptions/webhook-route-scope.ts'

const ReplayEvents = (surface: WebhookSurface) =>
  Type.Object(
    {
      since: Type.Unsafe<string>({
        ...DateTime,
        description: 'Attempts of that moment and later, of the last 30 days; replays are none',
      }),
      until: Type.Optional(
        Type.Unsafe<string>({ ...DateTime, description: 'And not later than this; left out: up to now' }),
      ),
      event_types: Type.Optional(
        Type.Array(EventTypeName(surface), { minItems: 1, maxItems: 50, description: 'Left out: all' }),
      ),
      which: Type.Optional(
        Type.Unsafe<'undelivered' | 'all'>({
          ...Enum('ReplayedEvents', ['undelivered', 'all']),
          default: 'undelivered',
          description: '`undelivered`: events of which no attempt has succeeded; `all`: also those that were received',
        }),
      ),
      after: Type.Optional(
        Type.Unsafe<string>({ ...Uuid, description: '`next_after` of the answer before, to go on behind it' }),
      ),
    },
    { $id: 'ReplayEvents' },
  )

const ReplayEventsResult = Type.Object(
  {
    queued: Type.Integer({ ...Int32, description: 'Events that are sent once more' }),
    skipped: Type.Integer({ ...Int32, description: 'Received, waiting already, or no longer kept' }),
    next_after: Nullable(Type.Unsafe<string>({ ...Uuid, description: 'There are more: send it as `after`' })),
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
