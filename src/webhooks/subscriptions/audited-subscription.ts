/** Changes of a subscription for the audit log, read under a lock so that the state before is exact. */
import type { AuditedChange } from '../../access/endpoint.ts'
import type { Tx } from '../../infra/database/database.ts'
import { toSubscriptionResponse } from './subscription-schemas.ts'
import { findSubscription, type SubscriptionRow, type SubscriptionScope } from './subscription-store.ts'
import { subscriptionNotFound } from './webhook-route-scope.ts'

/** Locks the subscription until the transaction ends. */
export const lockSubscription = async (tx: Tx, scope: SubscriptionScope, id: string): Promise<SubscriptionRow> => {
  const row = await findSubscription(tx, scope, id, 'for update')
  if (row) return row
  throw subscriptionNotFound(id)
}

export const auditedSubscriptionChange = (
  before: SubscriptionRow | undefined,
  after: SubscriptionRow | undefined,
): AuditedChange => ({
  kind: 'webhook_subscription',
  id: (after ?? before)?.id ?? null,
  before: before ? toSubscriptionResponse(before) : null,
  after: after ? toSubscriptionResponse(after) : null,
})
