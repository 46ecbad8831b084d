/** Verifies a delivery and returns its event, typed. */
import type { WebhookEvent as CardEvent } from '../generated/cards.ts'
import type { WebhookEvent as TransferEvent } from '../generated/transfers.ts'
import { isSignedBy } from './signature.ts'

/** `switch (event.type)` narrows `event.data`. New types may be added: ignore those you do not know. */
export type VezneEvent = CardEvent | TransferEvent

export type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How far the timestamp may differ, in seconds; 300 by default. */
  readonly tolerance?: number
  /** The clock in ms by default. */
  readonly now?: () => number
}

export type WebhookFault =
  | 'body_was_parsed'
  | 'header_missing'
  | 'timestamp_out_of_range'
  | 'wrong_signature'
  | 'not_an_event'

export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly fault: WebhookFault

  constructor(fault: WebhookFault, message: string) {
    super(message)
    this.fault = fault
  }
}

const TOLERANCE_S = 300

/**
 * `rawBody`: the bytes as received, before any JSON is parsed. `secrets`: one, or several during a rotation. Throws
 * WebhookError, whose message says what to change.
 */
export const verify = async (
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: HeadersLike,
  secrets: string | readonly string[],
  { tolerance = TOLERANCE_S, now = Date.now }: VerifyOptions = {},
): Promise<VezneEvent> => {
  const keys = [secrets].flat().filter((secret) => secret) // one of several may be unset
  if (keys.length === 0) throw new TypeError('verify was given no secret: is its setting missing?')
  const body = toBytes(rawBody)
  const timestamp = readHeader(headers, 'x-service-timestamp')
  const current = readHeader(headers, 'x-service-signature')
  if (timestamp === undefined || current === undefined)
    throw new WebhookError(
      'header_missing',
      'X-Service-Timestamp or X-Service-Signature is missing: not a delivery of Vezne',
    )
  const offSeconds = /^\d+$/.test(timestamp) ? Math.abs(now() / 1_000 - Number(timestamp)) : Number.POSITIVE_INFINITY
  if (!(offSeconds <= tolerance))
    throw new WebhookError(
      'timestamp_out_of_range',
      `The delivery was signed at ${timestamp}, more than ${tolerance} s off: a replay, or the clock of this machine is wrong`,
    )
  const previous = readHeader(headers, 'x-service-signature-previous')
  for (const secret of keys)
    for (const signature of [current, previous])
      if (signature !== undefined && (await isSignedBy(secret, timestamp, body, signature))) return parseEvent(body)
  throw new WebhookError(
    'wrong_signature',
    'The signature fits none of the secrets: another subscription, a secret that was replaced, or a body that is not as it came',
  )
}

const toBytes = (raw: unknown): Uint8Array => {
  if (typeof raw === 'string') return new TextEncoder().encode(raw)
  if (raw instanceof Uint8Array) return raw
  if (raw instanceof ArrayBuffer) return new Uint8Array(raw)
  throw bodyWasParsed('the body is no text and no bytes')
}

export const bodyWasParsed = (how: string): WebhookError =>
  new WebhookError(
    'body_was_parsed',
    `The signature is over the bytes as they came, and ${how}: something parsed the body before. Let this route have the raw body`,
  )

const readHeader = (headers: HeadersLike, name: string): string | undefined => {
  // Detected by its methods, because the class of another fetch implementation or realm differs from this one.
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? undefined
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof entry === 'string' ? entry : entry?.[0]
}

const parseEvent = (body: Uint8Array): VezneEvent => {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as VezneEvent
    if (typeof event.id === 'string' && typeof event.type === 'string' && typeof event.data === 'object' && event.data)
      return event
  } catch {
    // The body is signed, but not JSON; the error is thrown below.
  }
  throw new WebhookError('not_an_event', 'The body is signed, but no event')
}
