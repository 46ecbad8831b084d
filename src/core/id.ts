/** Identifiers: time-ordered uuids for rows, random ones for events. */
import { hash, randomUUID } from 'node:crypto'

/**
 * A uuid (version 7) whose order is the order of the platform's clock, so that keys also sort newest first.
 * Its random part is that of Node's own uuid, which draws its entropy in large pieces: a payment needs several of these.
 */
export const newId = (nowMs: number): string => {
  if (nowMs !== lastMs) {
    const time = nowMs.toString(16).padStart(12, '0')
    lastHead = `${time.slice(0, 8)}-${time.slice(8)}-7`
    lastMs = nowMs
  }
  return lastHead + randomUUID().slice(15)
}
let lastMs = Number.NaN
let lastHead = ''

/** `evt_` plus 32 hex digits. */
export const newEventId = (): string => `evt_${randomUUID().replaceAll('-', '')}`

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => UUID.test(text)

export const ZERO_ID = '00000000-0000-0000-0000-000000000000'
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Smallest (or largest) id that could have been generated at this moment: turns a range of times into a range of keys. */
export const idAt = (ms: number, edge: 'first' | 'last'): string => {
  const time = Math.max(0, Math.min(ms, 2 ** 48 - 1))
    .toString(16)
    .padStart(12, '0')
  const rest = edge === 'first' ? '0000-0000-000000000000' : 'ffff-ffff-ffffffffffff'
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest}`
}

/** Ids from the first to before the second. */
export interface IdSpan {
  readonly from: string
  readonly before: string
}

/** Ids follow the moment a row was made: a range of times, both ends included, is a range of ids. */
export const spanOfTimes = (from: string | undefined, to: string | undefined): IdSpan => ({
  from: from === undefined ? ZERO_ID : idAt(Date.parse(from), 'first'),
  before: to === undefined ? LAST_ID : idAt(Date.parse(to) + 1, 'first'),
})

/** The moment a version 7 uuid was generated for. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

const UUID_START = /^[0-9a-f]{4}[0-9a-f-]{0,32}$/i

/** Returns the ids that begin with a text of four digits or more, with or without dashes; undefined if the text is no beginning of an id. */
export const idsBeginningWith = (text: string): { first: string; last: string } | undefined => {
  const digits = text.replaceAll('-', '').toLowerCase()
  if (!UUID_START.test(text) || digits.length > 32) return undefined
  return { first: dashed(digits.padEnd(32, '0')), last: dashed(digits.padEnd(32, 'f')) }
}
const dashed = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Returns the same id for the same parts: a version 8 uuid (RFC 9562: derived from a hash). */
export const derivedId = (parts: readonly string[]): string => {
  const hex = hash('sha256', JSON.stringify(parts), 'hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
