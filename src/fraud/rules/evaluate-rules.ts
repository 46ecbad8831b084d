/** Evaluates the rules on one payment or transfer, in their order: the strongest action wins, weights add up to a score. */

import type { Variables } from '../expressions/payment-variables.ts'
import type { FraudAction } from './active-rule-store.ts'
import type { ActiveRule } from './active-rules.ts'

export interface FraudDecision {
  readonly decision: FraudAction
  /** 0 to 100. */
  readonly score: number
  /** Codes of what spoke against it, `shadow:` and `rule_error:` notes included, in order of evaluation. */
  readonly reasonCodes: readonly string[]
  readonly matchedRuleIds: readonly string[]
}

const WEIGHTS: Readonly<Record<FraudAction, number>> = { approve: 0, challenge: 25, review: 50, block: 100 }
const SCORE_MAX = 100
const APPROVED: FraudDecision = { decision: 'approve', score: 0, reasonCodes: [], matchedRuleIds: [] }

/** Called for an expression that failed to evaluate. */
export type OnRuleFailure = (rule: ActiveRule, error: unknown) => void

/** Pure except for `onFault`: the same rules and variables give the same decision. */
export const evaluateRules = (
  rules: readonly ActiveRule[],
  variables: Variables,
  onRuleFailure?: OnRuleFailure,
): FraudDecision => {
  const reasonCodes: string[] = []
  const matched: ActiveRule[] = []
  for (const rule of rules) {
    const reading = evaluateRule(rule, variables, onRuleFailure)
    if (reading === 'fails') reasonCodes.push(`rule_error:${rule.code}`)
    if (reading !== 'matches') continue
    if (rule.isShadow) {
      reasonCodes.push(`shadow:${rule.code}`)
      continue
    }
    matched.push(rule)
    if (WEIGHTS[rule.action] > 0) reasonCodes.push(rule.code)
    if (rule.action === 'approve' || rule.action === 'block') break
  }
  return matched.length === 0 && reasonCodes.length === 0 ? APPROVED : toFraudDecision(matched, reasonCodes)
}

const evaluateRule = (
  rule: ActiveRule,
  variables: Variables,
  onFault: OnRuleFailure | undefined,
): 'matches' | 'passes' | 'fails' => {
  try {
    return rule.matches(variables) ? 'matches' : 'passes'
  } catch (error) {
    onFault?.(rule, error)
    return 'fails'
  }
}

const toFraudDecision = (matched: readonly ActiveRule[], reasonCodes: readonly string[]): FraudDecision => ({
  decision: matched.reduce<FraudAction>(
    (strongest, { action }) => (WEIGHTS[action] > WEIGHTS[strongest] ? action : strongest),
    'approve',
  ),
  score: Math.min(
    SCORE_MAX,
    matched.reduce((sum, { action }) => sum + WEIGHTS[action], 0),
  ),
  reasonCodes,
  matchedRuleIds: matched.map(({ id }) => id),
})
