/** POST and PUT of routing rules of one kind: effective from the next payment on. */

import { type Call, created, endpoint, noContent } from '../../access/endpoint.ts'
import { checkRepeatedId } from '../../access/input/repeated-id.ts'
import { newId } from '../../core/id.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { type FieldError, Problem } from '../../core/problem.ts'
import { Uuid } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { FourEyesGuard } from '../redirects.ts'
import { requireRule } from './get-rules.ts'
import { RuleParams, type WrittenRule, type WrittenSimpleRule } from './routing-schemas.ts'
import { writeRules } from './rule-changes.ts'
import { type RuleKind, settableRule } from './rule-kinds.ts'
import { type AnyRule, countRules, holdConfigurations, lockRule } from './rule-store.ts'

type Written = WrittenRule | WrittenSimpleRule

/** A tenant's rules are all cached in memory, and matched for every payment. */
const RULES_MAX = 1_000

export const createRule = (guard: FourEyesGuard, kind: RuleKind) =>
  endpoint({
    method: 'POST',
    path: kind.path,
    summary: `Create a ${kind.noun}`,
    description: 'Answers its id.',
    tag: kind.tag,
    allow: 'admin',
    body: kind.schemas.create,
    answers: { 201: Uuid },
    errors: ['connector_not_found', 'validation_failed', 'invalid_currency', 'conflict'],
    handle: (call) => {
      const body = call.body as Written
      checkRule(body)
      return writeRules(call, { guard, kind }, async (tx, now) => {
        const { tenantId } = call
        if ((await countRules(tx, kind.table, tenantId)) >= RULES_MAX)
          throw new Problem('conflict', {
            detail: phrase`This tenant has ${RULES_MAX} ${kind.noun}s already; delete some first.`,
          })
        await holdTargets(tx, tenantId, body)
        const row = {
          ...kind.columnsOf(body),
          tenant_id: tenantId,
          id: newId(now.getTime()),
          extra_properties: body.extra_properties_dict ?? {},
          is_active: body.is_active ?? true,
          is_deleted: false,
          created: now,
          last_modified: now,
        }
        return { answer: created(row.id), changes: [{ before: null, after: row as unknown as AnyRule }] }
      })
    },
  })

export const updateRule = (guard: FourEyesGuard, kind: RuleKind) =>
  endpoint({
    method: 'PUT',
    path: `${kind.path}/:id`,
    isTagged: true,
    summary: `Replace a ${kind.noun}`,
    description: 'Absent optional members take their defaults; an absent is_active stays.',
    tag: kind.tag,
    allow: 'admin',
    params: RuleParams,
    body: kind.schemas.update,
    answers: { 204: null },
    errors: ['connector_not_found', 'validation_failed', 'invalid_currency'],
    handle: (call: Call<{ id: string }>) => {
      const body = call.body as Written
      checkRepeatedId(body, call.params)
      checkRule(body)
      return writeRules(call, { guard, kind }, async (tx, now) => {
        const before = requireRule(kind, await lockRule<AnyRule>(tx, kind.table, call.tenantId, call.params.id))
        await holdTargets(tx, call.tenantId, body)
        const after = {
          ...before,
          ...kind.columnsOf(body),
          extra_properties: body.extra_properties_dict ?? {},
          is_active: body.is_active ?? before.is_active,
          last_modified: now,
        } as AnyRule
        return { answer: { ...noContent(), tagged: settableRule(kind, before) }, changes: [{ before, after }] }
      })
    },
  })

/** Checks across members: validation_failed with every fault. */
const checkRule = (body: Written): void => {
  const { card_bin, card_bin_end } = body as Partial<WrittenRule>
  const { min_amount = 0, max_amount = Number.MAX_SAFE_INTEGER } = body
  const faults: FieldError[] = []
  const fault = (isWrong: boolean, field: string, code: FieldError['code'], message: Phrase): void => {
    if (isWrong) faults.push({ field, code, message })
  }
  fault(min_amount > max_amount, 'min_amount', 'out_of_range', phrase`must not be above max_amount`)
  fault(card_bin_end !== undefined && card_bin === undefined, 'card_bin', 'required', phrase`is the start of the range`)
  if (card_bin !== undefined && card_bin_end !== undefined) {
    fault(card_bin.length !== card_bin_end.length, 'card_bin_end', 'mismatch', phrase`must be as long as card_bin`)
    fault(card_bin_end < card_bin, 'card_bin_end', 'out_of_range', phrase`must not be below card_bin`)
  }
  fault(
    body.fallback_connector_config_id === body.target_connector_config_id,
    'fallback_connector_config_id',
    'mismatch',
    phrase`must be another configuration than the target`,
  )
  const [first] = faults
  if (first)
    throw new Problem('validation_failed', { detail: phrase`${first.field} ${first.message}.`, errors: faults })
}

export const holdTargets = async (
  tx: Tx,
  tenantId: string,
  body: Pick<Written, 'target_connector_config_id'> & { fallback_connector_config_id?: string | null },
): Promise<void> => {
  const wanted = (['target_connector_config_id', 'fallback_connector_config_id'] as const).filter((name) => body[name])
  const held = await holdConfigurations(
    tx,
    tenantId,
    wanted.map((name) => body[name] as string),
  )
  const missing = wanted.find((name) => !held.has(body[name] as string))
  if (missing)
    throw new Problem('connector_not_found', {
      detail: phrase`${missing} names no configuration of this tenant; GET /api/v1/connector-configurations lists them.`,
    })
}
