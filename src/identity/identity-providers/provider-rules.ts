/** Converts a request to a row: applies defaults, and refuses issuers that a tenant may not trust. */
import type { Realm, Realms } from '../../access/callers/realms.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import type { CheckProof } from './check-proof.ts'
import { LIFE_DEFAULT_S, type WriteProvider } from './provider-schemas.ts'
import type { ProviderRow } from './provider-store.ts'

/** Why a URL may not be called, or null. */
export type UrlFault = (url: string) => Promise<Phrase | null>

export interface ProviderServices {
  realms: Realms
  urlFault: UrlFault
  checkProof: CheckProof
}

type Written = Omit<
  ProviderRow,
  | 'tenant_id'
  | 'id'
  | 'claimed_audience'
  | 'is_active'
  | 'created'
  | 'last_modified'
  | 'changed_people'
  | 'needs_confirmation'
  | 'waiting_changes'
  | 'has_counted'
  | 'awaited'
>

export const ownAudience = async (realms: Realms, tenantId: string): Promise<string> =>
  realms.issuerOf(((await realms.realmOfTenant(tenantId)) as Realm).slug)

/** An audience is in force at once when it is the tenant's own, or in force already; any other is claimed and has to be proven. */
export const claimAudience = (
  audience: string,
  own: string,
  before?: ProviderRow,
): Pick<ProviderRow, 'audience' | 'claimed_audience'> => {
  const isInForce = before?.claimed_audience === null && before.audience === audience
  return audience === own || isInForce
    ? { audience, claimed_audience: null }
    : { audience: own, claimed_audience: audience }
}

/**
 * Runs before any transaction, because it queries DNS. `named` lists the members that are judged, null means all: a provider whose issuer DNS
 * no longer knows can still be switched off and lose roles.
 */
export const checkProvider = async (
  { realms, urlFault }: Pick<ProviderServices, 'realms' | 'urlFault'>,
  tenantId: string,
  issuer: string,
  body: Omit<WriteProvider, 'issuer'>,
  named: ReadonlySet<string> | null = null,
): Promise<Written> => {
  const own = await ownAudience(realms, tenantId)
  const audience = body.audience ?? own
  if (realms.isOurIssuer(audience) && audience !== own)
    throw fieldProblem('audience', 'mismatch', phrase`of the realms of this platform only your own: ${own}`)
  if (realms.isOurIssuer(issuer))
    throw urlProblem('issuer', phrase`is a realm of this platform, whose tokens work already`)
  if (named === null) await checkUrl(urlFault, 'issuer', issuer)
  if (/[?#]/.test(issuer)) throw urlProblem('issuer', phrase`has no query and no fragment`)
  if (body.jwks_url !== undefined && (named?.has('jwks_url') ?? true))
    await checkUrl(urlFault, 'jwks_url', body.jwks_url)
  return {
    name: body.name,
    issuer,
    audience,
    algorithm: body.algorithm ?? 'RS256',
    jwks_url: body.jwks_url ?? null,
    roles_claim: body.roles_claim ?? 'roles',
    role_mappings: body.role_mappings,
    merchant_claim: body.merchant_claim ?? null,
    max_token_life_seconds: body.max_token_life_seconds ?? LIFE_DEFAULT_S,
  }
}

const checkUrl = async (urlFault: UrlFault, field: string, url: string): Promise<void> => {
  const fault = await urlFault(url)
  if (fault !== null) throw urlProblem(field, fault)
}

const urlProblem = (field: string, fault: Phrase): Problem =>
  new Problem('bad_request', {
    detail: phrase`${field}: ${fault}. It is an https URL, without user or password, and publicly reachable.`,
    errors: [{ field, code: 'invalid_format', message: fault }],
  })
