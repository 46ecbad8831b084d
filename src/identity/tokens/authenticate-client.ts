/** Lets a client in by its secret: the same answer and the same work whether the client or the secret is wrong. */
import { timingSafeEqual } from 'node:crypto'
import { attributeDenials, claimedId } from '../../access/audit/denials.ts'
import { realmSuspended } from '../../access/callers/authenticate.ts'
import { type Client, type ClientKey, readClients } from '../../access/callers/client-lookup.ts'
import type { Realm } from '../../access/callers/realms.ts'
import { expandedRoles, isUsable } from '../../access/callers/token-subject.ts'
import { isNarrowList, requiresAllowList } from '../../access/callers/transfer-addresses.ts'
import type { RateLimiter } from '../../access/limits/rate-limiter.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { GroupCommit } from '../../infra/database/group-commit.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { createAuthenticationThrottle } from './authentication-throttle.ts'
import { type ClientCredentials, invalidCredentials } from './client-credentials.ts'
import { isAllowedIp, isEmptyList } from './ip-allow-list.ts'

export interface RequestOrigin {
  readonly address: string
  /** Real time, ms. */
  readonly nowMs: number
}

export interface ClientAuthenticator {
  /** Throws invalid_credentials, rate_limit_exceeded, realm_suspended, ip_not_allowed. */
  authenticate(realm: Realm, credentials: ClientCredentials, caller: RequestOrigin): Promise<Client>
  find(tenantId: string, clientId: string): Promise<Client | null>
}

export const createClientAuthenticator = (runtime: Runtime, limiter: RateLimiter): ClientAuthenticator => {
  const throttle = createAuthenticationThrottle(limiter.windows)
  // Not from the cache: a new secret works at once, and a wrong id takes as long as a wrong secret.
  const reads = new GroupCommit<ClientKey, Client | null>({
    write: (keys) => readClients(runtime.db, keys),
    partOf: (key) => runtime.db.shardOf(key.tenantId),
    keyOf: (key) => key.clientId,
  })
  const find = (tenantId: string, clientId: string): Promise<Client | null> => reads.submit({ tenantId, clientId })

  const letIn = async (
    realm: Realm,
    credentials: ClientCredentials,
    { address, nowMs }: RequestOrigin,
  ): Promise<Client> => {
    const { clientId, secret, isBasic } = credentials
    const attempt = { tenantId: realm.tenantId, clientId, address, nowMs }
    const client = await find(realm.tenantId, clientId)
    const platformMs = runtime.clock.ms()
    const hash = secret.use((text) => runtime.sealer.hashSecret(text))
    const isRight = isSecretOf(client, hash, platformMs)
    if (!client || !isRight || !isUsable(client, platformMs)) {
      const isKnownAddress = client !== null && isAllowedIp(client.allowedIps, address)
      throw invalidCredentials(isBasic, isKnownAddress ? null : await throttle.failed(attempt))
    }
    await throttle.succeeded(attempt)
    checkMayIssueToken(realm, client, address, runtime.config.env)
    return client
  }

  return {
    find,
    authenticate(realm, credentials, caller) {
      const actor = claimedId(credentials.clientId) // whether or not there is such a client: both take the same time
      const claimed = { tenantId: realm.tenantId, realm: realm.slug, actor }
      return attributeDenials(claimed, () => letIn(realm, credentials, caller))
    },
  }
}

/** Checks before issuing and refreshing a token, in addition to the secret. */
export const checkMayIssueToken = (
  realm: Realm,
  client: Client,
  address: string,
  env: 'sandbox' | 'production',
): void => {
  if (realm.isSuspended) throw realmSuspended(realm.slug)
  // A client without a list, or with a list of everywhere, issues no tokens once its roles give access to transfers.
  if (requiresAllowList(env, expandedRoles(client)) && !isNarrowList(client.allowedIps))
    throw new Problem('ip_not_allowed', {
      detail: phrase`A production key that reaches transfers needs an IP allow-list (allowed_ips) that names the addresses it is used from before it gets tokens.`,
    })
  if (!isEmptyList(client.allowedIps) && !isAllowedIp(client.allowedIps, address))
    throw new Problem('ip_not_allowed', {
      detail: phrase`The address ${address} is not in allowed_ips of this key.`,
    })
}

const NO_HASH = Buffer.alloc(32) // no secret hashes to it; compared so that an unknown client takes as long

const isSecretOf = (client: Client | null, hash: Buffer, nowMs: number): boolean => {
  const isCurrent = timingSafeEqual(hash, client?.secretHash ?? NO_HASH)
  const isPrevious = timingSafeEqual(hash, client?.previousSecretHash ?? NO_HASH)
  const isPreviousAlive = (client?.previousSecretExpiresAt?.getTime() ?? 0) > nowMs
  return client !== null && (isCurrent || (isPrevious && isPreviousAlive))
}
