/** PATCH of fraud rules: of two changes of the same version one wins; four eyes where the tenant wants them. */
import { type Call, endpoint, ok } from '../../access/endpoint.ts'
import { checkCounts, isSamePerson } from '../../access/four-eyes.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { checkedExpression } from '../expressions/validate-expression.ts'
import { wantsFourEyes } from '../settings.ts'
import { changeOf, checkRoom } from './rule-limits.ts'
import { FraudRule, RuleParams, UpdateFraudRule, type UpdateRuleBody } from '../rules/rule-schemas.ts'
import { type RuleRow, ruleBody, updateRule } from '../rules/rule-admin-store.ts'
import { changeableRule, type Side, writeRules } from './rule-route-scope.ts'

export const changeRule = (side: Side) =>
  endpoint({
    method: 'PATCH',
    path: `${side.path}/:id`,
    tag: side.tag,
    summary: 'Change a fraud rule',
    description:
      'Only what is named; in force from the next check on. 409 conflict: somebody else changed it at the same moment. ' +
      'Where the setting `fraud.rules_four_eyes` of its tenant is true, a rule whose content changes is saved inactive, ' +
      'and `is_active: true` alone activates it, sent by another person than its last editor: else 422 four_eyes_violation. ' +
      'Anybody may deactivate it.',
    allow: side.writeRole,
    params: RuleParams,
    body: UpdateFraudRule,
    answers: { 200: FraudRule },
    errors: ['conflict', 'invalid_expression', 'validation_failed', 'four_eyes_violation'],
    async handle(call) {
      const { body, principal } = call
      const before = await changeableRule(side, call)
      if (body.expression_json !== undefined) checkedExpression(body.expression_json)
      return writeRules(call, before.tenant_id, async (tx, now) => {
        const after = await agreed(tx, before, patched(before, body), principal)
        if (!isContentChanged(before, after) && before.is_active === after.is_active)
          return { ...ok(ruleBody(before)), change: changeOf(before, before) }
        if (after.is_active && !before.is_active) await checkRoom(tx, before.tenant_id, { rules: false, active: true })
        const written = { ...after, last_modified: now }
        if (!(await updateRule(tx, written))) throw changedMeanwhile()
        return { ...ok(ruleBody(written)), change: changeOf(before, written) }
      })
    },
  })

const patched = (rule: RuleRow, body: UpdateRuleBody): RuleRow => ({
  ...rule,
  name: body.name ?? rule.name,
  description: body.description === undefined ? rule.description : body.description || null,
  expression_json: body.expression_json ?? rule.expression_json,
  action: body.action ?? rule.action,
  priority: body.priority ?? rule.priority,
  is_active: body.is_active ?? rule.is_active,
  is_shadow: body.is_shadow ?? rule.is_shadow,
})

/** All but whether it is active. */
const CONTENT = ['name', 'description', 'expression_json', 'action', 'priority', 'is_shadow'] as const
const isContentChanged = (before: RuleRow, after: RuleRow): boolean =>
  CONTENT.some((name) => before[name] !== after[name])

/** What may be saved of the wish of this actor. */
const agreed = async (tx: Tx, before: RuleRow, wish: RuleRow, actor: Call['principal']): Promise<RuleRow> => {
  const needsSecond = before.tenant_id !== null && (await wantsFourEyes(tx, before.tenant_id))
  if (isContentChanged(before, wish))
    return {
      ...wish,
      edited_by: actor.subject,
      edited_people: actor.accountable,
      is_active: wish.is_active && !needsSecond,
    }
  if (needsSecond && wish.is_active && !before.is_active) checkCounts(actor)
  if (needsSecond && wish.is_active && !before.is_active && isSamePerson(before.edited_people, actor.accountable))
    throw new Problem('four_eyes_violation', {
      detail: 'You were the last to edit this rule; activating it needs another person.',
    })
  return wish
}

const changedMeanwhile = (): Problem =>
  new Problem('conflict', { detail: 'This rule changed at the same moment; read it again, then repeat the change.' })
