/** POST of fraud rules: in force at the next check, or saved inactive where the tenant requires four eyes. */
import { type Call, created, endpoint } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { validateExpression } from '../expressions/validate-expression.ts'
import { requiresFourEyes } from '../fraud-settings.ts'
import { checkOwner, type Owner } from '../rules/resource-owner.ts'
import { insertRule, type RuleRow, toRuleResponse } from '../rules/rule-admin-store.ts'
import { auditedRuleChange, checkRuleLimits } from '../rules/rule-limits.ts'
import { type RuleRouteScope, writeRulesAsOwner } from '../rules/rule-route-scope.ts'
import { CreateFraudRule, type CreateRuleBody, FraudRule } from '../rules/rule-schemas.ts'

const PRIORITY = 100

export const createRule = (routes: RuleRouteScope) =>
  endpoint({
    method: 'POST',
    path: routes.path,
    tag: routes.tag,
    summary: 'Create a fraud rule',
    description:
      'In force from the next check on. Where the setting `fraud.rules_four_eyes` of its tenant is true it is saved ' +
      'inactive, for another person to activate. A tenant, and the platform, has at most 1,000 rules, 500 of them active.',
    allow: routes.writeRole,
    body: CreateFraudRule,
    answers: { 201: FraudRule },
    errors: ['conflict', 'invalid_expression', 'validation_failed'],
    handle(call) {
      const { body, principal } = call
      const owner = routes.ownerOfNew(call, body)
      validateExpression(body.expression_json)
      return writeRulesAsOwner(call, owner, async (tx, now) => {
        await checkOwner(tx, owner)
        const wished = toRuleRow(body, owner, principal, now)
        const awaits_activation = wished.is_active && (await requiresFourEyes(tx, owner))
        const row = { ...wished, is_active: wished.is_active && !awaits_activation, awaits_activation }
        await checkRuleLimits(tx, owner, { rules: true, active: row.is_active })
        if (!(await insertRule(tx, row))) throw ruleCodeTaken()
        return { ...created(toRuleResponse(row)), change: auditedRuleChange(null, row) }
      })
    },
  })

const toRuleRow = (body: CreateRuleBody, owner: Owner, editor: Call['principal'], now: Date): RuleRow => ({
  scope: owner === null ? 'global' : 'tenant',
  tenant_id: owner,
  id: newId(now.getTime()),
  process: body.process,
  code: body.code,
  name: body.name,
  description: body.description || null,
  type: body.type,
  expression_json: body.expression_json,
  action: body.action,
  priority: body.priority ?? PRIORITY,
  is_active: body.is_active ?? true,
  is_shadow: body.is_shadow ?? false,
  is_builtin: false,
  is_deleted: false,
  edited_by: editor.subject,
  edited_people: editor.accountable,
  awaits_activation: false,
  version: 1,
  created: now,
  last_modified: now,
})

const ruleCodeTaken = (): Problem =>
  new Problem('conflict', {
    detail: phrase`A rule of this scope and process has this code; choose another one, or change that rule.`,
    errors: [{ field: 'code', code: 'conflict', message: phrase`is used by another rule` }],
  })
