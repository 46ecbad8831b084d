/** Short tokens that third parties carry for us: a few ids and a signature over them, bound to a purpose. */
import { timingSafeEqual } from 'node:crypto'
import type { Sealer } from './sealer.ts'

const ID_BYTES = 16
const MAC_BYTES = 16 // an attacker has only a few attempts at one of them

type Signer = Pick<Sealer, 'fingerprint'>

/** Returns a token: 64 characters for two ids, all of them safe in a URL and in a bank's form. */
export const signToken = (sealer: Signer, purpose: string, ids: readonly string[]): string => {
  const bytes = Buffer.concat(ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex')))
  return toText(Buffer.concat([bytes, computeMac(sealer, purpose, bytes)]))
}

/** Avoids underscores, so that a token never looks like the prefix of a secret, which scans for leaks look for. */
const toText = (bytes: Buffer): string => bytes.toString('base64url').replaceAll('_', '~')

/** Returns the ids, or undefined if this token was never signed for this purpose. */
export const readSignedToken = (sealer: Signer, purpose: string, text: string, count: number): string[] | undefined => {
  const whole = Buffer.from(text.replaceAll('~', '_'), 'base64url')
  const size = count * ID_BYTES
  // Accept only the canonical form: other texts that decode to the same bytes are refused.
  if (whole.length !== size + MAC_BYTES || toText(whole) !== text) return undefined
  const bytes = whole.subarray(0, size)
  if (!timingSafeEqual(whole.subarray(size), computeMac(sealer, purpose, bytes))) return undefined
  return Array.from({ length: count }, (_, at) => uuidOf(bytes.subarray(at * ID_BYTES, (at + 1) * ID_BYTES)))
}

const computeMac = (sealer: Signer, purpose: string, bytes: Buffer): Buffer =>
  sealer.fingerprint(`token:${purpose}`, bytes.toString('hex')).subarray(0, MAC_BYTES)

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
