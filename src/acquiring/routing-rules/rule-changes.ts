/** Common to every write of routing rules: the rows, their entries in the changelog of the target's connector, the notification of every process. */
import type { Answer, Call } from '../../access/endpoint.ts'
import type { Tx } from '../../infra/database/database.ts'
import { type Action, type Change, diffFields } from '../changelog/changelog.ts'
import { writeTenantBanks } from '../connectors/connector-operation.ts'
import type { RuleKind } from './rule-kinds.ts'
import { type AnyRule, connectorsOfConfigurations, writeRule } from './rule-store.ts'

/** One rule before and after; `null` before: new. */
interface RuleChange {
  before: AnyRule | null
  after: AnyRule
}

export const writeRules = (
  call: Pick<Call, 'runtime' | 'tenantId' | 'inTx' | 'principal'>,
  kind: RuleKind,
  work: (tx: Tx, now: Date) => Promise<{ answer: Answer; changes: readonly RuleChange[] }>,
): Promise<Answer> =>
  writeTenantBanks(call, async (tx, now) => {
    const { answer, changes } = await work(tx, now)
    for (const { after } of changes)
      await writeRule(tx, kind.table, COLUMNS[kind.table], after as unknown as Record<string, unknown>)
    const targets = changes.map(({ after }) => after.target_connector_config_id)
    const connectors = await connectorsOfConfigurations(tx, call.tenantId, targets)
    return {
      answer,
      changes: changes.map((change): Change => {
        const { after } = change
        return {
          connectorId: connectors.get(after.target_connector_config_id) as string,
          kind: kind.table === 'routing_rules' ? 'routing_rule' : 'simple_routing_rule',
          entityId: after.id,
          action: actionOf(change),
          diff: diffOf(kind, change),
        }
      }),
    }
  })

const COMMON = [
  'name',
  'priority',
  'currency',
  'card_brand_filter',
  'card_type_filter',
  'min_amount',
  'max_amount',
  'target_connector_config_id',
  'fallback_connector_config_id',
]
const COLUMNS = {
  routing_rules: [
    ...COMMON,
    'card_bin',
    'card_bin_end',
    'installment_count',
    'weight',
    'success_rate',
    'average_response_time_ms',
    'cost_score',
    'daily_transaction_limit',
  ],
  simple_routing_rules: [...COMMON, 'bank_code', 'has_installment'],
}

const actionOf = ({ before, after }: RuleChange): Action => {
  if (before === null) return 'created'
  if (after.is_deleted) return 'deleted'
  const { is_active, last_modified: _, ...rest } = after
  const { is_active: wasActive, last_modified: __, ...restBefore } = before
  const isSwitchAlone = is_active !== wasActive && JSON.stringify(rest) === JSON.stringify(restBefore)
  return isSwitchAlone ? (is_active ? 'activated' : 'deactivated') : 'updated'
}

const diffOf = (kind: RuleKind, { before, after }: RuleChange) => {
  const facets = (rule: AnyRule | null) => {
    if (rule === null) return null
    const row = rule as unknown as Record<string, unknown>
    return {
      ...Object.fromEntries(COLUMNS[kind.table].map((column) => [column, row[column]])),
      extra_properties_dict: rule.extra_properties,
      is_active: rule.is_active,
    }
  }
  return diffFields(facets(before), after.is_deleted ? null : facets(after))
}
