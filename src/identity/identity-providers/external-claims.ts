/** Maps the claims of an external token: subject, roles, merchant. */
import type { Json } from '../../access/callers/access-token.ts'
import type { ProviderRow } from './provider-store.ts'

const ROLES_MAX = 500 // of a token of 8 KB
const SUBJECT = /^[\x21-\x7e]{1,200}$/

/** A claim by its whole name, or else by a path into objects: realm_access.roles. */
const readClaim = (claims: Json, path: string): unknown => {
  if (Object.hasOwn(claims, path)) return claims[path]
  let value: unknown = claims
  for (const name of path.split('.')) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined
    value = (value as Json)[name]
  }
  return value
}

/** A list, or a text with blanks between (as `scope` has it). */
const wordsAt = (claims: Json, path: string): readonly unknown[] => {
  const value = readClaim(claims, path)
  if (typeof value === 'string') return value.split(' ')
  return Array.isArray(value) ? value.slice(0, ROLES_MAX) : []
}

/** The provider's roles mean only what they are mapped to. */
export const mapRoles = (claims: Json, { roles_claim, role_mappings }: ProviderRow): ReadonlySet<string> => {
  const held = new Set(wordsAt(claims, roles_claim))
  return new Set(role_mappings.filter(({ external_role }) => held.has(external_role)).map(({ role }) => role))
}

/** Returns null if the token is bound to no merchant, and undefined if its merchant claim cannot be parsed. */
export const readMerchantName = (claims: Json, { merchant_claim }: ProviderRow): string | null | undefined => {
  const value = merchant_claim === null ? undefined : readClaim(claims, merchant_claim)
  if (value === undefined || value === null) return null
  return typeof value === 'string' && value.length > 0 && value.length <= 200 ? value : undefined
}

/** Returns `<provider>:<sub>`: no API key or user has such a name, and no person of another issuer. */
export const readSubject = ({ sub }: Json, { id }: ProviderRow): string | undefined =>
  typeof sub === 'string' && SUBJECT.test(sub) ? `${id}:${sub}` : undefined

/** Returns the program that requested the token, for logs; no API key has such a name. */
export const readClientName = ({ azp, client_id }: Json, { id }: ProviderRow): string => {
  const client = typeof azp === 'string' ? azp : client_id
  return `${id}:${typeof client === 'string' && SUBJECT.test(client) ? client : ''}`
}
