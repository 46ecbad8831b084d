/** Reads an access token: only RS256 with a key of the token's realm, and never an outbound request. */
import { errors, jwtVerify } from 'jose'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { attributeDenial } from '../audit/denials.ts'
import type { Realm, RealmKey, Realms } from './realms.ts'

export const ACCESS_TOKEN_TYPE = 'at+jwt'
export const ACCESS_TOKEN_LIFE_S = 300
export const CLOCK_TOLERANCE_S = 30
/** A retired key verifies its last tokens until they expire; a process notified late may have signed one more. */
const CHECKS_AFTER_MS = (ACCESS_TOKEN_LIFE_S + CLOCK_TOLERANCE_S + 30) * 1_000
/** Time that a key stays in the key set, for clients that cache sets and tokens longer; real time, as above. */
const PUBLISHED_AFTER_MS = 86_400_000
const TOKEN_CHARS_MAX = 8_192
const KID = /^[A-Za-z0-9_-]{1,64}$/

export interface AccessToken {
  readonly slug: string
  readonly kid: string
  readonly subject: string
  /** Claim azp: the API key, or `console` for people. */
  readonly clientId: string
  readonly merchantId: string | null
  readonly roles: readonly string[]
  /** Real time, s. */
  readonly issuedAt: number
  readonly expiresAt: number
}

export const verifyingKey = (realm: Realm, kid: string, nowMs: number): RealmKey | undefined =>
  realm.keys.find((key) => key.kid === kid && isVerifying(key, nowMs))
export const isVerifying = (key: RealmKey, nowMs: number): boolean =>
  key.signsUntil === null || nowMs < key.signsUntil + CHECKS_AFTER_MS
export const isPublished = (key: RealmKey, nowMs: number): boolean =>
  key.signsUntil === null || nowMs < key.signsUntil + PUBLISHED_AFTER_MS
export const signingKey = (realm: Realm, nowMs: number): RealmKey | undefined =>
  realm.keys.find((key) => key.signsFrom <= nowMs)

export const invalidToken = (detail: Phrase): Problem =>
  new Problem('invalid_token', { detail, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })
export const tokenExpired = (): Problem =>
  new Problem('token_expired', {
    detail: phrase`The access token has expired; get a new one or refresh.`,
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
export const malformedToken = (): Problem =>
  invalidToken(phrase`The access token is not one of ours; get a new one from the token endpoint.`)

/** `nowMs`: real time, as clients compare exp with their own clock. */
export const verifyAccessToken = async (
  { text, header, claims, isExact }: ReadToken,
  realms: Realms,
  env: 'test' | 'live',
  nowMs: number,
): Promise<AccessToken> => {
  if (typeof claims.iss !== 'string' || !isExact || !isOurHeader(header)) throw malformedToken()
  const realm = await realms.realmByIssuer(claims.iss)
  const key = realm && verifyingKey(realm, header.kid, nowMs)
  if (!realm || !key) throw malformedToken()
  try {
    await jwtVerify(text, key.publicJwk, {
      algorithms: ['RS256'],
      typ: ACCESS_TOKEN_TYPE,
      issuer: realms.issuerOf(realm.slug),
      audience: env,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(nowMs),
      requiredClaims: ['exp', 'iat', 'sub'],
    })
  } catch (error) {
    if (!(error instanceof errors.JWTExpired)) throw malformedToken()
    // Checked after the signature: the token is authentic.
    const actor = typeof claims.sub === 'string' ? claims.sub : null
    throw attributeDenial(tokenExpired(), { tenantId: realm.tenantId, realm: realm.slug, actor })
  }
  return tokenOf(claims, realm, header.kid, env, nowMs)
}

export type Json = Record<string, unknown>

/** A decoded token; none of it is trusted yet. */
export interface ReadToken {
  readonly text: string
  readonly header: Json
  readonly claims: Json
  /** Header and claims are exactly what JSON.stringify writes, so they cannot be read in two ways (duplicate names). */
  readonly isExact: boolean
}

export const readToken = (text: string): ReadToken => {
  const parts = text.length <= TOKEN_CHARS_MAX ? text.split('.') : []
  if (parts.length !== 3 || !parts.every(isCanonicalBase64)) throw malformedToken()
  const header = objectIn(parts[0] as string)
  const claims = objectIn(parts[1] as string)
  return { text, header: header.value, claims: claims.value, isExact: header.isExact && claims.isExact }
}
const isCanonicalBase64 = (part: string): boolean =>
  part.length > 0 && Buffer.from(part, 'base64url').toString('base64url') === part
const objectIn = (part: string): { value: Json; isExact: boolean } => {
  const text = Buffer.from(part, 'base64url').toString()
  try {
    const value: unknown = JSON.parse(text)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) throw malformedToken()
    return { value: value as Json, isExact: JSON.stringify(value) === text }
  } catch {
    throw malformedToken()
  }
}

const isOurHeader = (header: Json): header is { alg: 'RS256'; kid: string; typ: string } =>
  Object.keys(header).length === 3 &&
  header.alg === 'RS256' &&
  header.typ === ACCESS_TOKEN_TYPE &&
  typeof header.kid === 'string' &&
  KID.test(header.kid)

const tokenOf = (claims: Json, realm: Realm, kid: string, env: string, nowMs: number): AccessToken => {
  const { sub, azp, iat, exp, roles, tenant_id, merchant_id } = claims
  const isRight =
    typeof sub === 'string' &&
    typeof azp === 'string' &&
    Number.isInteger(iat) &&
    Number.isInteger(exp) &&
    (exp as number) - (iat as number) <= ACCESS_TOKEN_LIFE_S &&
    (iat as number) * 1000 <= nowMs + CLOCK_TOLERANCE_S * 1000 &&
    claims.aud === env &&
    claims.env === env &&
    (realm.kind === 'master' ? tenant_id === undefined : tenant_id === realm.tenantId) &&
    (merchant_id === undefined || typeof merchant_id === 'string') &&
    Array.isArray(roles) &&
    roles.every((role) => typeof role === 'string')
  if (!isRight) throw malformedToken()
  return {
    slug: realm.slug,
    kid,
    subject: sub,
    clientId: azp,
    merchantId: merchant_id ?? null,
    roles: roles as string[],
    issuedAt: iat as number,
    expiresAt: exp as number,
  }
}
