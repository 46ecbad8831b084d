/** Explains decisions about payments: each check with its variables, the rules that matched, and its alert. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { unpackVariables } from '../expressions/packed-variables.ts'
import type { Variables } from '../expressions/payment-variables.ts'
import type { CheckRow } from './check-rows.ts'

export interface DecisionDetails {
  readonly check: Pick<CheckRow, 'id' | 'score' | 'decision' | 'reason_codes' | 'latency_us' | 'provider'> & {
    checked_at: Date
  }
  /** Rules in order of evaluation, with their current names. */
  readonly matchedRules: readonly MatchedRule[]
  readonly variables: Variables
  readonly alert: DecisionAlert | null
}

interface MatchedRule {
  readonly id: string
  readonly code: string | null
  readonly name: string | null
}

export interface DecisionAlert {
  readonly id: string
  readonly status: 'open' | 'approved' | 'rejected' | 'expired'
  readonly reviewed_by: string | null
  readonly reviewed_at: Date | null
  readonly notes: string | null
  readonly expires_at: Date
}

type Joined = DecisionDetails['check'] & {
  matched_rule_ids: string | null
  variables: string
  alert_id: string | null
} & Omit<DecisionAlert, 'id'>

/** Finds the details of payments or transfers, by their ids. */
export const findDecisionDetails = async (
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<DecisionDetails[]> => {
  if (ids.length === 0) return []
  const rows = await tx.query<Joined>(
    sql`select c.id, c.score, c.decision, c.reason_codes, c.matched_rule_ids, c.latency_us, c.provider, c.variables, c.checked_at,
       a.id as alert_id, a.status, a.reviewed_by, a.reviewed_at, a.notes, a.expires_at
     from fraud_checks c left join fraud_alerts a on a.tenant_id = c.tenant_id and a.check_id = c.id
     where c.tenant_id = ${tenantId} and c.id = any(${ids}::uuid[]) order by c.id`,
  )
  const rules = await rulesById(tx, tenantId, [...new Set(rows.flatMap(ruleIds))])
  return rows.map((row) => ({
    check: row,
    matchedRules: ruleIds(row).map((id) => rules.get(id) ?? { id, code: null, name: null }),
    variables: unpackVariables(row.variables),
    alert: row.alert_id === null ? null : { ...row, id: row.alert_id },
  }))
}

const ruleIds = ({ matched_rule_ids }: Joined): string[] => matched_rule_ids?.split(',') ?? []

/** Includes deleted rules. */
const rulesById = async (
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MatchedRule>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<MatchedRule>(
    sql`select id, code, name from fraud_rules where tenant_id = ${tenantId} and id = any(${ids}::uuid[])
     union all select id, code, name from fraud_rules_global where id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map((rule) => [rule.id, rule]))
}
