/** Where subscriptions live on a surface, and which of them a caller reaches. */
import type { Call } from '../../access/endpoint.ts'
import { reachesOwnMerchantOnly } from '../../access/merchant.ts'
import { Problem } from '../../core/problem.ts'
import type { HookSurface } from '../catalogue.ts'
import type { Scope } from './subscription-store.ts'

export interface HookPlace {
  surface: HookSurface
  path: string
  /** Role classes of access/permissions.ts. */
  manage: string
  read: string
}

export const HOOK_PLACES: Readonly<Record<HookSurface, HookPlace>> = {
  cards: { surface: 'cards', path: '/api/v1/webhook-subscriptions', manage: 'hooks', read: 'hooks-read' },
  transfers: { surface: 'transfers', path: '/api/v1/webhooks', manage: 'manage', read: 'read' },
}

/**
 * Narrowed to a merchant by a header or by a token bound to one. A token that names the tenant's only merchant without
 * being bound to it is not narrowed: its subscriptions are the tenant's, whatever merchants come later.
 */
export const scopeOf = (
  { surface }: HookPlace,
  call: Pick<Call, 'tenantId' | 'merchantId' | 'principal' | 'request'>,
): Scope => {
  const { headers } = call.request
  const isNamed = headers['x-merchant-id'] !== undefined || headers['x-external-merchant-id'] !== undefined
  const isNarrowed = isNamed || call.principal.isMerchantBound || reachesOwnMerchantOnly(call.principal.roles)
  return { tenantId: call.tenantId, surface, merchantId: isNarrowed ? call.merchantId : null }
}

export const noSuchSubscription = (id: string): Problem =>
  new Problem('resource_not_found', { detail: `There is no webhook subscription ${id}.` })
