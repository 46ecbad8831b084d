/** POST .../details/{detail_id}/remedy: carries out the remedy that a row proposes, on an operator's request. */
import { Type } from 'typebox'
import { type Call, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { described, Uuid } from '../../core/schema.ts'
import { CarryOut, type CarryOutBody, ReconciliationDetail } from '../model/detail-schemas.ts'
import { toDetailView } from '../model/detail-store.ts'
import { carryOut, type RemedyServices, recordRemedy } from '../resolution/carry-out.ts'
import { toDetailChange } from '../resolution/resolve-detail.ts'

export const carryOutRemedy = (services: RemedyServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/reconciliations/:id/details/:detail_id/remedy',
    tag: 'Reconciliations',
    summary: 'Carry out the remedy of a discrepancy',
    description:
      'The row’s own, or the one that is named. `remedy_status` and `remedy_outcome` say what came of it; one that succeeded resolves the row, `inquire` only asks the bank. One that failed can be carried out again. What gives up more than `reconciliation.write_off_max` waits for a second person, as `resolve` does. Nothing is ever carried out without this call.',
    allow: 'operate',
    product: 'reconciliation',
    params: Type.Object({
      id: described(Uuid, 'Id of the reconciliation, as the list shows it.'),
      detail_id: described(Uuid, 'Id of the row of the reconciliation.'),
    }),
    body: CarryOut,
    isBodyOptional: true,
    answers: { 200: ReconciliationDetail },
    errors: ['invalid_state_transition', 'validation_failed', 'four_eyes_violation'],
    async handle(given) {
      const call = given as Call<{ id: string; detail_id: string }, unknown, CarryOutBody>
      const { params, body, tenantId, principal } = call
      const carrying = { tenantId, reconciliationId: params.id, detailId: params.detail_id, body, principal }
      const begun = await carryOut(services, carrying)
      return call.inTx(async (tx) => {
        const resolved = await recordRemedy(tx, carrying, begun)
        return { ...ok(toDetailView(resolved.after)), change: toDetailChange(resolved) }
      })
    },
  })
