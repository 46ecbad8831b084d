/** Passwords of people: argon2id in the usual text form, one at a time, with the same work for an unknown user. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { phrase } from '../../core/phrases/phrase.ts'
import type { Secret } from '../../core/secret.ts'
import { createWorkQueue } from '../../infra/process/work-queue.ts'

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456
const PASSES = 2
const HASH_BYTES = 32
const NONCE_BYTES = 16
/** Some 20 ms each: the last one waits about a second. More are refused, so that the queue stays bounded. */
const WAITING_MAX = 50

export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(NONCE_BYTES)
  const tag = await derived(password, { nonce, memory: MEMORY_KIB, passes: PASSES })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(nonce)}$${unpadded(tag)}`
}

export interface Passwords {
  /**
   * Runs `work` when its turn comes: one thread and 19 MiB are all that passwords ever take from payments. Throws
   * service_unavailable when too many wait.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Constant work: without a hash the password is compared with a dummy one. */
  matches(hash: string | null, password: Secret): Promise<boolean>
}

export const createPasswords = (): Passwords => {
  const { run } = createWorkQueue(
    { all: WAITING_MAX },
    phrase`Too many people log in at this moment; wait a second and repeat.`,
  )
  return {
    inTurn: run,
    async matches(hash, password) {
      const { nonce, tag, memory, passes } = partsOf(hash ?? NOBODYS)
      const given = await password.use((text) => derived(text, { nonce, memory, passes }))
      return timingSafeEqual(given, tag) && hash !== null
    },
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
/** No password has this hash: its tag is no output of anything. */
const NOBODYS = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(Buffer.alloc(NONCE_BYTES))}$${unpadded(Buffer.alloc(HASH_BYTES))}`

interface Cost {
  readonly nonce: Buffer
  readonly memory: number
  readonly passes: number
}
const derived = (password: string, { nonce, memory, passes }: Cost): Promise<Buffer> =>
  promisify(argon2)('argon2id', {
    message: password.normalize('NFKC'), // keyboards differ in how they compose letters
    nonce,
    parallelism: 1,
    tagLength: HASH_BYTES,
    memory,
    passes,
  })

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/
const partsOf = (hash: string): Cost & { readonly tag: Buffer } => {
  const match = FORM.exec(hash)
  if (!match) throw new Error('a password hash of an unknown form')
  const [, memory, passes, nonce, tag] = match as unknown as [string, string, string, string, string]
  return {
    memory: Number(memory),
    passes: Number(passes),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
