/** Who calls: a verified token is remembered, but the state of its realm and its key is looked at on each call. */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Problem } from '../../core/problem.ts'
import type { House } from '../../infra/house.ts'
import type { Principal } from '../endpoint.ts'
import {
  type AccessToken,
  CLOCK_TOLERANCE_S,
  invalidToken,
  tokenExpired,
  verifyAccessToken,
  verifyingKey,
} from './access-token.ts'
import { isUsable } from './client-store.ts'
import type { Client, Realm, Realms } from './realms.ts'

/** `nowMs` is real time. Throws invalid_token, token_expired, realm_suspended. */
export type Authenticate = (authorization: string | undefined, nowMs: number) => Promise<Principal>

const TOKENS_MAX = 10_000 // of some 1 KB; a lost one costs a signature check

interface Remembered {
  readonly token: AccessToken
  /** Made from this client row; another row (roles taken away, another merchant) makes another principal. */
  client?: Client
  principal?: Principal
}

export const openAuthenticator = (house: Pick<House, 'clock' | 'config'>, realms: Realms): Authenticate => {
  const tokens = new LRUCache<string, Remembered>({ max: TOKENS_MAX })
  const env = house.config.env === 'production' ? 'live' : 'test'
  return async (authorization, nowMs) => {
    const text = bearerOf(authorization)
    const key = hash('sha256', text, 'base64')
    let remembered = tokens.get(key)
    if (!remembered) {
      remembered = { token: await verifyAccessToken(text, realms, env, nowMs) }
      tokens.set(key, remembered)
    }
    const { token } = remembered
    if (nowMs >= (token.expiresAt + CLOCK_TOLERANCE_S) * 1000) throw tokenExpired()
    const realm = await realms.realmBySlug(token.slug)
    if (!realm || !verifyingKey(realm, token.kid, nowMs))
      throw invalidToken('The key of this token is no longer trusted.')
    if (realm.isSuspended) throw suspended(realm.slug)
    const client = await realms.clientOf(realm.tenantId, token.clientId)
    if (!client || !isUsable(client, house.clock.ms()))
      throw invalidToken('The API key of this token is switched off, expired or deleted.')
    if (remembered.client !== client || !remembered.principal) {
      remembered.client = client
      remembered.principal = principalOf(token, client, realm)
    }
    return remembered.principal
  }
}

export const suspended = (slug: string): Problem =>
  new Problem('realm_suspended', { detail: `The realm ${slug} is suspended; ask the platform to activate it.` })

const bearerOf = (authorization: string | undefined): string => {
  if (authorization === undefined)
    throw invalidToken(
      'Send an access token: Authorization: Bearer <token>. POST {auth_url}/api/v1/auth/{slug}/token issues one.',
    )
  const match = /^Bearer +([^\s]+)$/i.exec(authorization)
  if (!match) throw invalidToken('The Authorization header must read: Bearer <token>.')
  return match[1] as string
}

/** A role taken from the key since the token was issued no longer counts; one added since waits for the next token. */
const principalOf = (token: AccessToken, client: Client, realm: Realm): Principal => ({
  realm: token.slug,
  realmId: realm.tenantId,
  tenantId: realm.kind === 'master' ? null : realm.tenantId,
  subject: token.subject,
  clientId: token.clientId,
  roles: new Set(token.roles.filter((role) => client.roles.includes(role))),
  merchantId: client.merchantId ?? token.merchantId,
  isMerchantBound: client.merchantId !== null,
})
