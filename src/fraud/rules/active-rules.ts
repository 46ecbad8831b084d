/** A tenant's active rules, compiled and kept in memory, with the merchants for whom they are switched off. */
import type { House } from '../../infra/runtime.ts'
import { type TenantCache, tenantCache } from '../../infra/database/tenant-cache.ts'
import { velocityNeedsOf } from '../expressions/validate-expression.ts'
import { type Compiled, compile } from '../expressions/compile.ts'
import { parseExpression } from '../expressions/grammar.ts'
import { type DisabledPolicy, selectDisabledPolicies } from './merchant-policy-store.ts'
import { type FraudAction, type FraudProcess, type FraudRuleRow, PROCESSES, selectActiveRules } from './active-rule-store.ts'

export interface Rule {
  readonly id: string
  readonly code: string
  readonly action: FraudAction
  readonly isShadow: boolean
  readonly matches: Compiled
  /** Velocity variables its expression reads, by their full names. */
  readonly velocity: readonly string[]
}

/** By process, in the order in which they are read. */
export interface Rules extends Readonly<Record<FraudProcess, readonly Rule[]>> {
  /** Velocity variables that the active rules of a process read, shadow rules included. */
  readonly velocityNeeds: Readonly<Record<FraudProcess, readonly string[]>>
  /** The merchant's policy switches the rules of this process off. */
  isOff(merchantId: string, process: FraudProcess): boolean
}

export const openRules = (house: House): TenantCache<Rules> =>
  tenantCache({
    notices: house.notices,
    topic: 'fraud_rules',
    load: (tenantId) =>
      house.db.readTenant(tenantId, async (tx) =>
        rulesOf(await selectActiveRules(tx, tenantId), await selectDisabledPolicies(tx, tenantId)),
      ),
  })

export const rulesOf = (rows: readonly FraudRuleRow[], disabled: readonly DisabledPolicy[] = []): Rules => {
  const byProcess = <T>(work: (process: FraudProcess) => T) =>
    Object.fromEntries(PROCESSES.map((process) => [process, work(process)])) as Record<FraudProcess, T>
  const rules = byProcess((process) => rows.filter((row) => row.process === process).map(ruleOf))
  const off = new Set(disabled.map(({ merchant_id, process }) => `${merchant_id} ${process}`))
  return {
    ...rules,
    velocityNeeds: byProcess((process) => [...new Set(rules[process].flatMap(({ velocity }) => velocity))]),
    isOff: (merchantId, process) => off.size > 0 && off.has(`${merchantId} ${process}`),
  }
}

export const ruleOf = ({ id, code, action, is_shadow, expression_json }: FraudRuleRow): Rule => ({
  id,
  code,
  action,
  isShadow: is_shadow,
  ...compiledOrFailing(expression_json),
})

/** An expression that does not compile fails like one that fails at run time: it is noted and does not match. */
const compiledOrFailing = (text: string): Pick<Rule, 'matches' | 'velocity'> => {
  try {
    return { matches: compile(text), velocity: velocityNeedsOf(parseExpression(text)) }
  } catch (error) {
    return {
      matches() {
        throw error
      },
      velocity: [],
    }
  }
}
