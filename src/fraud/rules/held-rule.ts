/** A change of an active rule that waits for a second person: the old rule stays in force until then. */
import type { AuditedChange, Call } from '../../access/endpoint.ts'
import { askSecondPerson, refuseOvertaken, WAITS_NOTE } from '../../access/waiting/waiting-change.ts'
import type { WaitingChange } from '../../access/waiting/waiting-store.ts'
import { diffFields } from '../../acquiring/changelog/changelog.ts'
import type { Tx } from '../../infra/database/database.ts'
import { lockRule, type RuleRow, toRuleResponse, updateRuleRow } from './rule-admin-store.ts'

export const FRAUD_RULE = 'fraud_rule'

interface Held {
  readonly tx: Tx
  readonly now: Date
  readonly before: RuleRow & { readonly tenant_id: string }
  /** Null if the change deletes the rule. */
  readonly after: RuleRow | null
}

export const holdRuleChange = async (
  principal: Call['principal'],
  { tx, now, before, after }: Held,
): Promise<{ waiting: WaitingChange; change: AuditedChange }> => {
  const waiting = await askSecondPerson(
    tx,
    { tenantId: before.tenant_id, principal, now },
    {
      surface: 'fraud',
      kind: FRAUD_RULE,
      entity_id: before.id,
      label: before.name,
      basis: { version: before.version },
      wish: after === null ? { is_active: false, is_deleted: true } : judgingOf(after),
      changes: diffFields(judgingOf(before), after && judgingOf(after)),
    },
  )
  const wished = after === null ? {} : judgingOf(after)
  return {
    waiting,
    change: {
      kind: FRAUD_RULE,
      id: before.id,
      before: toRuleResponse(before),
      after: { action: 'requested', note: WAITS_NOTE, ...wished },
    },
  }
}

/** Returns the members that people set. */
const judgingOf = (rule: RuleRow) => ({
  name: rule.name,
  description: rule.description,
  expression_json: rule.expression_json,
  action: rule.action,
  priority: rule.priority,
  is_shadow: rule.is_shadow,
  is_active: rule.is_active,
})

export const carryOutRuleChange = async (tx: Tx, change: WaitingChange, now: Date): Promise<AuditedChange> => {
  const before = await lockRule(tx, change.tenant_id, change.entity_id)
  const { version } = change.basis as { version: number }
  refuseOvertaken(before?.version === version)
  const currentRule = before as RuleRow
  const wish = change.wish as Partial<RuleRow>
  // A person who only switches the rule off does not become its editor.
  const isEdited = wish.expression_json !== undefined && wish.is_active !== false
  const edited = isEdited ? { edited_by: change.requested_by, edited_people: change.requested_people } : {}
  const after = { ...currentRule, ...wish, ...edited, awaits_activation: false, last_modified: now }
  refuseOvertaken(await updateRuleRow(tx, after))
  const note = { action: 'confirmed', note: `requested by ${change.requested_by}` }
  return {
    kind: FRAUD_RULE,
    id: currentRule.id,
    before: toRuleResponse(currentRule),
    after: after.is_deleted ? null : { ...note, ...toRuleResponse(after) },
  }
}
