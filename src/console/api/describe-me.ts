/** Describes the signed-in person and their permissions: the pages show nothing else. */

import { isBoundToMerchant } from '../../access/callers/request-merchant.ts'
import { operationId } from '../../access/documents/openapi-operation.ts'
import type { Endpoint, SurfaceName } from '../../access/endpoint.ts'
import { isCredentialConfirmed } from '../../access/four-eyes.ts'
import { isPermitted } from '../../access/pipeline/authorize.ts'
import { ISTANBUL, isoTime } from '../../core/clock.ts'
import { isLanguage } from '../../core/phrases/texts.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { OpenSession } from '../session/sessions.ts'
import { type CallOrigin, callSurface, toProblem } from '../surface-calls.ts'
import { findPreferences } from './preferences-store.ts'

const MOVED_MS = 5_000 // the clocks of the database and of this process differ a little

export const describeMe = async (services: ConsoleServices, session: OpenSession, origin: CallOrigin) => {
  const { runtime, realms } = services
  const { realm, row, principal, idleUntil } = session
  const person = await realms.personOf(row.tenantId, principal.subject)
  const [factor, merchants, preferences] = await Promise.all([
    callSurface(
      services,
      { surface: 'identity', method: 'GET', url: '/api/v1/me/second-factor', caller: principal },
      origin,
    ),
    merchantsOf(services, session),
    runtime.db.transaction({ of: row.tenantId }, (tx) => findPreferences(tx, row.tenantId, row.userId)),
  ])
  if (factor.status !== 200) throw toProblem(factor)
  const nowMs = runtime.clock.ms()
  const { language } = preferences as { language?: unknown }
  return {
    person: {
      id: row.userId,
      name: [person?.firstName, person?.lastName].filter(Boolean).join(' ') || (person?.username ?? ''),
      email: person?.email ?? null,
      locale: isLanguage(language) ? language : null,
      roles: [...principal.roles],
      merchant_id: principal.isMerchantBound ? principal.merchantId : null,
      waits_for_confirmation: !isCredentialConfirmed(principal),
    },
    tenant: {
      id: realm.tenantId,
      slug: realm.slug,
      name: realm.displayName,
      environment: runtime.config.env,
      is_platform: realm.kind === 'master',
    },
    merchants,
    zone: ISTANBUL,
    clock: { now: isoTime(nowMs), is_moved: Math.abs(nowMs - Date.now()) > MOVED_MS },
    shards: realm.kind === 'master' ? runtime.config.shards.length : 0,
    operations: permittedOperations(services.endpoints(), session),
    factors: {
      totp: factor.body?.is_active === true,
      recovery_codes_left: factor.body?.recovery_codes_left ?? 0,
      passkeys: services.passkeys.party ? (await services.passkeys.list(row)).length : 0,
    },
    session: { ...describeSession(session), idle_until: isoTime(idleUntil) },
    preferences,
  }
}

export const describeSession = ({ row }: Pick<OpenSession, 'row'>) => ({
  id: row.id,
  created: isoTime(row.created),
  used_at: isoTime(row.usedAt),
  expires_at: isoTime(row.expiresAt),
  authenticated_at: isoTime(row.authenticatedAt),
  is_demo: row.isDemo,
  address: row.clientAddress,
  user_agent: row.userAgent,
})

const merchantsOf = async ({ realms }: ConsoleServices, { realm, principal }: OpenSession) => {
  if (realm.kind === 'master') return []
  const { byId } = await realms.merchantsOf(realm.tenantId)
  return [...byId.values()]
    .filter(({ id }) => !isBoundToMerchant(principal) || id === principal.merchantId)
    .map(({ id, externalId, name, isActive }) => ({ id, external_id: externalId, name, is_active: isActive }))
}

/**
 * Ids of the documents' operations. Where two surfaces share an id, it covers both, and `surface.id` names the one that this
 * person may call.
 */
const permittedOperations = (
  endpoints: Readonly<Record<SurfaceName, readonly Endpoint[]>>,
  { principal, realm }: OpenSession,
): string[] => {
  const all = Object.entries(endpoints).flatMap(([surface, specs]) =>
    specs
      .filter((spec) => !spec.isPage && spec.allow !== 'none')
      .map((spec) => ({ surface: surface as SurfaceName, spec, id: operationId(spec) })),
  )
  const timesUsed = new Map<string, number>()
  for (const { id } of all) timesUsed.set(id, (timesUsed.get(id) ?? 0) + 1)
  const permitted = all.filter(({ surface, spec }) => isPermitted(surface, spec, principal, realm))
  return [
    ...new Set(
      permitted.flatMap(({ surface, id }) => ((timesUsed.get(id) ?? 0) > 1 ? [id, `${surface}.${id}`] : [id])),
    ),
  ].sort()
}
