/** DELETE /api/v1/chargebacks/{id}/evidence/{evidence_id}: removes a wrong document, before the response was sent. */
import { type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { findChargeback } from '../chargeback-store.ts'
import { OfEvidence } from './evidence-schemas.ts'
import { deleteEvidence, toEvidenceView } from './evidence-store.ts'
import { findOne } from './read-evidence.ts'

export const removeEvidence: Endpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/chargebacks/:id/evidence/:evidence_id',
  tag: 'Chargebacks',
  summary: 'Delete a document of the evidence',
  description: 'Only while the chargeback is opened: what the bank was shown stays.',
  allow: 'money-back',
  effect: 'notes',
  params: OfEvidence,
  answers: { 204: null },
  errors: ['invalid_state_transition'],
  handle: ({ params, tenantId, merchantId, inTx }) =>
    inTx(async (tx) => {
      const row = await findOne(tx, { ...params, tenantId, merchantId }, 'for update')
      const chargeback = await findChargeback(tx, tenantId, params.id, merchantId)
      if (chargeback?.status !== 'opened')
        throw new Problem('invalid_state_transition', {
          detail: phrase`The chargeback is ${chargeback?.status ?? 'absent'}; its evidence stays as it is.`,
        })
      await deleteEvidence(tx, row)
      const before = toEvidenceView(row)
      return { ...noContent(), change: { kind: 'chargeback_evidence', id: row.id, before, after: null } }
    }),
})
