/** Authenticates the caller: a verified token is cached, but the state of its realm and its key is checked on each call. */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { atMost } from '../../infra/process/growing-cache.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { attributeDenial } from '../audit/denials.ts'
import type { Principal } from '../endpoint.ts'
import { platformPerson } from '../four-eyes.ts'
import { SECOND_FACTOR_ROLES } from '../permissions.ts'
import {
  type AccessToken,
  CLOCK_TOLERANCE_S,
  invalidToken,
  malformedToken,
  type ReadToken,
  readToken,
  tokenExpired,
  verifyAccessToken,
  verifyingKey,
} from './access-token.ts'
import type { Realm, Realms } from './realms.ts'
import { CONSOLE, isSessionOpen, isUsable, rolesInForce, type TokenSubject } from './token-subject.ts'
import { isNarrowList, TRANSFER_ROLES } from './transfer-addresses.ts'

/** `nowMs` is real time. Throws invalid_token, token_expired, realm_suspended. */
export type Authenticate = (authorization: string | undefined, nowMs: number) => Promise<Principal>

const TOKENS_MAX = 60_000 // of some 1 KB; a lost one costs a signature check

const TRIES_MAX = 3 // the key or account that verified a token may change in between

/** A cached, verified token: its subject is checked on each call. */
export interface VerifiedToken {
  /** Throws like {@link Authenticate}. Returns null if the key or account that verified the token has changed, so that the token has to be verified again. */
  currentPrincipal(nowMs: number): Promise<Principal | null>
}

/** Tokens of external issuers that tenants trust. */
export interface ExternalIssuers {
  verify(token: ReadToken, nowMs: number): Promise<VerifiedToken>
}
/** A token of an unknown realm is invalid. */
const noExternalIssuers: ExternalIssuers = {
  verify: async () => {
    throw malformedToken()
  },
}

export const createAuthenticator = (
  runtime: Pick<Runtime, 'clock' | 'config'>,
  realms: Realms,
  outsiders: ExternalIssuers = noExternalIssuers,
): Authenticate => {
  const tokens = new LRUCache<string, VerifiedToken>(atMost(TOKENS_MAX))
  const env = runtime.config.env === 'production' ? 'live' : 'test'
  const verify = async (text: string, nowMs: number): Promise<VerifiedToken> => {
    const token = readToken(text)
    if (!realms.isOurIssuer(token.claims.iss)) return outsiders.verify(token, nowMs)
    return findStanding(await verifyAccessToken(token, realms, env, nowMs), runtime, realms)
  }
  return async (authorization, nowMs) => {
    const text = bearerOf(authorization)
    const key = hash('sha256', text, 'base64')
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const standing = tokens.get(key) ?? (await verify(text, nowMs))
      tokens.set(key, standing)
      const principal = await standing.currentPrincipal(nowMs)
      if (principal) return principal
      tokens.delete(key)
    }
    throw invalidToken(phrase`What this token is verified by changes all the time; try again.`)
  }
}

/** A token issued here: its realm, its key, and the API key or person it was issued to. */
const findStanding = (
  token: AccessToken,
  { clock, config }: Pick<Runtime, 'clock' | 'config'>,
  realms: Realms,
): VerifiedToken => {
  // Built from these rows; another row (roles removed, another merchant) builds another principal.
  let made: { holder: TokenSubject; principal: Principal } | undefined
  return {
    async currentPrincipal(nowMs) {
      const realm = await realms.realmBySlug(token.slug)
      if (!realm) throw invalidToken(phrase`The key of this token is no longer trusted.`)
      const refuse = refusalOf(realm, token)
      if (isExpired(token, nowMs)) throw refuse(tokenExpired())
      if (!verifyingKey(realm, token.kid, nowMs))
        throw refuse(invalidToken(phrase`The key of this token is no longer trusted.`))
      const holder = await findUsableHolder(realms, realm, token, clock.ms())
      if (!isSessionOpen(holder, token.issuedAt))
        throw refuse(invalidToken(phrase`The session of this token was ended; log in again.`))
      if (made?.holder !== holder) made = { holder, principal: buildPrincipal(token, holder, realm, config.env) }
      return made.principal
    },
  }
}

