/** Tells whether two requests with one key are the same: SHA-256 over method, path, query and the canonical body. */
import { hash } from 'node:crypto'

/**
 * Card numbers go in as keyed hash and the card code not at all: a plain hash of a body with a card number would be a
 * card number that can be guessed.
 */
export const requestFingerprint = (
  request: { method: string; url: string },
  body: unknown,
  hashCardNumber: (digits: string) => Buffer,
): Buffer =>
  hash('sha256', `${request.method}\n${request.url}\n${JSON.stringify(sorted(body, hashCardNumber))}`, 'buffer')

const CARD_NUMBER_NAMES = new Set(['number', 'card_number'])
const LEFT_OUT = new Set(['cvv'])

/** The same members in one order, whatever order they came in; JSON.stringify does the rest: no blanks, shortest numbers. */
const sorted = (value: unknown, hashCardNumber: (digits: string) => Buffer): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => sorted(each, hashCardNumber))
  const result: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) {
    if (LEFT_OUT.has(name)) continue
    const member = (value as Record<string, unknown>)[name]
    const isCardNumber = typeof member === 'string' && CARD_NUMBER_NAMES.has(name)
    result[name] = isCardNumber ? hashCardNumber(member).toString('hex') : sorted(member, hashCardNumber)
  }
  return result
}
