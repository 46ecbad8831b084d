/** Steps 3 to 8 of every call (docs/interface/requests.md#order-of-checks): limits, token, tenant header, licence, role, merchant. */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { attributeDenials } from '../audit/denials.ts'
import type { Authenticate } from '../callers/authenticate.ts'
import type { Realm, Realms } from '../callers/realms.ts'
import { isBoundToMerchant, resolveMerchant } from '../callers/request-merchant.ts'
import { readTenantHeader } from '../callers/tenant-header.ts'
import { CONSOLE } from '../callers/token-subject.ts'
import type { Endpoint, Principal, Product, SurfaceName } from '../endpoint.ts'
import { checkCredentialConfirmed } from '../four-eyes.ts'
import { type KeyLimit, type RateLimiter, rateLimitExceeded, type Taken } from '../limits/rate-limiter.ts'
import { isAllowed, isInScope, isTenantWide, permissionScope, rolesAllowed } from '../permissions.ts'

export interface AccessControl {
  authenticate: Authenticate
  realms: Realms
  limiter: RateLimiter
}

/** The credentials of the request. */
interface RequestCredentials {
  authorization: string | undefined
  address: string
  /** Slug in the path, where the operation has one. */
  slug: string | undefined
  tenantHeader: string | undefined
  merchantHeader: string | undefined
  externalMerchantHeader: string | undefined
  /** Real time, ms. */
  nowMs: number
}

export interface AuthorizedCall {
  principal: Principal | null
  merchantId: string | null
}

/** The product a surface belongs to; identity belongs to none. */
const PRODUCT: Readonly<Record<SurfaceName, Product | null>> = {
  cards: 'card_payments',
  transfers: 'transfers',
  fraud: 'fraud',
  identity: null,
}

/** Returns the product that a tenant's plan must include for this operation; null if every plan will do. */
export const requiredProduct = (surface: SurfaceName, spec: Pick<Endpoint, 'product'>): Product | null =>
  spec.product ?? PRODUCT[surface]

/** Throws the refusal of the first step that fails; `show` receives the values of the limit headers as soon as they are known. */
export const authorizeCall = async (
  accessControl: AccessControl,
  surface: SurfaceName,
  spec: Endpoint,
  credentials: RequestCredentials,
  show: (taken: Taken) => void,
): Promise<AuthorizedCall> => {
  if (spec.allow === 'none') return authorizeAnonymous(accessControl, spec, credentials, show)
  const principal = await identify(accessControl, credentials, show)
  const { realmId: tenantId, realm, subject: actor } = principal
  const merchantId = await attributeDenials({ tenantId, realm, actor }, () =>
    authorizePrincipal(accessControl, surface, spec, principal, credentials, show),
  )
  return { principal, merchantId }
}

/** Returns the merchant of the call. */
const authorizePrincipal = async (
  accessControl: AccessControl,
  surface: SurfaceName,
  spec: Endpoint,
  principal: Principal,
  credentials: RequestCredentials,
  show: (taken: Taken) => void,
): Promise<string | null> => {
  if (surface === 'transfers') checkTenantHeader(principal, credentials.tenantHeader)
  const realm = (await accessControl.realms.realmBySlug(principal.realm)) as Realm // it has just verified the token
  const taken = await accessControl.limiter.takeForOrganization({
    tenantId: realm.tenantId,
    subject: principal.subject,
    plan: realm.plan,
    limitClass: spec.limit ?? 'plan',
    nowMs: credentials.nowMs,
    key: keyLimitOf(principal),
  })
  show(taken)
  if (taken.retryAfter !== null) throw rateLimitExceeded(taken)
  checkLicence(requiredProduct(surface, spec), principal, realm)
  checkRole(surface, spec, principal)
  if (spec.fourEyes !== undefined && spec.fourEyes !== 'create') checkCredentialConfirmed(principal)
  return merchantOfCall(accessControl, surface, spec, principal, credentials)
}

/** The calling API key's own limit, where it has one. */
const keyLimitOf = ({ clientId, ownLimits: { ratePerSecond } }: Principal): KeyLimit | null =>
  ratePerSecond === null ? null : { clientId, ratePerSecond }

