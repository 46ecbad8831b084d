/** PATCH /api/v1/routing-rules/{id}/score: only the score figures of a rule, as an external measurement sends them. */

import { endpoint, noContent } from '../../access/endpoint.ts'
import { checkRepeatedId } from '../../access/input/repeated-id.ts'
import type { FourEyesGuard } from '../redirects.ts'
import { requireRule } from './get-rules.ts'
import { RoutingScore, RuleParams } from './routing-schemas.ts'
import { writeRules } from './rule-changes.ts'
import { ROUTING_RULES } from './rule-kinds.ts'
import { lockRule, type StoredRule } from './rule-store.ts'

export const scoreRule = (guard: FourEyesGuard) =>
  endpoint({
    method: 'PATCH',
    path: '/api/v1/routing-rules/:id/score',
    summary: 'Change the figures of a routing rule',
    description: 'Absent members keep their values.',
    tag: 'RoutingRules',
    allow: 'admin',
    params: RuleParams,
    body: RoutingScore,
    answers: { 204: null },
    handle: (call) => {
      const { id: _, ...figures } = call.body
      checkRepeatedId(call.body, call.params)
      return writeRules(call, { guard, kind: ROUTING_RULES }, async (tx, now) => {
        const { table } = ROUTING_RULES
        const before = requireRule(ROUTING_RULES, await lockRule<StoredRule>(tx, table, call.tenantId, call.params.id))
        return { answer: noContent(), changes: [{ before, after: { ...before, ...figures, last_modified: now } }] }
      })
    },
  })
