/** Reads the key set of an external issuer: guarded like any address an anonymous caller gave us, bounded in time and size. */
import type { JWK } from 'jose'
import type { Outgoing } from '../../infra/outgoing/outgoing.ts'

export interface KeySource {
  readonly issuer: string
  /** Null if the discovery document names it. */
  readonly jwksUrl: string | null
}

/** Keys by key id. */
export type KeySet = ReadonlyMap<string, JWK>

const BUDGET_MS = 5_000
const DOCUMENT_BYTES_MAX = 65_536
const KEY_SET_BYTES_MAX = 262_144
const KEYS_MAX = 100
const RSA_BITS = { min: 2_048, max: 8_192 }
const KID = /^[\x21-\x7e]{1,200}$/

/** Throws an error with the reason for operators. */
export const fetchKeySet = async (outgoing: Outgoing, { issuer, jwksUrl }: KeySource): Promise<KeySet> => {
  const set = await readJson(outgoing, jwksUrl ?? (await discovered(outgoing, issuer)), KEY_SET_BYTES_MAX)
  if (!Array.isArray(set.keys)) throw new Error('the key set has no member keys')
  const usable = set.keys.slice(0, KEYS_MAX).filter(isUsable)
  if (usable.length === 0) throw new Error('the key set has no key that signs tokens')
  return new Map(usable.map((key) => [key.kid, key]))
}

/** Returns whether a key of the set may check a token of this algorithm. */
export const isKeyForToken = (key: JWK, algorithm: string): boolean =>
  key.kty === (algorithm === 'ES256' ? 'EC' : 'RSA') && (key.alg === undefined || key.alg === algorithm)

const discovered = async (outgoing: Outgoing, issuer: string): Promise<string> => {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = await readJson(outgoing, url, DOCUMENT_BYTES_MAX)
  // A server of another issuer's document is not the configured issuer (OpenID Connect Discovery 4.3).
  if (document.issuer !== issuer) throw new Error('the discovery document names another issuer')
  if (typeof document.jwks_uri !== 'string') throw new Error('the discovery document has no jwks_uri')
  return document.jwks_uri
}

const readJson = async (outgoing: Outgoing, url: string, bytesMax: number): Promise<Record<string, unknown>> => {
  const { status, body, fault } = await outgoing.send({
    method: 'GET',
    url,
    headers: { accept: 'application/json', 'user-agent': 'vezne' },
    budgetMs: BUDGET_MS,
    answerBytesMax: bytesMax,
  })
  if (fault !== null) throw new Error(`${url}: ${fault}`)
  if (status !== 200) throw new Error(`${url}: answered ${status}`)
  try {
    const value: unknown = JSON.parse(body.toString())
    if (value !== null && typeof value === 'object') return value as Record<string, unknown>
  } catch {
    // reported below
  }
  throw new Error(`${url}: the answer is no JSON object`)
}

/** Keys for other uses, weak ones and those so large that checking them is an attack are left out. */
const isUsable = (value: unknown): value is JWK & { kid: string } => {
  if (value === null || typeof value !== 'object') return false
  const key = value as JWK
  if (typeof key.kid !== 'string' || !KID.test(key.kid) || (key.use !== undefined && key.use !== 'sig')) return false
  if (key.kty === 'EC') return key.crv === 'P-256' && typeof key.x === 'string' && typeof key.y === 'string'
  if (key.kty !== 'RSA' || typeof key.n !== 'string' || typeof key.e !== 'string') return false
  const bits = Buffer.from(key.n, 'base64url').length * 8
  return bits >= RSA_BITS.min && bits <= RSA_BITS.max && Buffer.from(key.e, 'base64url').length <= 4
}
