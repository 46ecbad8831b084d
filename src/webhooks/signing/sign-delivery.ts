/** Signs a delivery: HMAC-SHA256 over the timestamp, a dot and the raw body, keyed by the whole secret text. */
import { createHmac } from 'node:crypto'
import type { Secret } from '../../core/secret.ts'

export const signDelivery = (secret: Secret, timestamp: string, body: Buffer): string =>
  secret.use((key) => `sha256=${createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex')}`)
