/** The value that a device signs: issued by us, for one purpose and person, for five minutes. Unanswered challenges are not stored. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { ZERO_ID } from '../../core/id.ts'
import type { Sealer } from '../../infra/crypto/sealer.ts'

const LASTS_MS = 300_000
const RANDOM_BYTES = 16
const TIME_BYTES = 6
const FRESH_BYTES = RANDOM_BYTES + TIME_BYTES

/** `person` is set for registering, and for a signed-in person who proves their identity again. */
export interface Purpose {
  readonly what: 'register' | 'sign-in' | 'prove'
  readonly person?: { readonly tenantId: string; readonly userId: string }
}
type Hashing = Pick<Sealer, 'hashSecret'>

/** Returns base64url. `nowMs` is real time. */
export const newChallenge = (sealer: Hashing, purpose: Purpose, nowMs: number): string => {
  const fresh = Buffer.alloc(FRESH_BYTES)
  randomBytes(RANDOM_BYTES).copy(fresh)
  fresh.writeUIntBE(nowMs + LASTS_MS, RANDOM_BYTES, TIME_BYTES)
  return Buffer.concat([fresh, computeMac(sealer, purpose, fresh)]).toString('base64url')
}

/** Returns when it ends, real time in ms; null if it is none of ours, was issued for another purpose, or has expired. */
export const endOfChallenge = (sealer: Hashing, purpose: Purpose, challenge: string, nowMs: number): number | null => {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.toString('base64url') !== challenge) return null
  const fresh = bytes.subarray(0, FRESH_BYTES)
  const mac = computeMac(sealer, purpose, fresh)
  if (bytes.length !== FRESH_BYTES + mac.length || !timingSafeEqual(bytes.subarray(FRESH_BYTES), mac)) return null
  const ends = fresh.readUIntBE(RANDOM_BYTES, TIME_BYTES)
  return nowMs < ends && ends <= nowMs + LASTS_MS ? ends : null
}

const computeMac = (sealer: Hashing, { what, person }: Purpose, fresh: Buffer): Buffer =>
  sealer.hashSecret(
    `passkey ${what} ${person?.tenantId ?? ZERO_ID} ${person?.userId ?? ZERO_ID} ${fresh.toString('base64url')}`,
  )
