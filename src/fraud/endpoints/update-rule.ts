/** PATCH of fraud rules: of two changes of the same version one wins; four eyes where the tenant requires them. */
import { type Answer, type Call, endpoint, ok } from '../../access/endpoint.ts'
import { checkCredentialConfirmed, isPlatformPerson, isSamePerson } from '../../access/four-eyes.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { validateExpression } from '../expressions/validate-expression.ts'
import { requiresFourEyes } from '../fraud-settings.ts'
import { holdRuleChange } from '../rules/held-rule.ts'
import { type RuleRow, toRuleResponse, updateRuleRow } from '../rules/rule-admin-store.ts'
import { auditedRuleChange, checkRuleLimits } from '../rules/rule-limits.ts'
import { findChangeableRule, type RuleRouteScope, writeRulesAsOwner } from '../rules/rule-route-scope.ts'
import { FraudRule, RuleParams, UpdateFraudRule, type UpdateRuleBody } from '../rules/rule-schemas.ts'

export const updateRule = (routes: RuleRouteScope) =>
  endpoint({
    method: 'PATCH',
    path: `${routes.path}/:id`,
    isTagged: true,
    tag: routes.tag,
    summary: 'Change a fraud rule',
    description:
      'Only what is named; in force from the next check on. 409 conflict: a concurrent change was faster. ' +
      'Where the setting `fraud.rules_four_eyes` of its tenant is true, a change of an active rule waits (`pending_change`), and the ' +
      'rule judges as it is until a second person confirms it. An inactive one is changed at once and stays inactive; ' +
      '`is_active: true` alone activates it, where another person than its last editor asked for that before: else it waits ' +
      '(`awaits_activation`), and the same person again is 422 four_eyes_violation.',
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
        const needsSecond = await requiresFourEyes(tx, before.tenant_id)
        const wish = applyPatch(before, body)
        const isSame = !isContentChanged(before, wish) && before.is_active === wish.is_active
        if (needsSecond && before.is_active && !isSame) return hold(principal, { tx, now, before, after: wish })
        const after = needsSecond ? applyFourEyes(before, wish, principal) : edited(before, wish, principal)
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

const STANDING = ['is_active', 'awaits_activation', 'edited_by'] as const
/** All but that. */
const CONTENT = ['name', 'description', 'expression_json', 'action', 'priority', 'is_shadow'] as const
const isContentChanged = (before: RuleRow, after: RuleRow): boolean =>
  CONTENT.some((name) => before[name] !== after[name])

/** The last editor is stored whether or not the setting is on: if it is switched on later, it applies to earlier editors too. */
const edited = (before: RuleRow, wish: RuleRow, actor: Call['principal']): RuleRow =>
  isContentChanged(before, wish)
    ? { ...wish, awaits_activation: false, edited_by: actor.subject, edited_people: actor.accountable }
    : wish

/** Returns the part of the requested change of an inactive rule that this actor may make. */
const applyFourEyes = (before: RuleRow, wish: RuleRow, actor: Call['principal']): RuleRow => {
  if (before.is_active) return wish
  const asked = { ...wish, is_active: false, edited_by: actor.subject, edited_people: actor.accountable }
  if (isContentChanged(before, wish)) return { ...asked, awaits_activation: wish.is_active || wish.awaits_activation }
  if (!wish.is_active) return wish
  // No person of the tenant has requested it yet, so this caller is the first of two.
  const isAsked = before.awaits_activation && !isPlatformPerson(before.edited_people ?? [])
  if (!isAsked) return { ...asked, awaits_activation: true }
  checkCredentialConfirmed(actor)
  if (isSamePerson(before.edited_people, actor.accountable))
    throw new Problem('four_eyes_violation', {
      detail: phrase`You were the last to edit this rule, or asked for it to be activated; activating it needs another person.`,
    })
  return wish
}

const hold = async (
  principal: Call['principal'],
  held: { tx: Tx; now: Date; before: RuleRow; after: RuleRow },
): Promise<Answer> => {
  const before = { ...held.before, tenant_id: held.before.tenant_id as string }
  // The rule may have changed since it was read; then the waiting change has a basis that is no longer stored, and is not carried out.
  const { waiting, change } = await holdRuleChange(principal, { ...held, before })
  return { ...ok(toRuleResponse(before, waiting)), change, tagged: toRuleResponse(before) }
}

const ruleChangedConcurrently = (): Problem =>
  new Problem('conflict', {
    detail: phrase`This rule changed at the same moment; read it again, then repeat the change.`,
  })
