/** The two sides alerts are decided from: the platform, over everybody's, and a tenant, over its own. */
import type { Call } from '../../access/endpoint.ts'
import { ownMerchantOf } from '../../access/callers/request-merchant.ts'
import type { Tx } from '../../infra/database/database.ts'
import { tenantOfAlert } from '../alerts/alert-store.ts'

type Caller = Pick<Call, 'house' | 'principal'>

export interface AlertSide {
  readonly path: string
  readonly tag: string
  readonly role: string
  /** Whose alerts a list shows; null: everybody's. */
  readonly listed: (call: Caller) => string | null
  /** The one merchant whose alerts the caller sees; null: all of them. */
  readonly merchantOf: (call: Caller) => string | null
  readonly read: <T>(call: Caller, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Whose the alert of the path is, as far as the caller can tell; undefined: nobody's. */
  readonly tenantOf: (call: Caller, id: string) => Promise<string | undefined>
}

export const PLATFORM_ALERTS: AlertSide = {
  path: '/api/v1/platform/fraud/alerts',
  tag: 'PlatformFraudAlerts',
  role: 'platform',
  listed: () => null,
  merchantOf: () => null,
  read: ({ house }, work) => house.db.readAcrossTenants(work),
  tenantOf: ({ house }, id) => house.db.acrossTenants((tx) => tenantOfAlert(tx, id)),
}

export const TENANT_ALERTS: AlertSide = {
  path: '/api/v1/fraud/alerts',
  tag: 'FraudAlerts',
  role: 'analyst',
  listed: ({ principal }) => principal.realmId,
  merchantOf: ({ principal }) => ownMerchantOf(principal),
  read: ({ house, principal }, work) => house.db.readTenant(principal.realmId, work),
  tenantOf: async ({ principal }) => principal.realmId,
}
