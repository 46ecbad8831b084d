/** A tenant's active rules, compiled and kept in memory. */
import type { House } from '../../infra/house.ts'
import { type TenantCache, tenantCache } from '../../infra/tenant-cache.ts'
import { type Compiled, compile } from '../expressions/compile.ts'
import { type FraudAction, type FraudProcess, type FraudRuleRow, selectActiveRules } from './rule-store.ts'

export interface Rule {
  readonly id: string
  readonly code: string
  readonly action: FraudAction
  readonly isShadow: boolean
  readonly matches: Compiled
}
/** By process, in the order in which they are read. */
export type Rules = Readonly<Record<FraudProcess, readonly Rule[]>>

export const openRules = (house: House): TenantCache<Rules> =>
  tenantCache({
    notices: house.notices,
    topic: 'fraud_rules',
    load: (tenantId) => house.db.inTenant(tenantId, async (tx) => rulesOf(await selectActiveRules(tx, tenantId))),
  })

export const rulesOf = (rows: readonly FraudRuleRow[]): Rules => {
  const of = (process: FraudProcess): Rule[] => rows.filter((row) => row.process === process).map(ruleOf)
  return { sanal_pos: of('sanal_pos'), para_transferi: of('para_transferi'), fatura_odeme: of('fatura_odeme') }
}

const ruleOf = ({ id, code, action, is_shadow, expression_json }: FraudRuleRow): Rule => ({
  id,
  code,
  action,
  isShadow: is_shadow,
  matches: compiledOrFailing(expression_json),
})

/** An expression that does not compile fails like one that fails at run time: it is noted and does not match. */
const compiledOrFailing = (text: string): Compiled => {
  try {
    return compile(text)
  } catch (error) {
    return () => {
      throw error
    }
  }
}