type Claim = Pick<AccessToken, 'clientId' | 'subject'>

const refusalOf =
  ({ tenantId, slug }: Realm, { subject }: Claim) =>
  (problem: Problem): Problem =>
    attributeDenial(problem, { tenantId, realm: slug, actor: subject })

/** `nowMs`: platform clock. Throws realm_suspended, invalid_token. */
export const findUsableHolder = async (
  realms: Realms,
  realm: Realm,
  claim: Claim,
  nowMs: number,
): Promise<TokenSubject> => {
  const refuse = refusalOf(realm, claim)
  if (realm.isSuspended) throw refuse(realmSuspended(realm.slug))
  const holder = await realms.findSubject(realm.tenantId, claim)
  if (!holder || !isUsable(holder, nowMs)) throw refuse(invalidToken(holderIsOff(claim)))
  return holder
}

/** `nowMs`: real time. */
export const isExpired = ({ expiresAt }: { expiresAt: number }, nowMs: number): boolean =>
  nowMs >= (expiresAt + CLOCK_TOLERANCE_S) * 1000

export const realmSuspended = (slug: string): Problem =>
  new Problem('realm_suspended', { detail: phrase`The realm ${slug} is suspended; ask the platform to activate it.` })

const bearerOf = (authorization: string | undefined): string => {
  if (authorization === undefined)
    throw invalidToken(
      phrase`Send an access token: Authorization: Bearer <token>. POST {auth_url}/api/v1/auth/{slug}/token issues one.`,
    )
  const match = /^Bearer +([^\s]+)$/i.exec(authorization)
  if (!match) throw invalidToken(phrase`The Authorization header must read: Bearer <token>.`)
  return match[1] as string
}

const holderIsOff = ({ clientId }: Claim): Phrase =>
  clientId === CONSOLE
    ? phrase`The user of this token is disabled, deleted or waits for approval.`
    : phrase`The API key of this token is switched off, expired or deleted.`

export const buildPrincipal = (
  token: Claim & Pick<AccessToken, 'roles' | 'merchantId'>,
  holder: TokenSubject,
  realm: Realm,
  env: Runtime['config']['env'],
): Principal => ({
  realm: realm.slug,
  realmId: realm.tenantId,
  tenantId: realm.kind === 'master' ? null : realm.tenantId,
  subject: token.subject,
  accountable: realm.kind === 'master' ? holder.accountable.map(platformPerson) : holder.accountable,
  needsConfirmation: holder.needsConfirmation,
  clientId: token.clientId,
  ...rolesThatCount(token, holder, env),
  merchantId: holder.merchantId ?? token.merchantId,
  isMerchantBound: holder.merchantId !== null,
  ownLimits: {
    daily: holder.dailyLimitOverride ?? null,
    monthly: holder.monthlyLimitOverride ?? null,
    ratePerSecond: holder.rateLimitOverride ?? null,
  },
})

/** In production, people may decide, send and administer only with a second factor, and API keys may use transfers only with an allow-list. */
const rolesThatCount = (
  { roles, clientId }: Pick<AccessToken, 'roles' | 'clientId'>,
  holder: TokenSubject,
  env: Runtime['config']['env'],
): Pick<Principal, 'roles' | 'withheldRoles'> => {
  const inForce = rolesInForce(roles, holder)
  const isPerson = clientId === CONSOLE
  const withheld = isPerson ? SECOND_FACTOR_ROLES : TRANSFER_ROLES
  // Keys of shops have none of these roles: no list is read for their payments.
  if (env === 'sandbox' || inForce.isDisjointFrom(withheld)) return { roles: inForce }
  if (isPerson ? holder.hasSecondFactor : isNarrowList(holder.allowedIps ?? null)) return { roles: inForce }
  return { roles: inForce.difference(withheld), withheldRoles: inForce.intersection(withheld) }
}
