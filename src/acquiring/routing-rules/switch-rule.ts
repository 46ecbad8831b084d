/** POST /activate and /deactivate of one rule, DELETE of one, POST /bulk-delete of many. */
import { endpoint, noContent, ok } from '../../access/endpoint.ts'
import type { FourEyesGuard } from '../redirects.ts'
import { requireRule } from './get-rules.ts'
import { BulkDeleteResult, BulkIds, RuleParams } from './routing-schemas.ts'
import { writeRules } from './rule-changes.ts'
import { type RuleKind, settableRule } from './rule-kinds.ts'
import { type AnyRule, lockRule, lockRules } from './rule-store.ts'

export const switchRule = (guard: FourEyesGuard, kind: RuleKind, step: 'activate' | 'deactivate') =>
  endpoint({
    method: 'POST',
    path: `${kind.path}/:id/${step}`,
    summary: `${step === 'activate' ? 'Activate' : 'Deactivate'} a ${kind.noun}`,
    description: 'No error when it is so already.',
    tag: kind.tag,
    allow: 'admin',
    params: RuleParams,
    answers: { 204: null },
    handle: (call) =>
      writeRules(call, { guard, kind }, async (tx, now) => {
        const before = requireRule(kind, await lockRule<AnyRule>(tx, kind.table, call.tenantId, call.params.id))
        const isActive = step === 'activate'
        const after = { ...before, is_active: isActive, last_modified: now }
        return { answer: noContent(), changes: before.is_active === isActive ? [] : [{ before, after }] }
      }),
  })

export const deleteRule = (guard: FourEyesGuard, kind: RuleKind) =>
  endpoint({
    method: 'DELETE',
    path: `${kind.path}/:id`,
    isTagged: true,
    summary: `Delete a ${kind.noun}`,
    description: 'Payments follow the rules that are left, from the next one on.',
    tag: kind.tag,
    allow: 'admin',
    params: RuleParams,
    answers: { 204: null },
    handle: (call) =>
      writeRules(call, { guard, kind }, async (tx, now) => {
        const before = requireRule(kind, await lockRule<AnyRule>(tx, kind.table, call.tenantId, call.params.id))
        const answer = { ...noContent(), tagged: settableRule(kind, before) }
        return { answer, changes: [{ before, after: deleted(before, now) }] }
      }),
  })

export const deleteRules = (guard: FourEyesGuard, kind: RuleKind) =>
  endpoint({
    method: 'POST',
    path: `${kind.path}/bulk-delete`,
    summary: `Delete many ${kind.noun}s`,
    description: 'Deletes those there are and names the others.',
    tag: kind.tag,
    allow: 'admin',
    body: BulkIds,
    answers: { 200: BulkDeleteResult },
    handle: (call) =>
      writeRules(call, { guard, kind }, async (tx, now) => {
        const ids = [...new Set(call.body.ids.map((id) => id.toLowerCase()))]
        const rows = await lockRules(tx, kind.table, call.tenantId, ids)
        const found = new Set(rows.map(({ id }) => id))
        return {
          answer: ok({ deleted_count: rows.length, not_found_ids: ids.filter((id) => !found.has(id)) }),
          changes: rows.map((before) => ({ before, after: deleted(before, now) })),
        }
      }),
  })

const deleted = (rule: AnyRule, now: Date): AnyRule => ({
  ...rule,
  is_active: false,
  is_deleted: true,
  last_modified: now,
})
