/** Decides which changes a person receives: those of kinds whose list or detail this person may read. */
import { isBoundToMerchant } from '../../access/callers/request-merchant.ts'
import type { Endpoint, SurfaceName } from '../../access/endpoint.ts'
import { isPermitted } from '../../access/pipeline/authorize.ts'
import type { OpenSession } from '../session/sessions.ts'
import type { ChangeRow, Cursor } from './change-store.ts'

/** The read that shows a kind. Other kinds are those of the audit log. */
const READS: Readonly<Record<string, readonly [SurfaceName, path: string]>> = {
  payment: ['cards', '/api/v1/transactions'],
  refund: ['cards', '/api/v1/refunds'],
  recurring_plan: ['cards', '/api/v1/recurring'],
  chargeback: ['cards', '/api/v1/chargebacks'],
  settlement: ['cards', '/api/v1/settlements'],
  reconciliation: ['cards', '/api/v1/reconciliations'],
  cancellation_request: ['cards', '/api/v1/cancellation-requests'],
  connector: ['cards', '/api/v1/connectors'],
  connector_configuration: ['cards', '/api/v1/connector-configurations'],
  routing_rule: ['cards', '/api/v1/routing-rules'],
  test_card: ['cards', '/api/v1/test-cards'],
  webhook_subscription: ['cards', '/api/v1/webhook-subscriptions'],
  transfer: ['transfers', '/api/v1/transfers'],
  recurring_transfer: ['transfers', '/api/v1/recurringtransfers'],
  recipient: ['transfers', '/api/v1/recipients'],
  source_account: ['transfers', '/api/v1/accounts'],
  alert: ['fraud', '/api/v1/fraud/alerts'],
  fraud_rule: ['fraud', '/api/v1/fraud/rules'],
  blacklist_entry: ['fraud', '/api/v1/fraud/blacklist'],
  merchant: ['identity', '/api/v1/merchants'],
  api_key: ['identity', '/api/v1/tenants/me/api-keys'],
  setting: ['cards', '/api/v1/settings'],
}
const REST: readonly (readonly [SurfaceName, path: string])[] = [
  ['identity', '/api/v1/audit-log'],
  ['identity', '/api/v1/platform/audit-log'],
]
/** Kinds that events and the audit log call by another name. */
const KINDS: Readonly<Record<string, string>> = {
  '3ds': 'payment',
  capture: 'payment',
  void: 'payment',
  subscription: 'recurring_plan',
  fraud_alert: 'alert',
}

export interface Change {
  readonly kind: string
  readonly id: string
  readonly type: string
}

type Endpoints = Readonly<Record<SurfaceName, readonly Endpoint[]>>

/** Returns the kinds; empty if the change is not for this person. A person bound to one merchant receives only changes of that merchant. */
export const createVisibility = (endpoints: Endpoints, { principal, realm }: OpenSession) => {
  const decided = new Map<string, boolean>()
  const mayRead = ([surface, path]: readonly [SurfaceName, string]): boolean => {
    const spec = endpoints[surface].find((each) => each.method === 'GET' && each.path === path)
    return spec !== undefined && isPermitted(surface, spec, principal, realm)
  }
  const mayHear = (kind: string): boolean => {
    const read = READS[kind]
    const may = decided.get(kind) ?? (read ? mayRead(read) : REST.some(mayRead))
    decided.set(kind, may)
    return may
  }
  const ownMerchant = isBoundToMerchant(principal) ? principal.merchantId : undefined
  return ({ kind: said, id, merchantId, type }: Omit<ChangeRow, keyof Cursor>): Change[] => {
    if (ownMerchant !== undefined && merchantId !== ownMerchant) return []
    // A refund has its own list, and changes its payment.
    const kinds = said === 'refund' ? ['refund', 'payment'] : [KINDS[said] ?? said]
    return kinds.filter(mayHear).map((kind) => ({ kind, id, type }))
  }
}
