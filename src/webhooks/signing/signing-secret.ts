/** The secret a subscriber checks signatures with: created here, sealed at rest, opened to sign. */
import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Secret } from '../../core/secret.ts'
import { atMost } from '../../infra/process/growing-cache.ts'
import type { Runtime } from '../../infra/runtime.ts'

const RANDOM_BYTES = 32 // 43 characters of base64url
const OPENED_MAX = 10_000

export const generateSigningSecret = (): Secret =>
  new Secret(`whsec_${randomBytes(RANDOM_BYTES).toString('base64url')}`)

/** One sealing context for both columns, so that a rotation moves the old secret without opening it. */
const signingSecretContext = (subscriptionId: string) => ({
  table: 'webhook_subscriptions',
  rowId: subscriptionId,
  column: 'secret_sealed',
})

export const sealSigningSecret = (runtime: Runtime, tenantId: string, subscriptionId: string, secret: Secret) =>
  secret.use((plain) => runtime.sealer.seal(tenantId, signingSecretContext(subscriptionId), plain))

interface SigningSecrets {
  /** Throws if the key that sealed it is lost. */
  open(tenantId: string, subscriptionId: string, sealed: Buffer): Promise<Secret>
}

/** Opens sealed secrets and remembers them while they are in use. */
export const createSigningSecrets = (runtime: Runtime): SigningSecrets => {
  const opened = new LRUCache<string, Secret>({ ...atMost(OPENED_MAX), ttl: 60_000 })
  return {
    async open(tenantId, subscriptionId, sealed) {
      const key = `${subscriptionId} ${createHash('sha256').update(sealed).digest('base64')}`
      const openedSecret = opened.get(key)
      if (openedSecret) return openedSecret
      const secret = new Secret(await runtime.sealer.open(tenantId, signingSecretContext(subscriptionId), sealed))
      opened.set(key, secret)
      return secret
    },
  }
}
