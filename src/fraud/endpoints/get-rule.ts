/** GET of one fraud rule: a tenant's own, or one of the platform's. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { findWaitingOfEntities } from '../../access/waiting/waiting-store.ts'
import { FRAUD_RULE } from '../rules/held-rule.ts'
import { findVisibleRule, toRuleResponse } from '../rules/rule-admin-store.ts'
import { type RuleRouteScope, ruleNotFound } from '../rules/rule-route-scope.ts'
import { FraudRule, RuleParams } from '../rules/rule-schemas.ts'

export const getRule = (routes: RuleRouteScope): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${routes.path}/:id`,
    isTagged: true,
    tag: routes.tag,
    summary: 'Read a fraud rule',
    description: 'One rule as the list shows it; a tenant also reads the rules of the platform that apply to it.',
    allow: routes.readRole,
    params: RuleParams,
    answers: { 200: FraudRule },
    async handle(call) {
      const owner = routes.listedOwner(call, {})
      return routes.read(call, async (tx) => {
        const rule = await findVisibleRule(tx, owner, call.params.id)
        if (rule === undefined) throw ruleNotFound(routes)
        const waiting = await findWaitingOfEntities(tx, owner, FRAUD_RULE, [rule.id])
        return { ...ok(toRuleResponse(rule, waiting.get(rule.id))), tagged: toRuleResponse(rule) }
      })
    },
  })
