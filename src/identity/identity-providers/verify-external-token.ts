/** Verifies tokens of external issuers: by the rules of the tenant that trusts the issuer, only for that tenant. */
import { errors, type JWK, jwtVerify } from 'jose'
import { attributeDenial } from '../../access/audit/denials.ts'
import {
  CLOCK_TOLERANCE_S,
  invalidToken,
  type Json,
  malformedToken,
  type ReadToken,
  tokenExpired,
} from '../../access/callers/access-token.ts'
import {
  type ExternalIssuers,
  isExpired,
  realmSuspended,
  type VerifiedToken,
} from '../../access/callers/authenticate.ts'
import type { MerchantDirectory, Realms } from '../../access/callers/realms.ts'
import type { Principal } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import type { Problem } from '../../core/problem.ts'
import { mapRoles, readClientName, readMerchantName, readSubject } from './external-claims.ts'
import { isKeyForToken, type KeySource } from './fetch-key-set.ts'
import type { KeySets } from './key-sets.ts'
import type { ProviderRow } from './provider-store.ts'
import type { TrustedIssuers, TrustedProvider } from './trusted-issuers.ts'

interface Parts {
  realms: Realms
  trusted: TrustedIssuers
  keySets: KeySets
}

const AUDIENCES_MAX = 20
const KID = /^[\x21-\x7e]{1,200}$/
/** Access tokens say one of these or nothing. */
const TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt'])
/** Claims that only ID tokens have (OpenID Connect Core 2, 3.3.2.11; FAPI): access tokens of RFC 9068 have none of them, whatever their `typ`. */
const OF_ID_TOKENS = ['nonce', 'at_hash', 'c_hash', 's_hash']
/** Header members that choose keys or name extensions of the sender. */
const REFUSED_HEADERS = ['jku', 'jwk', 'x5u', 'x5c', 'crit', 'b64']

export const createExternalIssuerVerifier = (parts: Parts): ExternalIssuers => ({
  async verify(token, nowMs) {
    const { iss } = token.claims
    const providers = typeof iss === 'string' ? await parts.trusted.of(iss) : undefined
    const provider = providers && providerOf(providers, token.claims)
    if (!provider) throw malformedToken()
    const kid = await checkExternalToken(parts.keySets, token, provider, nowMs)
    return findStanding(parts, provider, { kid, claims: token.claims })
  },
})

/** Checks that it is an access token of this provider, in force now. Returns the id of the key that signed it. */
export const checkExternalToken = async (
  keySets: KeySets,
  token: ReadToken,
  provider: ProviderRow,
  nowMs: number,
): Promise<string> => {
  const kid = kidOf(token.header, provider)
  const key = await keySets.keyOf(sourceOf(provider), kid, nowMs)
  if (!key || !isKeyForToken(key, provider.algorithm)) throw malformedToken()
  await checkSignature(token, key, provider, nowMs)
  checkClaims(token.claims, provider, nowMs)
  return kid
}

const sourceOf = ({ issuer, jwks_url }: ProviderRow): KeySource => ({ issuer, jwksUrl: jwks_url })

export const listAudiences = ({ aud }: Json): readonly unknown[] =>
  Array.isArray(aud) ? aud.slice(0, AUDIENCES_MAX) : [aud]

/** Issuer and audience lead to one tenant. A token for two of them is for neither: its tenant would be ambiguous. */
const providerOf = (providers: ReadonlyMap<string, TrustedProvider>, claims: Json): TrustedProvider | undefined => {
  const found = new Set(listAudiences(claims).flatMap((audience) => providers.get(audience as string) ?? []))
  return found.size === 1 ? [...found][0] : undefined
}

const kidOf = (header: Json, { algorithm }: ProviderRow): string => {
  const { alg, kid, typ } = header
  const isFine =
    alg === algorithm &&
    typeof kid === 'string' &&
    KID.test(kid) &&
    (typ === undefined || (typeof typ === 'string' && TYPES.has(typ.toLowerCase()))) &&
    REFUSED_HEADERS.every((name) => !Object.hasOwn(header, name))
  if (!isFine) throw malformedToken()
  return kid as string
}

