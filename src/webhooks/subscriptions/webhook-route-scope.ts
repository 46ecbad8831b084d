/** Routes and roles of subscriptions on a surface, and which subscriptions a caller reaches. */

import { narrowToMerchant } from '../../access/callers/request-merchant.ts'
import type { Call } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { WebhookSurface } from '../events/event-catalogue.ts'
import type { SubscriptionScope } from './subscription-store.ts'

export interface WebhookRouteScope {
  surface: WebhookSurface
  path: string
  /** Role classes of access/permissions.ts. */
  manage: string
  read: string
}

export const WEBHOOK_ROUTE_SCOPES: Readonly<Record<WebhookSurface, WebhookRouteScope>> = {
  cards: { surface: 'cards', path: '/api/v1/webhook-subscriptions', manage: 'hooks', read: 'hooks-read' },
  transfers: { surface: 'transfers', path: '/api/v1/webhooks', manage: 'manage', read: 'read' },
}

/** A token that only names the tenant's single merchant creates and sees subscriptions of the tenant. */
export const toSubscriptionScope = (
  { surface }: WebhookRouteScope,
  call: Pick<Call, 'tenantId' | 'merchantId' | 'principal' | 'request'>,
): SubscriptionScope => ({ tenantId: call.tenantId, surface, merchantId: narrowToMerchant(call) })

export const subscriptionNotFound = (id: string): Problem =>
  new Problem('resource_not_found', { detail: phrase`There is no webhook subscription ${id}.` })
