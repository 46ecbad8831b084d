/** The merchant of a request (docs/interface/requests.md#merchant-of-a-request): the token's own, unless a header names another one of the tenant. */
import { isUuid } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Call, Principal } from '../endpoint.ts'
import { BUILT_IN_ROLES, MERCHANT_ROLES } from '../permissions.ts'
import type { KnownMerchant, MerchantDirectory, Realm, Realms } from './realms.ts'
import type { TokenSubject } from './token-subject.ts'

interface MerchantHeaders {
  /** X-Merchant-Id; wins when both are sent. */
  readonly merchantId?: string | undefined
  /** X-External-Merchant-Id. */
  readonly externalId?: string | undefined
}

/** Returns null if reads cover all merchants of the tenant. Throws merchant_not_found, merchant_inactive, forbidden. */
export const resolveMerchant = (
  principal: Pick<Principal, 'merchantId' | 'isMerchantBound' | 'roles'>,
  headers: MerchantHeaders,
  book: MerchantDirectory,
): string | null => {
  const named = merchantNamed(headers, book)
  const own = principal.merchantId
  if (own === null && reachesOwnMerchantOnly(principal.roles)) throw needsBinding()
  const id = named?.id ?? own
  if (id === null) return null
  const mayOverride = !principal.isMerchantBound && !reachesOwnMerchantOnly(principal.roles)
  const merchant = book.byId.get(id)
  if (!merchant || (id !== own && !mayOverride)) throw notFound()
  if (!merchant.isActive) throw new Problem('merchant_inactive', { detail: phrase`Merchant ${id} is not active.` })
  return id
}

const merchantNamed = ({ merchantId, externalId }: MerchantHeaders, book: MerchantDirectory): KnownMerchant | null => {
  if (merchantId === undefined && externalId === undefined) return null
  const merchant =
    merchantId === undefined
      ? book.byExternalId.get(externalId as string)
      : isUuid(merchantId)
        ? book.byId.get(merchantId.toLowerCase())
        : undefined
  if (!merchant) throw notFound()
  return merchant
}

/** Returns the merchant of a caller who names none: the one it is bound to, or the tenant's only one; null without either. */
export const findMerchantOfCaller = async (
  realms: Pick<Realms, 'merchantsOf'>,
  realm: Pick<Realm, 'kind' | 'tenantId'>,
  { merchantId }: Pick<TokenSubject, 'merchantId'>,
): Promise<string | null> => {
  if (merchantId !== null || realm.kind === 'master') return merchantId
  return (await realms.merchantsOf(realm.tenantId)).onlyActive?.id ?? null
}

/** Returns true if all of the roles are merchant roles. */
const reachesOwnMerchantOnly = (roles: ReadonlySet<string>): boolean => {
  // A tenant's own role travels with the built-in roles it includes; only those determine the scope.
  const builtIn = roles.intersection(BUILT_IN_ROLES)
  return builtIn.size > 0 && builtIn.isSubsetOf(MERCHANT_ROLES)
}

/** Returns whether the caller's key, user or roles bind it to one merchant, whatever headers it sends. */
export const isBoundToMerchant = ({ isMerchantBound, roles }: Pick<Principal, 'isMerchantBound' | 'roles'>): boolean =>
  isMerchantBound || reachesOwnMerchantOnly(roles)

/** Returns the only merchant that a bound caller sees, whatever its roles are; null for all merchants of the tenant. */
export const ownMerchantId = ({
  isMerchantBound,
  merchantId,
}: Pick<Principal, 'isMerchantBound' | 'merchantId'>): string | null => (isMerchantBound ? merchantId : null)

/**
 * Returns the merchant that a header or the caller's binding names. Returns null for a token that names the tenant's only
 * merchant without being bound to it: its scope is the tenant, whatever merchants are added later.
 */
export const narrowToMerchant = ({
  merchantId,
  principal,
  request,
}: Pick<Call, 'merchantId' | 'principal' | 'request'>): string | null => {
  const { headers } = request
  const isNamed = headers['x-merchant-id'] !== undefined || headers['x-external-merchant-id'] !== undefined
  return isNamed || isBoundToMerchant(principal) ? merchantId : null
}

/** Returns the same problem for "not there", "no UUID" and "not yours", so that no caller learns which merchants exist. */
const notFound = (): Problem =>
  new Problem('merchant_not_found', {
    detail: phrase`The merchant named by X-Merchant-Id or X-External-Merchant-Id is not one this token may act for.`,
  })
const needsBinding = (): Problem =>
  new Problem('forbidden', {
    detail: phrase`A token with merchant roles alone needs an API key bound to a merchant; bind it by merchant_id.`,
  })
