/** Common to every write of routing rules: the rows, their entries in the changelog of the target's connector, the notification of every process. */
import type { Answer, Call } from '../../access/endpoint.ts'
import { askSecondPerson, WAITS_NOTE } from '../../access/waiting/waiting-change.ts'
import type { Tx } from '../../infra/database/database.ts'
import { type Action, type Change, diffFields } from '../changelog/changelog.ts'
import { writeTenantBanks } from '../connectors/connector-operation.ts'
import { type FourEyesGuard, waitsAsRedirect } from '../redirects.ts'
import type { RuleKind } from './rule-kinds.ts'
import { type AnyRule, connectorsOfConfigurations, writeRule } from './rule-store.ts'

/** One rule before and after a change; `before` is null for a new rule. */
interface RuleChange {
  before: AnyRule | null
  after: AnyRule
}

type WriteCall = Pick<Call, 'runtime' | 'tenantId' | 'inTx' | 'principal'>

/** Writes rules. A change that redirects payments waits for a second person if it has to (redirects.ts); a new rule exists until then, but is inactive. */
export const writeRules = (
  call: WriteCall,
  { guard, kind }: { guard: FourEyesGuard; kind: RuleKind },
  work: (tx: Tx, now: Date) => Promise<{ answer: Answer; changes: readonly RuleChange[] }>,
): Promise<Answer> =>
  writeTenantBanks(call, async (tx, now) => {
    const { answer, changes } = await work(tx, now)
    const mayWait = changes.some((change) => isRedirect(kind, change))
    const waits = mayWait && (await waitsAsRedirect(guard, tx, call.tenantId))
    const held = waits ? changes.filter((change) => isRedirect(kind, change)) : []
    for (const change of held) await holdChange(tx, call, kind, change, now)
    const done = changes.filter((change) => !held.includes(change))
    await saveRules(tx, kind, done)
    return {
      answer,
      changes: [
        ...(await loggedChanges(tx, call.tenantId, kind, done)),
        ...(await loggedChanges(tx, call.tenantId, kind, held)).map((each) => ({
          ...each,
          action: 'requested' as const,
          note: WAITS_NOTE,
        })),
      ],
    }
  })

export const saveRules = async (tx: Tx, kind: RuleKind, changes: readonly RuleChange[]): Promise<void> => {
  for (const { after } of changes)
    await writeRule(tx, kind.table, COLUMNS[kind.table], after as unknown as Record<string, unknown>)
}

const holdChange = async (
  tx: Tx,
  { tenantId, principal }: Pick<Call, 'tenantId' | 'principal'>,
  kind: RuleKind,
  { before, after }: RuleChange,
  now: Date,
): Promise<void> => {
  const stands = before ?? { ...after, is_active: false }
  if (before === null) await saveRules(tx, kind, [{ before, after: stands }])
  await askSecondPerson(
    tx,
    { tenantId, principal, now },
    {
      surface: 'cards',
      kind: entityKind(kind),
      entity_id: after.id,
      label: after.name,
      basis: settledState(kind, stands),
      wish: settledState(kind, after),
      changes: diffOf(kind, { before, after }),
    },
  )
}

const entityKind = (kind: RuleKind): 'routing_rule' | 'simple_routing_rule' =>
  kind.table === 'routing_rules' ? 'routing_rule' : 'simple_routing_rule'

/** Returns the members of a rule that people can set, as they are stored with a waiting change. */
export const settledState = (kind: RuleKind, rule: AnyRule): Readonly<Record<string, unknown>> => {
  const row = rule as unknown as Record<string, unknown>
  const names = [...COLUMNS[kind.table], 'extra_properties', 'is_active', 'is_deleted']
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name] ?? null]))))
}

/** A rule that no payment meets, before and after the change, redirects nothing; nor do members that only people read. */
const isRedirect = (kind: RuleKind, { before, after }: RuleChange): boolean => {
  if (!before?.is_active && !after.is_active) return false
  const was = before === null ? null : settledState(kind, before)
  const will = settledState(kind, after)
  return was === null || Object.keys(will).some((name) => !FOR_PEOPLE.has(name) && was[name] !== will[name])
}
const FOR_PEOPLE: ReadonlySet<string> = new Set(['name', 'extra_properties'])

export const loggedChanges = async (
  tx: Tx,
  tenantId: string,
  kind: RuleKind,
  changes: readonly RuleChange[],
): Promise<Change[]> => {
  const targets = changes.map(({ after }) => after.target_connector_config_id)
  const connectors = await connectorsOfConfigurations(tx, tenantId, targets)
  return changes.map(
    (change): Change => ({
      connectorId: connectors.get(change.after.target_connector_config_id) as string,
      kind: entityKind(kind),
      entityId: change.after.id,
      action: toAction(change),
      diff: diffOf(kind, change),
    }),
  )
}

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

const toAction = ({ before, after }: RuleChange): Action => {
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
