/** PATCH of fraud rules: of two changes of the same version one wins; four eyes where the tenant requires them. */
import { type Call, endpoint, ok } from '../../access/endpoint.ts'
import { checkCredentialConfirmed, isSamePerson } from '../../access/four-eyes.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { validateExpression } from '../expressions/validate-expression.ts'
import { type RuleRow, toRuleResponse, updateRuleRow } from '../rules/rule-admin-store.ts'
import { auditedRuleChange, checkRuleLimits } from '../rules/rule-limits.ts'
import { findChangeableRule, type RuleRouteScope, writeRulesAsOwner } from '../rules/rule-route-scope.ts'
import { FraudRule, RuleParams, UpdateFraudRule, type UpdateRuleBody } from '../rules/rule-schemas.ts'
import { requiresFourEyes } from '../settings.ts'

export const updateRule = (routes: RuleRouteScope) =>
  endpoint({
    method: 'PATCH',
    path: `${routes.path}/:id`,
    isTagged: true,
    tag: routes.tag,
    summary: 'Change a fraud rule',
    description:
      'Only what is named; in force from the next check on. 409 conflict: a concurrent change was faster. ' +
      'Where the setting `fraud.rules_four_eyes` of its tenant is true, a rule whose content changes is saved inactive, ' +
      'and `is_active: true` alone activates it, sent by another person than its last editor: else 422 four_eyes_violation. ' +
      'Anybody may deactivate it.',
    allow: routes.writeRole,
    params: RuleParams,
    body: UpdateFraudRule,
    answers: { 200: FraudRule },
    errors: ['conflict', 'invalid_expression', 'validation_failed', 'four_eyes_violation'],
    async handle(call) {
      const { body, principal } = call
      const before = await findChangeableRule(routes, call)
      if (body.expression_json !== undefined) validateExpression(body.expression_json)
      return writeRulesAsOwner(call, before.tenant_id, async (tx, now) => {
        const after = await applyFourEyes(tx, before, applyPatch(before, body), principal)
        if (!isContentChanged(before, after) && STANDING.every((name) => before[name] === after[name]))
          return { ...ok(toRuleResponse(before)), change: auditedRuleChange(before, before) }
        if (after.is_active && !before.is_active)
          await checkRuleLimits(tx, before.tenant_id, { rules: false, active: true })
        const written = { ...after, last_modified: now }
        if (!(await updateRuleRow(tx, written))) throw ruleChangedConcurrently()
        return { ...ok(toRuleResponse(written)), change: auditedRuleChange(before, written) }
      })
    },
  })

const applyPatch = (rule: RuleRow, body: UpdateRuleBody): RuleRow => ({
  ...rule,
  name: body.name ?? rule.name,
  description: body.description === undefined ? rule.description : body.description || null,
  expression_json: body.expression_json ?? rule.expression_json,
  action: body.action ?? rule.action,
  priority: body.priority ?? rule.priority,
  is_active: body.is_active ?? rule.is_active,
  awaits_activation: rule.awaits_activation && body.is_active === undefined,
  is_shadow: body.is_shadow ?? rule.is_shadow,
})

const STANDING = ['is_active', 'awaits_activation'] as const
/** All but that. */
const CONTENT = ['name', 'description', 'expression_json', 'action', 'priority', 'is_shadow'] as const
const isContentChanged = (before: RuleRow, after: RuleRow): boolean =>
  CONTENT.some((name) => before[name] !== after[name])

/** The part of the requested change that this actor may make. */
const applyFourEyes = async (tx: Tx, before: RuleRow, wish: RuleRow, actor: Call['principal']): Promise<RuleRow> => {
  const needsSecond = before.tenant_id !== null && (await requiresFourEyes(tx, before.tenant_id))
  if (isContentChanged(before, wish))
    return {
      ...wish,
      edited_by: actor.subject,
      edited_people: actor.accountable,
      is_active: wish.is_active && !needsSecond,
      awaits_activation: needsSecond && (wish.is_active || wish.awaits_activation),
    }
  if (needsSecond && wish.is_active && !before.is_active) checkCredentialConfirmed(actor)
  if (needsSecond && wish.is_active && !before.is_active && isSamePerson(before.edited_people, actor.accountable))
    throw new Problem('four_eyes_violation', {
      detail: phrase`You were the last to edit this rule; activating it needs another person.`,
    })
  return wish
}

const ruleChangedConcurrently = (): Problem =>
  new Problem('conflict', {
    detail: phrase`This rule changed at the same moment; read it again, then repeat the change.`,
  })
