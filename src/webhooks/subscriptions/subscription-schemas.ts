/** Schemas of webhook subscriptions, shared by both surfaces. */
import { Type } from 'typebox'
import { isoTime } from '../../core/clock.ts'
import { Created, RepeatedId } from '../../core/members/record-members.ts'
import { pageSchema } from '../../core/pagination.ts'
import { DateTime, described, Int32, LongText, NullableText, Uuid } from '../../core/schema.ts'
import { listEventTypes, type WebhookSurface, WILDCARD } from '../events/event-catalogue.ts'
import { RETRIES_MAX } from './retry-schedule.ts'
import type { SubscriptionRow } from './subscription-store.ts'

const members = {
  id: described(Uuid, 'Id of the subscription.'),
  url: Type.String({ format: 'uri', description: 'HTTPS address that deliveries are posted to.' }),
  description: NullableText('Description of the subscription, for people; null when none was given.'),
  events: Type.Array(Type.String(), {
    description: 'Event types that are delivered to this subscription; `*` stands for all of them.',
  }),
  max_retry_count: described(
    Int32,
    'Number of times a failed delivery is tried again, 0 to 5, after the first attempt.',
  ),
  is_active: Type.Boolean({ description: 'Whether events are delivered; an inactive subscription receives none.' }),
  created_at: Created,
}
export const Subscription = Type.Object(members, { $id: 'WebhookSubscription' })
export const SubscriptionPage = pageSchema(Subscription, 'WebhookSubscriptionPage')
export const SubscriptionCreated = Type.Object(
  {
    ...members,
    secret: Type.String({
      description: 'Secret that signs every delivery. It is shown in this answer only: store it now.',
    }),
  },
  { $id: 'WebhookSubscriptionCreated' },
)
export const RotatedSecret = Type.Object(
  {
    id: described(Uuid, 'Id of the subscription whose secret was replaced.'),
    secret: Type.String({
      description: 'New secret that signs every delivery from now on. It is shown in this answer only: store it now.',
    }),
    rotated_at: described(DateTime, 'Time at which the secret was replaced.'),
    previous_secret_expires_at: described(
      DateTime,
      'Time until which deliveries are also signed with the previous secret, in X-Service-Signature-Previous.',
    ),
  },
  { $id: 'RotatedSecret' },
)

export const SubscriptionParams = Type.Object({
  id: described(Uuid, 'Id of the subscription, as its creation returned it.'),
})

const TYPE_NAME_LENGTH_MAX = 1_000 // all names of a surface, with commas
const input = (surface: WebhookSurface) => ({
  url: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description: 'HTTPS address that deliveries are posted to; it must be publicly reachable.',
  }),
  events: Type.Union(
    [
      Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...listEventTypes(surface), WILDCARD] }), {
        minItems: 1,
        maxItems: 100,
      }),
      Type.String({
        minLength: 1,
        maxLength: TYPE_NAME_LENGTH_MAX,
        description: 'Event types as one text, separated by commas.',
      }),
    ],
    {
      description:
        'Event types to deliver, or only the wildcard `*` for all; also accepted as one text, separated by commas.',
    },
  ),
  description: Type.Optional(LongText(200, { description: 'Description of the subscription, for people.' })),
  max_retry_count: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 0,
      maximum: RETRIES_MAX,
      default: RETRIES_MAX,
      description: 'Number of times a failed delivery is tried again after the first attempt.',
    }),
  ),
})
export const createSubscriptionInput = (surface: WebhookSurface) =>
  Type.Object(input(surface), { $id: 'CreateWebhookSubscription' })
export const updateSubscriptionInput = (surface: WebhookSurface) =>
  Type.Object(
    {
      id: RepeatedId,
      ...input(surface),
      is_active: Type.Optional(
        Type.Boolean({ description: 'Whether events are delivered; when absent it stays as it is.' }),
      ),
    },
    { $id: 'UpdateWebhookSubscription' },
  )

export const toSubscriptionResponse = (row: SubscriptionRow) => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  max_retry_count: row.max_retry_count,
  is_active: row.is_active,
  created_at: isoTime(row.created),
})
