/**
 * Identifies requests that are the same under one key: a keyed hash over method, path, query and body. A plain hash of a card,
 * of personal data or of a password could be guessed.
 */
import type { Sealer } from '../../infra/crypto/sealer.ts'

interface Fingerprinted {
  readonly request: { readonly method: string; readonly url: string }
  readonly runtime: { readonly sealer: Pick<Sealer, 'fingerprint'> }
  readonly tenantId: string
}

export const fingerprintRequest = (call: Fingerprinted & { readonly body: unknown }): Buffer =>
  fingerprintText(call, JSON.stringify(sorted(call.body)))

/** `text`: of the body, the same for the same request. */
export const fingerprintText = ({ request, runtime, tenantId }: Fingerprinted, text: string): Buffer =>
  runtime.sealer.fingerprint(`idempotency:${tenantId}`, `${request.method}\n${request.url}\n${text}`)

/** A card code is not kept in any form. */
const LEFT_OUT = new Set(['cvv'])

/** The members in sorted order; JSON.stringify does the rest: no blanks, shortest numbers. */
const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const names = Object.keys(value).filter((name) => !LEFT_OUT.has(name))
  const result: Record<string, unknown> = {}
  for (const name of names.sort()) result[name] = sorted((value as Record<string, unknown>)[name])
  return result
}
