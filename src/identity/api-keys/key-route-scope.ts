/** The two route scopes of API keys: a tenant's own, and any tenant's by the platform. */
import { Type } from 'typebox'
import type { Answer, Call } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { ApiKeyRow, KeyScope } from './api-key-store.ts'
import { isTenant } from './key-references-store.ts'

export interface KeyRouteScope {
  readonly path: string
  readonly allow: 'tenant' | 'platform'
  /** Parameters of the path of the collection. */
  readonly params: Readonly<Record<string, typeof Uuid>>
}

export const OWN_KEYS: KeyRouteScope = { path: '/api/v1/tenants/me/api-keys', allow: 'tenant', params: {} }
export const KEYS_OF_TENANT: KeyRouteScope = {
  path: '/api/v1/platform/tenants/:tenant_id/api-keys',
  allow: 'platform',
  params: { tenant_id: described(Uuid, 'Id of the tenant whose keys are meant.') },
}

export const collectionParams = (place: KeyRouteScope) => Type.Object(place.params)
export const keyParams = (place: KeyRouteScope) =>
  Type.Object({ ...place.params, id: described(Uuid, 'Id of the API key, as the list shows it.') })
export const readKeyId = ({ params }: Pick<Call, 'params'>): string => (params as { id: string }).id.toLowerCase()

type PlacedCall = Pick<Call, 'params' | 'principal' | 'runtime' | 'inTx' | 'inTxOf'>

/** A key bound to a merchant administers only the keys of that merchant: it must not grant a scope that it lacks. */
const toKeyScope = (place: KeyRouteScope, { params, principal }: PlacedCall): KeyScope =>
  place.allow === 'platform'
    ? { tenantId: (params as { tenant_id: string }).tenant_id.toLowerCase(), merchantId: null }
    : { tenantId: principal.realmId, merchantId: principal.isMerchantBound ? principal.merchantId : null }

export const readKeys = <T>(place: KeyRouteScope, call: PlacedCall, work: (tx: Tx, scope: KeyScope) => Promise<T>) => {
  const scope = toKeyScope(place, call)
  return call.runtime.db.transaction({ of: scope.tenantId, mode: 'read' }, (tx) => work(tx, scope))
}

/** Changes keys in one transaction; every process is notified after the commit. */
export const changeKeys = async (
  place: KeyRouteScope,
  call: PlacedCall,
  work: (tx: Tx, scope: KeyScope) => Promise<Answer>,
): Promise<Answer> => {
  const scope = toKeyScope(place, call)
  const inPlace = (tx: Tx): Promise<Answer> => work(tx, scope)
  const answer = await (place.allow === 'platform' ? call.inTxOf(scope.tenantId, inPlace) : call.inTx(inPlace))
  call.runtime.notifications.publish('realms', scope.tenantId)
  return answer
}

export const checkTenant = async (tx: Tx, { tenantId }: KeyScope): Promise<void> => {
  if (!(await isTenant(tx, tenantId)))
    throw new Problem('resource_not_found', {
      detail: phrase`There is no tenant with this id; GET /api/v1/platform/tenants lists them.`,
    })
}

export const requireKey = (row: ApiKeyRow | undefined): ApiKeyRow => {
  if (row) return row
  throw new Problem('api_key_not_found', {
    detail: phrase`There is no API key with this id here; the list shows those there are.`,
  })
}
