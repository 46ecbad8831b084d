/** POST .../details/{detail_id}/resolve and .../details/bulk-resolve: decides how a discrepancy is resolved. */
import { Type } from 'typebox'
import { type Call, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import { phraseFor } from '../../infra/http/problem-language.ts'
import {
  type BulkBody,
  BulkResolve,
  BulkResolveResult,
  ReconciliationDetail,
  type ResolveBody,
  ResolveDetail,
} from '../model/detail-schemas.ts'
import { toDetailView } from '../model/detail-store.ts'
import { requireReconciliation } from '../model/reconciliation-store.ts'
import { lockOpen } from '../model/shared-answers.ts'
import {
  prepareResolution,
  type Resolved,
  type ResolveServices,
  resolveDetail,
  toDetailChange,
} from '../resolution/resolve-detail.ts'

const PATH = '/api/v1/reconciliations/:id/details'
const shared = {
  method: 'POST',
  tag: 'Reconciliations',
  allow: 'operate',
  product: 'reconciliation',
} as const

export const resolveOne = (services: ResolveServices): Endpoint =>
  endpoint({
    ...shared,
    path: `${PATH}/:detail_id/resolve`,
    summary: 'Resolve a discrepancy',
    description:
      'With the person and the reason. What writes off more than the setting `reconciliation.write_off_max` (minor units, 100000 when not set) stays pending with `awaiting_action` until another person asks for the same; so does what brings the sum of single persons above `reconciliation.write_off_total_max`, of the reconciliation or of the day. `force_status` ends a transaction that no inquiry could end.',
    params: Type.Object({
      id: described(Uuid, 'Id of the reconciliation, as the list shows it.'),
      detail_id: described(Uuid, 'Id of the row of the reconciliation.'),
    }),
    body: ResolveDetail,
    bodyAliases: { resolution_action: 'action' },
    answers: { 200: ReconciliationDetail },
    errors: ['invalid_state_transition', 'validation_failed', 'four_eyes_violation'],
    async handle(call) {
      const { params, body, tenantId, principal } = call
      const resolving = { tenantId, reconciliationId: params.id, detailId: params.detail_id, body, principal }
      await prepareResolution(services, resolving)
      return call.inTx(async (tx) => {
        const resolved = await resolveDetail(tx, resolving)
        return { ...ok(toDetailView(resolved.after)), change: toDetailChange(resolved) }
      })
    },
  })

type BulkCall = Call<{ id: string }, unknown, BulkBody>

export const resolveMany = (services: ResolveServices): Endpoint =>
  endpoint({
    ...shared,
    path: `${PATH}/bulk-resolve`,
    summary: 'Resolve many discrepancies',
    description: 'Each row on its own: what failed is named with its reason, the others are resolved.',
    params: Type.Object({ id: described(Uuid, 'Id of the reconciliation, as the list shows it.') }),
    body: BulkResolve,
    answers: { 200: BulkResolveResult },
    errors: ['invalid_state_transition'],
    handle: (call) => handleMany(services, call as BulkCall),
  })

const handleMany = async (services: ResolveServices, call: BulkCall) => {
  const { params, tenantId, principal } = call
  const items = itemsOf(call.body)
  await services.db.transaction({ of: tenantId }, (tx) => lockOpen(tx, tenantId, params.id))
  const errors: { detail_id: string; message: string }[] = []
  const prepared: typeof items = []
  const resolvingOf = ({ detail_id, request }: (typeof items)[number]) => {
    const body: ResolveBody = request
    return { tenantId, reconciliationId: params.id, detailId: detail_id, body, principal }
  }
  for (const item of items)
    await prepareResolution(services, resolvingOf(item)).then(
      () => prepared.push(item),
      (error: unknown) => errors.push({ detail_id: item.detail_id, message: phraseFor(call.request, reasonOf(error)) }),
    )
  return call.inTx(async (tx) => {
    await requireReconciliation(tx, tenantId, params.id, 'for update')
    const done: Resolved[] = []
    const failed = [...errors]
    for (const item of prepared) {
      // A refusal is thrown before the first write of its row, so the others can continue.
      await resolveDetail(tx, resolvingOf(item)).then(
        (resolved) => done.push(resolved),
        (error: unknown) =>
          failed.push({ detail_id: item.detail_id, message: phraseFor(call.request, reasonOf(error)) }),
      )
    }
    const answer = {
      processed: done.length,
      failed: failed.length,
      details: done.map(({ after }) => toDetailView(after)),
      errors: failed,
    }
    return { ...ok(answer), ...(done.length > 0 ? { change: done.map(toDetailChange) } : {}) }
  })
}

/** Anything but a refusal is a fault of ours and ends the whole call. */
const reasonOf = (error: unknown): Phrase => {
  if (!(error instanceof Problem)) throw error
  return phrase`${error.code}: ${error.said}`
}

interface BulkItem {
  readonly detail_id: string
  readonly request: ResolveBody
}

const itemsOf = ({ items, detail_ids, resolution_action, remarks }: BulkBody): BulkItem[] => {
  if (items !== undefined && detail_ids === undefined && resolution_action === undefined) return items.map(namedAction)
  if (items !== undefined || detail_ids === undefined || resolution_action === undefined)
    throw new Problem('bad_request', {
      detail: phrase`Send either items, or detail_ids with resolution_action`,
      errors: [{ field: 'items', code: 'required', message: phrase`or detail_ids with resolution_action` }],
    })
  const request = { action: resolution_action, ...(remarks === undefined ? {} : { remarks }) }
  return [...new Set(detail_ids)].map((detail_id) => ({ detail_id, request }))
}

/** `resolution_action` is another name of `action`, which takes precedence. */
const namedAction = ({ detail_id, request }: NonNullable<BulkBody['items']>[number], at: number): BulkItem => {
  const { resolution_action, action = resolution_action, ...more } = request
  if (action === undefined)
    throw fieldProblem(`items[${at}].request.action`, 'required', phrase`says what becomes of the row`)
  return { detail_id, request: { action, ...more } }
}
