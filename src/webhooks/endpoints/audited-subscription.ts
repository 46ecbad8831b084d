/** What became of a subscription, for the audit log: read under a lock, so that what stood before is true. */
import type { AuditedChange } from '../../access/endpoint.ts'
import type { Tx } from '../../infra/database/database.ts'
import { noSuchSubscription } from './webhook-route-scope.ts'
import { subscriptionBody } from './subscription-schemas.ts'
import { findSubscription, type Scope, type SubscriptionRow } from '../subscriptions/subscription-store.ts'

/** Held until the transaction ends. */
export const lockSubscription = async (tx: Tx, scope: Scope, id: string): Promise<SubscriptionRow> => {
  const row = await findSubscription(tx, scope, id, 'for update')
  if (row) return row
  throw noSuchSubscription(id)
}

export const hookChange = (before: SubscriptionRow | undefined, after: SubscriptionRow | undefined): AuditedChange => ({
  kind: 'webhook_subscription',
  id: (after ?? before)?.id ?? null,
  before: before ? subscriptionBody(before) : null,
  after: after ? subscriptionBody(after) : null,
})
