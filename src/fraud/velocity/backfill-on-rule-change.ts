/** Starts a backfill when a tenant's rules begin to count something new. */
import { LRUCache } from 'lru-cache'
import { atMost } from '../../infra/process/growing-cache.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { ActiveRules } from '../rules/active-rules.ts'
import { backfillTenant, countedSignature, recordCountedKinds } from './backfill-velocity.ts'

interface RuleChangeBackfill {
  /** Called with the rules of a check. Costs nothing while they are unchanged. */
  onRulesRead(tenantId: string, rules: ActiveRules): void
  /** Ends backfills in progress; the maintenance job continues them. */
  close(): Promise<void>
}

const TENANTS_MAX = 10_000

export const createRuleChangeBackfill = (runtime: Runtime): RuleChangeBackfill => {
  const seen = new LRUCache<string, ActiveRules>(atMost(TENANTS_MAX))
  const texts = new LRUCache<string, string>(atMost(TENANTS_MAX))
  const running = new Set<Promise<void>>()
  let isOver = false
  const fill = async (tenantId: string): Promise<void> => {
    try {
      if (await recordCountedKinds(runtime, tenantId)) await backfillTenant(runtime, tenantId, () => isOver)
    } catch (err) {
      texts.delete(tenantId)
      runtime.log.error('fraud.velocity_fill_failed', { tenant_id: tenantId, err })
    }
  }
  return {
    onRulesRead(tenantId, rules) {
      if (seen.get(tenantId) === rules) return
      seen.set(tenantId, rules)
      const text = countedSignature(rules)
      if (texts.get(tenantId) === text || isOver) return
      texts.set(tenantId, text)
      const work = fill(tenantId)
      running.add(work)
      void work.finally(() => running.delete(work))
    },
    async close() {
      isOver = true
      await Promise.all(running)
    },
  }
}
