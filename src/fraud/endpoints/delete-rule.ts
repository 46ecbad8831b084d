/** DELETE of fraud rules: no check reads it any more, and its code is free again. */
import { endpoint, noContent } from '../../access/endpoint.ts'
import { requiresFourEyes } from '../fraud-settings.ts'
import { holdRuleChange } from '../rules/held-rule.ts'
import { lockRule, updateRuleRow } from '../rules/rule-admin-store.ts'
import { auditedRuleChange } from '../rules/rule-limits.ts'
import { findChangeableRule, type RuleRouteScope, ruleNotFound, writeRulesAsOwner } from '../rules/rule-route-scope.ts'
import { RuleParams } from '../rules/rule-schemas.ts'

export const deleteRule = (routes: RuleRouteScope) =>
  endpoint({
    method: 'DELETE',
    path: `${routes.path}/:id`,
    isTagged: true,
    tag: routes.tag,
    summary: 'Delete a fraud rule',
    description:
      'Check logs go on to name it by its id and its code. Where `fraud.rules_four_eyes` of its tenant is true an active one stays and judges until a second person has confirmed that (`pending_change`).',
    allow: routes.writeRole,
    params: RuleParams,
    answers: { 204: null },
    errors: ['conflict'],
    async handle(call) {
      const { tenant_id, id } = await findChangeableRule(routes, call)
      return writeRulesAsOwner(call, tenant_id, async (tx, now) => {
        const before = await lockRule(tx, tenant_id, id)
        if (before === undefined) throw ruleNotFound(routes)
        if (before.is_active && before.tenant_id !== null && (await requiresFourEyes(tx, tenant_id))) {
          const held = { tx, now, before: { ...before, tenant_id: before.tenant_id }, after: null }
          return { ...noContent(), change: (await holdRuleChange(call.principal, held)).change }
        }
        await updateRuleRow(tx, { ...before, is_active: false, is_deleted: true, last_modified: now })
        return { ...noContent(), change: auditedRuleChange(before, null) }
      })
    },
  })
