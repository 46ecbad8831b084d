/** GET of fraud rules: those of both scopes in one list, as they are read. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { pageOf } from '../../core/pagination.ts'
import { FraudRulePage, RulesQuery } from '../rules/rule-schemas.ts'
import { pageOfRules, ruleBody } from '../rules/rule-admin-store.ts'
import type { Side } from './rule-route-scope.ts'

export const listRules = (side: Side) =>
  endpoint({
    method: 'GET',
    path: side.path,
    tag: side.tag,
    summary: 'List fraud rules',
    description: 'By priority, then created: as they are evaluated, own and global ones in one order.',
    allow: side.readRole,
    query: RulesQuery,
    answers: { 200: FraudRulePage },
    async handle(call) {
      const { query } = call
      const { rows, total } = await side.read(call, (tx) => pageOfRules(tx, side.listed(call, query), query))
      return ok(pageOf(rows.map(ruleBody), total, query))
    },
  })
