/** GET of fraud rules: those of both scopes in one list, as they are read. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { findWaitingOfEntities } from '../../access/waiting/waiting-store.ts'
import { peopleOfWaiting } from '../../access/waits-for.ts'
import { toPage } from '../../core/pagination.ts'
import { FRAUD_RULE } from '../rules/held-rule.ts'
import { pageOfRules, toRuleResponse } from '../rules/rule-admin-store.ts'
import type { RuleRouteScope } from '../rules/rule-route-scope.ts'
import { FraudRulePage, RulesQuery } from '../rules/rule-schemas.ts'

export const listRules = (routes: RuleRouteScope) =>
  endpoint({
    method: 'GET',
    path: routes.path,
    tag: routes.tag,
    summary: 'List fraud rules',
    description: 'By priority, then created: as they are evaluated, own and global ones in one order.',
    allow: routes.readRole,
    query: RulesQuery,
    answers: { 200: FraudRulePage },
    async handle(call) {
      const { query } = call
      const waitingForPeople = peopleOfWaiting(query, call.principal, 'fraud', { allow: routes.writeRole })
      if (waitingForPeople === null) return ok(toPage([], 0, query))
      const reach = { tenantId: routes.listedOwner(call, query), waitingForPeople }
      return routes.read(call, async (tx) => {
        const { rows, total } = await pageOfRules(tx, reach, query)
        const ids = rows.map(({ id }) => id)
        const waiting = await findWaitingOfEntities(tx, reach.tenantId, FRAUD_RULE, ids)
        return ok(
          toPage(
            rows.map((row) => toRuleResponse(row, waiting.get(row.id))),
            total,
            query,
          ),
        )
      })
    },
  })
