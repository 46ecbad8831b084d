/** The two route scopes of alerts: the platform's, over every tenant, and a tenant's own. */

import { ownMerchantId } from '../../access/callers/request-merchant.ts'
import type { Call } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { type AlertRow, findAlert, findAlertTenant } from './alert-store.ts'

type Caller = Pick<Call, 'runtime' | 'principal'>

export interface AlertRouteScope {
  readonly path: string
  readonly tag: string
  readonly role: string
  /** Returns the tenant whose alerts a list shows; null for every tenant. */
  readonly listedTenant: (call: Caller) => string | null
  /** Returns the one merchant whose alerts the caller sees; null for all of them. */
  readonly merchantOf: (call: Caller) => string | null
  readonly read: <T>(call: Caller, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Returns the tenant of the alert in the path, if the caller may know it; undefined if there is none. */
  readonly tenantOf: (call: Caller, id: string) => Promise<string | undefined>
}

export const PLATFORM_ALERT_ROUTES: AlertRouteScope = {
  path: '/api/v1/platform/fraud/alerts',
  tag: 'PlatformFraudAlerts',
  role: 'platform',
  listedTenant: () => null,
  merchantOf: () => null,
  read: ({ runtime }, work) => runtime.db.transaction({ as: 'platform', mode: 'replica' }, work),
  tenantOf: ({ runtime }, id) => runtime.db.transaction({ as: 'platform' }, (tx) => findAlertTenant(tx, id)),
}

export const TENANT_ALERT_ROUTES: AlertRouteScope = {
  path: '/api/v1/fraud/alerts',
  tag: 'FraudAlerts',
  role: 'analyst',
  listedTenant: ({ principal }) => principal.realmId,
  merchantOf: ({ principal }) => ownMerchantId(principal),
  read: ({ runtime, principal }, work) => runtime.db.transaction({ of: principal.realmId, mode: 'replica' }, work),
  tenantOf: async ({ principal }) => principal.realmId,
}

/** The alert of the path, as far as the caller may know it. */
export const findVisibleAlert = async (
  routes: AlertRouteScope,
  call: Pick<Call<{ id: string }>, 'runtime' | 'principal' | 'params'>,
): Promise<AlertRow> => {
  const { id } = call.params
  const tenantId = await routes.tenantOf(call, id)
  const row = tenantId === undefined ? undefined : await routes.read(call, (tx) => findAlert(tx, tenantId, id))
  const merchantId = routes.merchantOf(call)
  if (row === undefined || (merchantId !== null && row.merchant_id !== merchantId)) throw alertNotFound(routes)
  return row
}

export const alertNotFound = ({ path }: AlertRouteScope): Problem =>
  new Problem('resource_not_found', { detail: phrase`There is no alert with this id; GET ${path} lists them.` })
