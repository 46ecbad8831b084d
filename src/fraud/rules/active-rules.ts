/**
 * A tenant's active rules, compiled and cached, with the merchants for whom they are switched off. Policies are read with the rules, in
 * one snapshot of the database, so a check needs no separate look-up for them.
 */

import { createTenantCache, type TenantCache } from '../../infra/database/tenant-cache.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { type CompiledExpression, compileExpression } from '../expressions/compile.ts'
import { parseExpression } from '../expressions/grammar.ts'
import { velocityVariablesReadBy } from '../expressions/validate-expression.ts'
import {
  type ActiveRuleRow,
  type FraudAction,
  type FraudProcess,
  PROCESSES,
  selectActiveRules,
} from './active-rule-store.ts'
import { type DisabledPolicy, selectDisabledPolicies } from './merchant-policy-store.ts'

export interface ActiveRule {
  readonly id: string
  readonly code: string
  readonly action: FraudAction
  readonly isShadow: boolean
  readonly matches: CompiledExpression
  /** Velocity variables its expression reads, by their full names. */
  readonly velocity: readonly string[]
}

/** Rules by process, in the order of evaluation. */
export interface ActiveRules extends Readonly<Record<FraudProcess, readonly ActiveRule[]>> {
  /** Velocity variables that the active rules of a process read, shadow rules included. */
  readonly velocityNeeds: Readonly<Record<FraudProcess, readonly string[]>>
  /** The merchant's policy switches the rules of this process off. */
  isOff(merchantId: string, process: FraudProcess): boolean
}

export const createActiveRules = (runtime: Runtime): TenantCache<ActiveRules> =>
  createTenantCache({
    notifications: runtime.notifications,
    topic: 'fraud_rules',
    load: (tenantId) =>
      runtime.db.transaction({ of: tenantId, mode: 'read' }, async (tx) =>
        compileRules(await selectActiveRules(tx, tenantId), await selectDisabledPolicies(tx, tenantId)),
      ),
  })

export const compileRules = (rows: readonly ActiveRuleRow[], disabled: readonly DisabledPolicy[] = []): ActiveRules => {
  const byProcess = <T>(work: (process: FraudProcess) => T) =>
    Object.fromEntries(PROCESSES.map((process) => [process, work(process)])) as Record<FraudProcess, T>
  const rules = byProcess((process) => rows.filter((row) => row.process === process).map(compileRule))
  const off = new Set(disabled.map(({ merchant_id, process }) => `${merchant_id} ${process}`))
  return {
    ...rules,
    velocityNeeds: byProcess((process) => [...new Set(rules[process].flatMap(({ velocity }) => velocity))]),
    isOff: (merchantId, process) => off.size > 0 && off.has(`${merchantId} ${process}`),
  }
}

const compileRule = ({ id, code, action, is_shadow, expression_json }: ActiveRuleRow): ActiveRule => ({
  id,
  code,
  action,
  isShadow: is_shadow,
  ...compiledOrFailing(expression_json),
})

/** An expression that does not compile is treated like one that fails at run time: it is noted and does not match. */
const compiledOrFailing = (text: string): Pick<ActiveRule, 'matches' | 'velocity'> => {
  try {
    return { matches: compileExpression(text), velocity: velocityVariablesReadBy(parseExpression(text)) }
  } catch (error) {
    return {
      matches() {
        throw error
      },
      velocity: [],
    }
  }
}
