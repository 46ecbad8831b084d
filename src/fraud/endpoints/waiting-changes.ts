/** Changes of a tenant's checks that wait for a second person: of active rules, of the blacklist, of policies. */
import { type AuditedChange, type Endpoint, noContent } from '../../access/endpoint.ts'
import { waitingEndpoints } from '../../access/waiting/waiting-endpoints.ts'
import type { WaitingChange } from '../../access/waiting/waiting-store.ts'
import type { Tx } from '../../infra/database/database.ts'
import { BLACKLIST_ENTRY, carryOutRemoval } from '../blacklist/held-removal.ts'
import { carryOutPolicy, MERCHANT_POLICY } from '../rules/held-policy.ts'
import { carryOutRuleChange, FRAUD_RULE } from '../rules/held-rule.ts'

type CarryOut = (tx: Tx, change: WaitingChange, now: Date) => Promise<AuditedChange>

const KINDS: Readonly<Record<string, CarryOut>> = {
  [FRAUD_RULE]: carryOutRuleChange,
  [MERCHANT_POLICY]: carryOutPolicy,
  [BLACKLIST_ENTRY]: carryOutRemoval,
}

export const waitingFraudChanges: readonly Endpoint[] = waitingEndpoints({
  surface: 'fraud',
  path: '/api/v1/fraud/waiting-changes',
  tag: 'WaitingFraudChanges',
  readRole: 'analyst',
  writeRole: 'fraud-admin',
  async decide({ inTx, runtime, tenantId }, step) {
    const answer = await inTx(async (tx) => {
      const now = runtime.clock.now()
      const { change, isCarriedOut } = await step(tx, now)
      const carryOut = KINDS[change.kind] as CarryOut
      return { ...noContent(), change: isCarriedOut ? await carryOut(tx, change, now) : rejected(change) }
    })
    for (const topic of ['fraud_rules', 'fraud_blacklist'] as const) runtime.notifications.publish(topic, tenantId)
    return answer
  },
})

const rejected = ({ kind, entity_id, requested_by }: WaitingChange): AuditedChange => {
  const note = `requested by ${requested_by}`
  return { kind, id: entity_id, before: { action: 'requested', note }, after: { action: 'rejected', note } }
}
