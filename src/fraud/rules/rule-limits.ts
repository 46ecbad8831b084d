/** Limits on a tenant's rules, and how a change of a rule enters the audit log. */
import type { AuditedChange } from '../../access/endpoint.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Owner } from './resource-owner.ts'
import { countRules, type RuleRow, toRuleResponse } from './rule-admin-store.ts'

/** Every process keeps the active rules of the tenants it serves compiled in memory, and evaluates each at every check. */
export const RULES_MAX = 1_000
const ACTIVE_RULES_MAX = 500

/** Throws if one more rule, or one more active rule, is too many. */
export const checkRuleLimits = async (
  tx: Tx,
  owner: Owner,
  more: { rules: boolean; active: boolean },
): Promise<void> => {
  const { all, active } = await countRules(tx, owner)
  if (more.rules && all >= RULES_MAX) throw ruleLimitReached(phrase`There are ${RULES_MAX} rules; delete some first.`)
  if (more.active && active >= ACTIVE_RULES_MAX)
    throw ruleLimitReached(phrase`There are ${ACTIVE_RULES_MAX} active rules; deactivate some first.`)
}
const ruleLimitReached = (detail: Phrase): Problem => new Problem('conflict', { detail })

export const auditedRuleChange = (before: RuleRow | null, after: RuleRow | null): AuditedChange => ({
  kind: 'fraud_rule',
  id: (after ?? before)?.id ?? null,
  before: before && toRuleResponse(before),
  after: after && toRuleResponse(after),
})
