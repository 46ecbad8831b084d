/** Hands a delivery on to a program on this machine, as the service would have sent it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Secret } from '../core/secret.ts'
import { signDelivery } from '../webhooks/signing/sign-delivery.ts'
import { UsageError } from './command.ts'

export interface Forwarding {
  readonly url: string
  /** Signs the forwarded event; if absent, the signature is passed on unchanged. */
  readonly secret?: Secret | undefined
}

const ANSWER_DEADLINE_MS = 15_000 // a subscriber has as long

export const parseForwarding = (url: string, secret: Secret | undefined): Forwarding => {
  const { protocol } = URL.parse(url) ?? {}
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new UsageError('--forward takes an address such as http://127.0.0.1:3000/hooks')
  return { url, secret }
}

/** The status to answer with, and what to print. */
export const forwardEvent = async (
  { url, secret }: Forwarding,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<{ status: number; note: string }> => {
  const started = performance.now()
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: buildHeaders(headers, body, secret),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_DEADLINE_MS),
    })
    await answer.arrayBuffer()
    const took = `${(performance.now() - started).toFixed(0)} ms`
    return { status: answer.status, note: `forwarded: ${answer.status} in ${took}` }
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    return { status: 502, note: `not forwarded: ${reason === '' ? 'nothing listens there' : reason}` }
  }
}

/** Keeps the headers that a subscriber reads. The earlier secret of a rotation is unknown to the program. */
const buildHeaders = (
  headers: IncomingHttpHeaders,
  body: Buffer,
  secret: Secret | undefined,
): Record<string, string> => {
  const sent = Object.entries(headers).filter(
    ([name]) => name.startsWith('x-service-') || name === 'content-type' || name === 'user-agent',
  )
  const kept = Object.fromEntries(sent.map(([name, value]) => [name, String(value)]))
  if (secret === undefined) return kept
  return { ...kept, 'x-service-signature': signDelivery(secret, kept['x-service-timestamp'] ?? '', body) }
}
