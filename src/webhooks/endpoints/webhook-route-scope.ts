/** Where subscriptions live on a surface, and which of them a caller reaches. */
import type { Call } from '../../access/endpoint.ts'
import { narrowedTo } from '../../access/callers/request-merchant.ts'
import { Problem } from '../../core/problem.ts'
import type { HookSurface } from '../events/event-catalogue.ts'
import type { Scope } from '../subscriptions/subscription-store.ts'

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

/** A token that only names the tenant's one merchant makes and sees subscriptions of the tenant. */
export const scopeOf = (
  { surface }: HookPlace,
  call: Pick<Call, 'tenantId' | 'merchantId' | 'principal' | 'request'>,
): Scope => ({ tenantId: call.tenantId, surface, merchantId: narrowedTo(call) })

export const noSuchSubscription = (id: string): Problem =>
  new Problem('resource_not_found', { detail: `There is no webhook subscription ${id}.` })
