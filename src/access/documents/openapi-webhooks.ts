/** The `webhooks` section of a document: one operation per event type that a subscriber receives. */
import type { TObject } from 'typebox'
import { buildExample } from './examples.ts'
import { type Components, type Json, toOpenApiSchema } from './openapi-schemas.ts'

export interface DocumentedEvent {
  /** Event type as X-Service-Event and the envelope name it. */
  readonly type: string
  /** Describes the event that caused the webhook. */
  readonly summary: string
  /** Component that describes `data`; types with the same payload share one. */
  readonly dataName: string
  readonly data: TObject
  readonly isEmitted: boolean
}

/** PaymentCompleted, of payment.completed; 3ds.failed begins with a digit, which names in programs cannot. */
export const eventName = (type: string): string =>
  type
    .replace(/^3ds/, 'three_ds')
    .split(/[._]/)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')

const HEADERS: Readonly<Record<string, { name: string; description: string; schema: Json; isOptional?: true }>> = {
  XServiceEvent: {
    name: 'X-Service-Event',
    description: 'Type of the event, the same as `type` in the body.',
    schema: { type: 'string' },
  },
  XServiceEventId: {
    name: 'X-Service-Event-Id',
    description:
      'Id of the event, as in the body and the same on every repeat: ignore events that you have already handled.',
    schema: { type: 'string' },
  },
  XServiceDeliveryId: {
    name: 'X-Service-Delivery-Id',
    description: 'Id of this delivery attempt, as the delivery log shows it.',
    schema: { type: 'string' },
  },
  XServiceTimestamp: {
    name: 'X-Service-Timestamp',
    description: 'Unix time in seconds that was signed; refuse deliveries that are more than 300 seconds off.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  XServiceSignature: {
    name: 'X-Service-Signature',
    description:
      'HMAC-SHA256, keyed by the whole secret of the subscription, over the timestamp, a dot and the bytes of the body.',
    schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
  },
  XServiceSignaturePrevious: {
    name: 'X-Service-Signature-Previous',
    description: 'Signature with the previous secret, sent for 24 hours after a rotation.',
    schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
    isOptional: true,
  },
}

export const WEBHOOK_PARAMETERS: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.entries(HEADERS).map(([key, { isOptional, ...header }]) => [
    key,
    { ...header, in: 'header', ...(isOptional ? {} : { required: true }) },
  ]),
)

export const toWebhooks = (events: readonly DocumentedEvent[], components: Components): Json =>
  Object.fromEntries(
    events.map((event) => {
      const name = `${eventName(event.type)}Event`
      components.schemas[name] = envelopeOf(event, components)
      return [event.type, { post: toWebhook(event, { $ref: `#/components/schemas/${name}` }, components) }]
    }),
  )

const toWebhook = ({ type, summary, isEmitted }: DocumentedEvent, schema: Json, components: Components): Json => ({
  operationId: `on${eventName(type)}`,
  summary,
  description: `Verify the signature over the bytes as they came, answer 2xx within 15 seconds, work afterwards; anything else is sent again.${isEmitted ? '' : ' May be subscribed to; nothing emits it yet.'}`,
  security: [],
  parameters: Object.keys(HEADERS).map((key) => ({ $ref: `#/components/parameters/${key}` })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema, example: buildExample(schema, components.schemas, 'all') } },
  },
  responses: { '2XX': { description: 'Received' } },
})

const envelopeOf = ({ type, summary, data, dataName }: DocumentedEvent, components: Components): Json => ({
  type: 'object',
  description: summary,
  required: ['id', 'type', 'created_at', 'data'],
  properties: {
    id: {
      type: 'string',
      pattern: '^evt_',
      description: 'Id of the event, the same on every repeat: ignore events that you have already handled.',
      examples: ['evt_0198f1a27c3d7e4f8a5b6c7d8e9f0a1b'],
    },
    type: { type: 'string', const: type, description: 'Type of the event.' },
    created_at: { type: 'string', format: 'date-time', description: 'Time at which the event happened, in UTC.' },
    data: toOpenApiSchema(
      { ...data, $id: dataName, description: 'State of the resource when the event happened.' },
      components,
    ),
  },
})
