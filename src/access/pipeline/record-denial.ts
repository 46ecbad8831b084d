/** Determines which caller was refused and has the denial recorded. */

import { claimedId, type Denials, type DeniedCaller, findDeniedCaller, isDenial } from '../audit/denials.ts'
import type { Realms } from '../callers/realms.ts'
import type { Endpoint, Principal } from '../endpoint.ts'
import { toAuditedCaller } from './call-audit.ts'

interface DeniedCall {
  readonly spec: Endpoint
  /** Null when the caller was refused before it was identified, or has no token. */
  readonly principal: Principal | null
  readonly merchantId: string | null
  readonly correlationId: string
  readonly address: string
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Does nothing for other errors, and for anonymous callers: a forged token belongs to no chain. */
export const recordDenial = async (
  denials: Denials,
  realms: Realms,
  error: unknown,
  call: DeniedCall,
): Promise<void> => {
  if (!isDenial(error)) return
  const refused = findDeniedCaller(error) ?? (await ownerOf(realms, call))
  if (refused === null) return
  const { slug: _, version: __, ...ids } = call.params
  const [targetId] = Object.values(ids)
  await denials.record({
    ...toAuditedCaller(call),
    ...refused,
    code: error.code,
    targetId: typeof targetId === 'string' ? targetId : null,
  })
}

const ownerOf = async (realms: Realms, { spec, principal, params, body }: DeniedCall): Promise<DeniedCaller | null> => {
  if (principal) return { tenantId: principal.realmId, realm: principal.realm, actor: principal.subject }
  if (spec.allow !== 'none' || typeof params.slug !== 'string') return null
  const realm = await realms.realmBySlug(params.slug).catch(() => null) // the refusal is final, even if the database fails here
  const { client_id, username, email } = (body ?? {}) as Record<string, unknown>
  return realm && { tenantId: realm.tenantId, realm: realm.slug, actor: claimedId(client_id ?? username ?? email) }
}
