/** Rules whose expression failed: counted always, logged once a rule and minute. The payment continues without them. */
import { LRUCache } from 'lru-cache'
import { counter } from '../../infra/process/metrics.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { OnRuleFailure } from './evaluate-rules.ts'

const MINUTE_MS = 60_000
const RULES_MAX = 1_000 // beyond them a rule is logged more often than once a minute

const failures = counter('vezne_fraud_rule_failures_total')

/** Returns the `onFault` of one process. */
export const createRuleFailureReporter = ({ log, clock }: Pick<Runtime, 'log' | 'clock'>): OnRuleFailure => {
  const logged = new LRUCache<string, number>({ max: RULES_MAX })
  return ({ id, code }, error) => {
    failures.inc()
    const minute = Math.floor(clock.ms() / MINUTE_MS)
    if (logged.get(id) === minute) return
    logged.set(id, minute)
    log.error('fraud.rule_failed', { rule_id: id, code, err: error })
  }
}
