/** Who calls: a verified token is remembered, but the state of its realm and its key is looked at on each call. */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Problem } from '../../core/problem.ts'
import type { House } from '../../infra/house.ts'
import { refusalOf } from '../audit/denials.ts'
import type { Principal } from '../endpoint.ts'
import {
  type AccessToken,
  CLOCK_TOLERANCE_S,
  invalidToken,
  tokenExpired,
  verifyAccessToken,
  verifyingKey,
} from './access-token.ts'
import { CONSOLE, type Holder, isSessionOpen, isUsable, rolesInForce } from './holder.ts'
import type { Realm, Realms } from './realms.ts'

/** `nowMs` is real time. Throws invalid_token, token_expired, realm_suspended. */
export type Authenticate = (authorization: string | undefined, nowMs: number) => Promise<Principal>

const TOKENS_MAX = 10_000 // of some 1 KB; a lost one costs a signature check

interface Remembered {
  readonly token: AccessToken
  /** Made from this row; another row (roles taken away, another merchant) makes another principal. */
  holder?: Holder
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
    const realm = await realms.realmBySlug(token.slug)
    if (!realm) throw invalidToken('The key of this token is no longer trusted.')
    const refuse = (problem: Problem): Problem =>
      refusalOf(problem, { tenantId: realm.tenantId, realm: realm.slug, actor: token.subject })
    if (nowMs >= (token.expiresAt + CLOCK_TOLERANCE_S) * 1000) throw refuse(tokenExpired())
    if (!verifyingKey(realm, token.kid, nowMs))
      throw refuse(invalidToken('The key of this token is no longer trusted.'))
    if (realm.isSuspended) throw refuse(suspended(realm.slug))
    const holder = await realms.holderOf(realm.tenantId, token)
    if (!holder || !isUsable(holder, house.clock.ms())) throw refuse(invalidToken(holderIsOff(token)))
    if (!isSessionOpen(holder, token.issuedAt))
      throw refuse(invalidToken('The session of this token was ended; log in again.'))
    if (remembered.holder !== holder || !remembered.principal) {
      remembered.holder = holder
      remembered.principal = principalOf(token, holder, realm)
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

const holderIsOff = ({ clientId }: AccessToken): string =>
  clientId === CONSOLE
    ? 'The user of this token is disabled, deleted or waits for approval.'
    : 'The API key of this token is switched off, expired or deleted.'

const principalOf = (token: AccessToken, holder: Holder, realm: Realm): Principal => ({
  realm: token.slug,
  realmId: realm.tenantId,
  tenantId: realm.kind === 'master' ? null : realm.tenantId,
  subject: token.subject,
  clientId: token.clientId,
  roles: rolesInForce(token.roles, holder),
  merchantId: holder.merchantId ?? token.merchantId,
  isMerchantBound: holder.merchantId !== null,
  ownLimits: {
    daily: holder.dailyLimitOverride ?? null,
    monthly: holder.monthlyLimitOverride ?? null,
    ratePerSecond: holder.rateLimitOverride ?? null,
  },
})
