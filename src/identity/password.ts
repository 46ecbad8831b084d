/** Passwords of people, kept as argon2id in the usual text form. */
import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456
const PASSES = 2
const HASH_BYTES = 32

export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const tag = await promisify(argon2)('argon2id', {
    message: password,
    nonce,
    parallelism: 1,
    tagLength: HASH_BYTES,
    memory: MEMORY_KIB,
    passes: PASSES,
  })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(nonce)}$${unpadded(tag)}`
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
