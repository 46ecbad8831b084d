/** docs/events.md: every event type with the members of its payload, from the event catalogue. */
import type { TObject } from 'typebox'
import { documentedEvents } from '../../src/webhooks/events/documented-events.ts'
import { EVENT_CATALOGUE, UNSUPPORTED_EVENTS } from '../../src/webhooks/events/event-catalogue.ts'
import { table } from './markdown.ts'

export const eventsPage = (): string => {
  const rows = Object.entries(EVENT_CATALOGUE)
  const summaries = new Map(
    [...documentedEvents('cards'), ...documentedEvents('transfers')].map(({ type, summary }) => [type, summary]),
  )
  const payloads = new Map<TObject, string[]>()
  for (const [type, { payload }] of rows) payloads.set(payload, [...(payloads.get(payload) ?? []), type])
  return `# Events

What subscribers of a webhook hear, made from \`src/webhooks/events/event-catalogue.ts\` by \`npm run docs\`. The members below are those of
\`data\` in the envelope. *Coming* types are part of the interface and may be subscribed to; nothing emits them yet.

${table(
  ['Type', 'What has happened', 'Surface', 'Stage'],
  rows.map(([type, { surface, stage }]) => [`\`${type}\``, summaries.get(type) ?? '', surface, stage]),
)}

Announced, but not to be subscribed to: ${Object.values(UNSUPPORTED_EVENTS)
    .flat()
    .map((type) => `\`${type}\``)
    .join(', ')}.

${[...payloads].map(([payload, types]) => `## ${types.join(', ')}\n\n${memberTable(payload)}`).join('\n\n')}
`
}

type Schema = {
  type?: string
  format?: string
  anyOf?: Schema[]
  enum?: string[]
  const?: unknown
  description?: string
  items?: Schema
}

const memberTable = (payload: TObject): string => {
  const required = new Set((payload.required ?? []) as string[])
  return table(
    ['Member', 'Type', 'Always'],
    Object.entries(payload.properties as Record<string, Schema>).map(([name, schema]) => [
      `\`${name}\``,
      typeOf(schema),
      required.has(name) ? 'yes' : 'no',
    ]),
  )
}

const typeOf = ({ type = 'any', format, anyOf, enum: words, const: only, items }: Schema): string => {
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (words) return words.join(', ')
  if (only !== undefined) return String(only)
  if (items) return `list of ${typeOf(items)}`
  return format ? `${type} (${format})` : type
}
