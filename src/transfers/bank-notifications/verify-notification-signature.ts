/**
 * Verifies the signature of a bank notification: HMAC-SHA256 over time and raw body with the secret key of a
 * configuration.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Configuration } from '../../connectors/attempt.ts'

const TOLERANCE_MS = 5 * 60_000
const TIMESTAMP = /^[0-9]{1,12}$/
const SIGNATURE = /^sha256=([0-9a-f]{64})$/i

export interface SignedNotification {
  readonly timestamp: string
  readonly signature: Buffer
}

/**
 * Returns undefined if it is missing, malformed, or too far from `realMs`. The age of a message is measured in real
 * time, because its sender uses that.
 */
export const parseSignature = (
  timestamp: string | undefined,
  signature: string | undefined,
  realMs: number,
): SignedNotification | undefined => {
  const hex = SIGNATURE.exec(signature ?? '')?.[1]
  if (hex === undefined || timestamp === undefined || !TIMESTAMP.test(timestamp)) return undefined
  if (Math.abs(realMs - Number(timestamp) * 1_000) > TOLERANCE_MS) return undefined
  return { timestamp, signature: Buffer.from(hex, 'hex') }
}

/**
 * Returns the ids of the configurations whose key made the signature. Every key is tried, so that the time taken
 * discloses nothing.
 */
export const findSigners = (
  { timestamp, signature }: SignedNotification,
  rawBody: Buffer,
  configurations: readonly Configuration[],
): ReadonlySet<string> => {
  const isBy = ({ secrets }: Configuration): boolean =>
    secrets.secretKey?.use((key) =>
      timingSafeEqual(createHmac('sha256', key).update(`${timestamp}.`).update(rawBody).digest(), signature),
    ) ?? false
  return new Set(configurations.filter(isBy).map(({ id }) => id))
}
