/** The two route scopes of alerts: the platform's, over every tenant, and a tenant's own. */

import { ownMerchantId } from '../../access/callers/request-merchant.ts'
import type { Call } from '../../access/endpoint.ts'
import type { PageRequest } from '../../core/pagination.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { findOnShards, pageAcrossShards } from '../../infra/database/shards/across-shards.ts'
import { type AlertRow, findAlert, findAlertTenant } from './alert-store.ts'

type Caller = Pick<Call, 'runtime' | 'principal'>

interface AlertPage {
  readonly rows: readonly AlertRow[]
  readonly total: number
}
type ReadPage<Query> = (tx: Tx, query: Query) => Promise<AlertPage>

export interface AlertRouteScope {
  readonly path: string
  readonly tag: string
  readonly role: string
  /** Returns the tenant whose alerts a list shows; null for every tenant. */
  readonly listedTenant: (call: Caller) => string | null
  /** Returns the one merchant whose alerts the caller sees; null for all of them. */
  readonly merchantOf: (call: Caller) => string | null
  /** Returns a page of the list, newest first. */
  readonly page: <Query extends PageRequest>(call: Caller, query: Query, read: ReadPage<Query>) => Promise<AlertPage>
  readonly read: <T>(call: Caller, tenantId: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Returns the tenant of the alert in the path, if the caller may know it; undefined if there is none. */
  readonly tenantOf: (call: Caller, id: string) => Promise<string | undefined>
}

export const PLATFORM_ALERT_ROUTES: AlertRouteScope = {
  path: '/api/v1/platform/fraud/alerts',
  tag: 'PlatformFraudAlerts',
  role: 'platform',
  listedTenant: () => null,
  merchantOf: () => null,
  page: ({ runtime: { db } }, query, read) => pageAcrossShards(db, query, (one, other) => one.id > other.id, read),
  read: ({ runtime: { db } }, tenantId, work) =>
    db.transaction({ as: 'platform', mode: 'replica', on: db.shardOf(tenantId) }, work),
  tenantOf: ({ runtime }, id) => findOnShards(runtime.db, 'write', (tx) => findAlertTenant(tx, id)),
}

export const TENANT_ALERT_ROUTES: AlertRouteScope = {
  path: '/api/v1/fraud/alerts',
  tag: 'FraudAlerts',
  role: 'analyst',
  listedTenant: ({ principal }) => principal.realmId,
  merchantOf: ({ principal }) => ownMerchantId(principal),
  page: ({ runtime, principal }, query, read) =>
    runtime.db.transaction({ of: principal.realmId, mode: 'replica' }, (tx) => read(tx, query)),
  read: ({ runtime }, tenantId, work) => runtime.db.transaction({ of: tenantId, mode: 'replica' }, work),
  tenantOf: async ({ principal }) => principal.realmId,
}

/** The alert of the path, as far as the caller may know it. */
export const findVisibleAlert = async (
  routes: AlertRouteScope,
  call: Pick<Call<{ id: string }>, 'runtime' | 'principal' | 'params'>,
): Promise<AlertRow> => {
  const { id } = call.params
  const tenantId = await routes.tenantOf(call, id)
  const row =
    tenantId === undefined ? undefined : await routes.read(call, tenantId, (tx) => findAlert(tx, tenantId, id))
  const merchantId = routes.merchantOf(call)
  if (row === undefined || (merchantId !== null && row.merchant_id !== merchantId)) throw alertNotFound(routes)
  return row
}

export const alertNotFound = ({ path }: AlertRouteScope): Problem =>
  new Problem('resource_not_found', { detail: phrase`There is no alert with this id; GET ${path} lists them.` })
