/** Shapes of webhook subscriptions on the wire; both surfaces share them. */
import { Type } from 'typebox'
import { isoTime } from '../../core/clock.ts'
import { pageSchema } from '../../core/pagination.ts'
import { DateTime, Int32, LongText, Nullable, Uuid } from '../../core/schema.ts'
import { eventTypesOf, type WebhookSurface, WILDCARD } from '../events/event-catalogue.ts'
import { RETRIES_MAX } from './retry-schedule.ts'
import type { SubscriptionRow } from './subscription-store.ts'

const members = {
  id: Uuid,
  url: Type.String({ format: 'uri' }),
  description: Nullable(Type.String()),
  events: Type.Array(Type.String()),
  max_retry_count: Int32,
  is_active: Type.Boolean(),
  created_at: DateTime,
}
export const Subscription = Type.Object(members, { $id: 'WebhookSubscription' })
export const SubscriptionPage = pageSchema(Subscription, 'WebhookSubscriptionPage')
export const SubscriptionCreated = Type.Object(
  { ...members, secret: Type.String({ description: 'Signs every delivery; shown in this answer only' }) },
  { $id: 'WebhookSubscriptionCreated' },
)
export const RotatedSecret = Type.Object(
  {
    id: Uuid,
    secret: Type.String({ description: 'The new secret; shown in this answer only' }),
    rotated_at: DateTime,
    previous_secret_expires_at: DateTime,
  },
  { $id: 'RotatedSecret' },
)

export const SubscriptionParams = Type.Object({ id: Uuid })

const TYPE_NAME_LENGTH_MAX = 1_000 // all names of a surface, with commas
const input = (surface: WebhookSurface) => ({
  url: Type.String({ minLength: 1, maxLength: 2_048, description: 'HTTPS, publicly reachable' }),
  events: Type.Union([
    Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...eventTypesOf(surface), WILDCARD] }), {
      minItems: 1,
      maxItems: 100,
      description: 'Event types, or the wildcard * alone; also accepted as one text, separated by commas',
    }),
    Type.String({ minLength: 1, maxLength: TYPE_NAME_LENGTH_MAX, description: 'The same, separated by commas' }),
  ]),
  description: Type.Optional(LongText(200)),
  max_retry_count: Type.Optional(
    Type.Integer({ format: 'int32', minimum: 0, maximum: RETRIES_MAX, default: RETRIES_MAX }),
  ),
})
export const createSubscriptionInput = (surface: WebhookSurface) =>
  Type.Object(input(surface), { $id: 'CreateWebhookSubscription' })
export const updateSubscriptionInput = (surface: WebhookSurface) =>
  Type.Object(
    {
      id: Type.Optional(Type.String({ format: 'uuid', description: 'Repeats the path' })),
      ...input(surface),
      is_active: Type.Optional(Type.Boolean({ description: 'Absent: stays as it is' })),
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
