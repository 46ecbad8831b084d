/** The final bytes of an event: one envelope, members in the catalogue's order, the same on every repeat. */
import assert from 'node:assert/strict'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { isoTime } from '../../core/clock.ts'
import { EVENT_CATALOGUE, type EventData, type EventType } from './event-catalogue.ts'

export const buildEventBody = <T extends EventType>(
  id: string,
  type: T,
  created: Date | number,
  data: EventData<T>,
): string => JSON.stringify({ id, type, created_at: isoTime(created), data: ordered(type, data) })

const ordered = (type: EventType, data: Record<string, unknown>): Record<string, unknown> => {
  const names = NAMES[type]
  const result: Record<string, unknown> = {}
  let taken = 0
  for (const name of names) {
    const value = data[name]
    if (value === undefined) continue
    result[name] = name === 'error_message' ? withoutCardNumbers(value) : value
    taken++
  }
  assert(taken >= REQUIRED[type] && taken === sizeOf(data), `payload of ${type} differs from the catalogue`)
  return result
}

/** Masks card numbers, because banks may put anything into their messages. */
const withoutCardNumbers = (value: unknown): unknown => (typeof value === 'string' ? maskCardNumbers(value) : value)

const sizeOf = (data: Record<string, unknown>): number => {
  let size = 0
  for (const name in data) if (data[name] !== undefined) size++
  return size
}

const perType = <R>(of: (payload: { properties: object; required?: readonly string[] }) => R): Record<EventType, R> =>
  Object.fromEntries(Object.entries(EVENT_CATALOGUE).map(([type, row]) => [type, of(row.payload)])) as Record<
    EventType,
    R
  >
const NAMES = perType((payload) => Object.keys(payload.properties))
const REQUIRED = perType((payload) => payload.required?.length ?? 0)
