/** Verifies a delivery as a subscriber does: the age of its timestamp, then the signature over the raw body. */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Secret } from '../../core/secret.ts'
import { signDelivery } from './sign-delivery.ts'

const TOLERANCE_S = 300 // five minutes to either side
/** The second one is sent for a day after a rotation. */
const SIGNATURES = ['x-service-signature', 'x-service-signature-previous']

/** `nowS` is real time in seconds. */
export const hasValidSignature = (
  secret: Secret,
  headers: IncomingHttpHeaders,
  body: Buffer,
  nowS: number,
): boolean => {
  const timestamp = String(headers['x-service-timestamp'] ?? '')
  if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs(nowS - Number(timestamp)) > TOLERANCE_S) return false
  const expected = Buffer.from(signDelivery(secret, timestamp, body))
  return SIGNATURES.some((name) => {
    const sent = Buffer.from(String(headers[name] ?? ''))
    return sent.length === expected.length && timingSafeEqual(sent, expected)
  })
}
