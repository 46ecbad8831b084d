/** Parses the requested event types: a list or one comma-separated text, each name once. */
import { listed, phrase } from '../../core/phrases/phrase.ts'
import { type FieldError, fieldProblem, Problem } from '../../core/problem.ts'
import {
  type EventType,
  isEventType,
  listEventTypes,
  UNSUPPORTED_EVENTS,
  type WebhookSurface,
  WILDCARD,
} from '../events/event-catalogue.ts'

export const parseEventTypes = (surface: WebhookSurface, sent: string | readonly string[]): string[] => {
  const names = (typeof sent === 'string' ? sent.split(',') : sent)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0) throw fieldProblem('events', 'too_few_items', phrase`name at least one event type, or *`)
  const folded = names.map((name) => toOfferedEventType(surface, name))
  const errors = folded.flatMap((name, at) =>
    name === undefined ? [unknownEventType(surface, names[at] as string, at)] : [],
  )
  if (errors.length > 0)
    throw new Problem('bad_request', {
      detail: listed(errors.slice(0, 1).map(({ field, message }) => phrase`${field}: ${message}`)),
      errors,
    })
  const wanted = [...new Set(folded as string[])]
  if (wanted.includes(WILDCARD) && wanted.length > 1)
    throw fieldProblem('events', 'unknown_value', phrase`the wildcard * stands alone; it covers every type`)
  return wanted
}

const toOfferedEventType = (surface: WebhookSurface, name: string): EventType | typeof WILDCARD | undefined => {
  if (name === WILDCARD) return WILDCARD
  const plain = name.toLowerCase().replaceAll('_', '')
  return isEventType(plain) && listEventTypes(surface).includes(plain) ? plain : undefined
}

const unknownEventType = (surface: WebhookSurface, name: string, at: number): FieldError => ({
  field: `events[${at}]`,
  code: 'unknown_value',
  message: UNSUPPORTED_EVENTS[surface].includes(name)
    ? phrase`${name} is announced but not offered yet`
    : phrase`no event type of this surface; GET event-types lists them`,
})
