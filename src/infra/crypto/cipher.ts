/**
 * AES-256-GCM with a fresh 96-bit nonce. The output is nonce, tag, ciphertext; the place the value belongs to is bound
 * as associated data.
 */
import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export const encrypt = (key: Buffer, plain: Buffer, belongsTo: readonly string[]): Buffer => {
  const nonce = freshNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad(belongsTo))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Throws when key, bytes or associated data are not those of {@link encrypt}. */
export const decrypt = (key: Buffer, sealed: Buffer, belongsTo: readonly string[]): Buffer => {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(aad(belongsTo))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}

const nonces = Buffer.alloc(NONCE_BYTES * 512)
let nextNonce = nonces.length
/** Random bytes that are each used once. They are drawn from the system in bulk, since every payment needs some. */
const freshNonce = (): Buffer => {
  if (nextNonce >= nonces.length) {
    randomFillSync(nonces)
    nextNonce = 0
  }
  const nonce = Buffer.from(nonces.subarray(nextNonce, nextNonce + NONCE_BYTES))
  nextNonce += NONCE_BYTES
  return nonce
}

/** JSON, so that no two lists encode to the same bytes. */
const aad = (belongsTo: readonly string[]): Buffer => Buffer.from(JSON.stringify(belongsTo))
