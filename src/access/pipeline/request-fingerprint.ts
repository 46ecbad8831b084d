/** Identifies requests that are the same under one key: SHA-256 over method, path, query and the canonical body. */
import { hash } from 'node:crypto'

/**
 * Card numbers and secrets enter as a keyed hash and the card code not at all: a plain hash of a body with a card number or
 * a password could be guessed.
 */
export const requestFingerprint = (
  request: { method: string; url: string },
  body: unknown,
  keyedHash: (text: string) => Buffer,
): Buffer => hash('sha256', `${request.method}\n${request.url}\n${JSON.stringify(sorted(body, keyedHash))}`, 'buffer')

const KEYED_NAMES = new Set([
  'number',
  'card_number',
  'tax_id',
  'identity_number',
  'api_key',
  'secret_key',
  'password',
  'extra_credentials',
  'client_secret',
  'value', // of a blacklist entry, of a setting
])
const LEFT_OUT = new Set(['cvv'])

/** The members in sorted order; JSON.stringify does the rest: no blanks, shortest numbers. */
const sorted = (value: unknown, keyedHash: (text: string) => Buffer): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => sorted(each, keyedHash))
  const result: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) {
    if (LEFT_OUT.has(name)) continue
    const member = (value as Record<string, unknown>)[name]
    const isKeyed = typeof member === 'string' && KEYED_NAMES.has(name)
    result[name] = isKeyed ? keyedHash(member).toString('hex') : sorted(member, keyedHash)
  }
  return result
}