const authorizeAnonymous = async (
  accessControl: AccessControl,
  spec: Endpoint,
  credentials: RequestCredentials,
  show: (taken: Taken) => void,
): Promise<AuthorizedCall> => {
  if (spec.limit === 'none') {
    show(accessControl.limiter.untouched(credentials.nowMs))
    return { principal: null, merchantId: null }
  }
  const realm = credentials.slug === undefined ? null : await accessControl.realms.realmBySlug(credentials.slug)
  const limitClass = spec.limit ?? 'plan'
  const taken = await accessControl.limiter.takeForAnonymous({
    address: credentials.address,
    realm,
    limitClass,
    nowMs: credentials.nowMs,
  })
  show(taken)
  if (taken.retryAfter !== null) throw rateLimitExceeded(taken)
  return { principal: null, merchantId: null }
}

/** A caller whose token fails is counted by address, so that guessing tokens is no cheaper than calling without one. */
const identify = async (
  accessControl: AccessControl,
  credentials: RequestCredentials,
  show: (taken: Taken) => void,
): Promise<Principal> => {
  try {
    return await accessControl.authenticate(credentials.authorization, credentials.nowMs)
  } catch (error) {
    // An unavailable database is not an invalid token.
    if (!(error instanceof Problem)) throw error
    const taken = accessControl.limiter.takeForAddress(credentials.address, credentials.nowMs)
    show(taken)
    if (taken.retryAfter !== null) throw rateLimitExceeded(taken)
    throw error
  }
}

const checkTenantHeader = (principal: Principal, header: string | undefined): void => {
  if (readTenantHeader(header) !== principal.tenantId)
    throw new Problem('forbidden', { detail: phrase`X-Tenant-Id is not the tenant of this token.` })
}

/** Returns whether the caller may carry out this operation at all, whatever resource it names; the console shows only such operations. */
export const isPermitted = (surface: SurfaceName, spec: Endpoint, principal: Principal, realm: Realm): boolean => {
  try {
    checkLicence(requiredProduct(surface, spec), principal, realm)
    checkRole(surface, spec, principal)
    if (spec.fourEyes !== undefined && spec.fourEyes !== 'create') checkCredentialConfirmed(principal)
    return surface !== 'transfers' || principal.tenantId !== null // it asks for the header of a tenant
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

const checkLicence = (product: Product | null, principal: Principal, realm: Realm): void => {
  if (product === null || principal.tenantId === null || realm.plan?.features.has(product)) return
  throw new Problem('product_not_licensed', { detail: phrase`The plan of this tenant does not contain ${product}.` })
}

const checkRole = (surface: SurfaceName, spec: Endpoint, principal: Principal): void => {
  if (!isAllowed(surface, spec.allow, principal.roles)) {
    if (principal.withheldRoles && isAllowed(surface, spec.allow, principal.withheldRoles))
      throw new Problem('forbidden', {
        detail:
          principal.clientId === CONSOLE
            ? phrase`Your role allows this once you have a second factor: set it up with POST {auth_url}/api/v1/me/second-factor and log in again.`
            : phrase`A role of this key allows this once the key has an IP allow-list (allowed_ips) that names the addresses it is used from.`,
      })
    const needed = [...rolesAllowed(surface, spec.allow)].join(', ')
    throw new Problem('forbidden', { detail: phrase`This operation needs one of the roles ${needed}.` })
  }
  const scope = permissionScope(surface, spec.allow)
  if (!isInScope(scope, principal.tenantId)) {
    throw new Problem('forbidden', {
      detail:
        scope === 'platform'
          ? phrase`This operation needs one of its roles in a token of the realm master.`
          : phrase`This operation needs one of its roles in a token of a tenant.`,
    })
  }
  if (isBoundToMerchant(principal) && isTenantWide(surface, spec))
    throw new Problem('forbidden', {
      detail: phrase`The caller is bound to a merchant; what holds for the whole tenant is written by keys and people that are not bound to one.`,
    })
}

const merchantOfCall = async (
  accessControl: AccessControl,
  surface: SurfaceName,
  spec: Endpoint,
  principal: Principal,
  credentials: RequestCredentials,
): Promise<string | null> => {
  const hasMerchants = (surface === 'cards' || surface === 'transfers') && principal.tenantId !== null
  const merchantId = hasMerchants
    ? resolveMerchant(
        principal,
        { merchantId: credentials.merchantHeader, externalId: credentials.externalMerchantHeader },
        await accessControl.realms.merchantsOf(principal.tenantId as string),
      )
    : null
  if (spec.needsMerchant && merchantId === null)
    throw new Problem('merchant_id_required', {
      detail: phrase`The token names no merchant, as the tenant had several or none when it was issued: name one in X-Merchant-Id or X-External-Merchant-Id, or get a new token.`,
    })
  return merchantId
}
