/** DELETE of fraud rules: no check reads it any more, and its code is free again. */
import { endpoint, noContent } from '../../access/endpoint.ts'
import { changeOf } from './rule-limits.ts'
import { RuleParams } from '../rules/rule-schemas.ts'
import { lockRule, updateRule } from '../rules/rule-admin-store.ts'
import { changeableRule, noRule, type Side, writeRules } from './rule-route-scope.ts'

export const deleteRule = (side: Side) =>
  endpoint({
    method: 'DELETE',
    path: `${side.path}/:id`,
    tag: side.tag,
    summary: 'Delete a fraud rule',
    description: 'Check logs go on to name it by its id and its code.',
    allow: side.writeRole,
    params: RuleParams,
    answers: { 204: null },
    errors: ['conflict'],
    async handle(call) {
      const { tenant_id, id } = await changeableRule(side, call)
      return writeRules(call, tenant_id, async (tx, now) => {
        const before = await lockRule(tx, tenant_id, id)
        if (before === undefined) throw noRule(side)
        await updateRule(tx, { ...before, is_active: false, is_deleted: true, last_modified: now })
        return { ...noContent(), change: changeOf(before, null) }
      })
    },
  })