const checkSignature = async ({ text }: ReadToken, key: JWK, provider: ProviderRow, nowMs: number): Promise<void> => {
  try {
    await jwtVerify(text, key, {
      algorithms: [provider.algorithm],
      issuer: provider.issuer,
      audience: provider.audience,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(nowMs),
      requiredClaims: ['exp', 'iat', 'sub'],
    })
  } catch (error) {
    throw error instanceof errors.JWTExpired ? tokenExpired() : malformedToken()
  }
}

const checkClaims = (claims: Json, provider: ProviderRow, nowMs: number): void => {
  const { iat, exp, typ } = claims as { iat: number; exp: number; typ: unknown }
  const isRight =
    Number.isFinite(iat) &&
    Number.isFinite(exp) &&
    iat * 1000 <= nowMs + CLOCK_TOLERANCE_S * 1000 &&
    // An ID token tells its client who signed in and grants no access. Keycloak names the kind of token in typ.
    OF_ID_TOKENS.every((name) => !Object.hasOwn(claims, name)) &&
    (typ === undefined || typ === 'Bearer') &&
    readSubject(claims, provider) !== undefined
  if (!isRight) throw malformedToken()
  if (exp - iat > provider.max_token_life_seconds)
    throw invalidToken(
      phrase`This token lives ${exp - iat} seconds; its identity provider is trusted with ${provider.max_token_life_seconds}.`,
    )
}

const findStanding = (
  { realms, trusted, keySets }: Parts,
  provider: TrustedProvider,
  { kid, claims }: { kid: string; claims: Json },
): VerifiedToken => {
  const { tenant_id: tenantId } = provider
  const subject = readSubject(claims, provider) as string
  const facts = {
    realmId: tenantId,
    tenantId,
    subject,
    accountable: [subject, ...(provider.changed_people ?? [])],
    needsConfirmation: provider.needs_confirmation === true,
    clientId: readClientName(claims, provider),
    roles: mapRoles(claims, provider),
    ownLimits: { daily: null, monthly: null, ratePerSecond: null }, // limits of API keys
  }
  const merchantName = readMerchantName(claims, provider)
  let made: { book: MerchantDirectory; principal: Principal } | undefined
  return {
    async currentPrincipal(nowMs) {
      const now = (await trusted.of(provider.issuer))?.get(provider.audience)
      if (now?.version !== provider.version) return null
      // The tokens of a removed key are no longer valid.
      if (!keySets.isTrusted(sourceOf(provider), kid, nowMs)) return null
      const realm = await realms.realmOfTenant(tenantId)
      if (!realm) throw malformedToken()
      const refuse = (problem: Problem): Problem =>
        attributeDenial(problem, { tenantId, realm: realm.slug, actor: facts.subject })
      if (isExpired({ expiresAt: claims.exp as number }, nowMs)) throw refuse(tokenExpired())
      if (realm.isSuspended) throw refuse(realmSuspended(realm.slug))
      const book = await realms.merchantsOf(tenantId)
      if (made?.book !== book)
        made = { book, principal: { realm: realm.slug, ...facts, ...merchantOf(merchantName, book) } }
      return made.principal
    },
  }
}

const merchantOf = (name: string | null | undefined, { byId, byExternalId, onlyActive }: MerchantDirectory) => {
  if (name === null) return { merchantId: onlyActive?.id ?? null, isMerchantBound: false }
  const merchant = name === undefined ? undefined : (byId.get(name.toLowerCase()) ?? byExternalId.get(name))
  if (!merchant) throw invalidToken(phrase`The merchant this token names is none of its tenant.`)
  return { merchantId: merchant.id, isMerchantBound: true }
}
