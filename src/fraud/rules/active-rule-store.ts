/** SQL of fraud rules, the tenant's and the platform's. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'

export const PROCESSES = ['sanal_pos', 'para_transferi', 'fatura_odeme'] as const
export const ACTIONS = ['approve', 'challenge', 'review', 'block'] as const
export type FraudProcess = (typeof PROCESSES)[number]
export type FraudAction = (typeof ACTIONS)[number]

export interface ActiveRuleRow
  extends Row<'fraud_rules', 'id' | 'process' | 'code' | 'expression_json' | 'action' | 'is_shadow'> {
  process: FraudProcess
  action: FraudAction
}

/** Active rules that bind a tenant, in the order in which they are read; `also` at its place among them, active or not. */
export const selectActiveRules = (tx: Tx, tenantId: string, also: string | null = null): Promise<ActiveRuleRow[]> =>
  tx.query<ActiveRuleRow>(
    sql`select id, process, code, expression_json, action, is_shadow
       from (select id, process, code, expression_json, action, is_shadow, priority, created
               from fraud_rules where tenant_id = ${tenantId} and (is_active or id = ${also}) and not is_deleted
             union all
             select id, process, code, expression_json, action, is_shadow, priority, created
               from fraud_rules_global where (is_active or id = ${also}) and not is_deleted) every_rule
      order by priority, created, id`,
  )
