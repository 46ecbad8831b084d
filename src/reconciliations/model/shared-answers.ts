/** Readers and responses that several operations of reconciliations share. */
import type { AuditedChange } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { firstDetails, toDetailView } from './detail-store.ts'
import { type ReconciliationRow, requireReconciliation, toReconciliationView } from './reconciliation-store.ts'

export const readWithDetails = async (tx: Tx, tenantId: string, id: string) => ({
  ...toReconciliationView(await requireReconciliation(tx, tenantId, id)),
  details: (await firstDetails(tx, { tenantId, reconciliationId: id })).map(toDetailView),
})

/** Locks a reconciliation for a change; throws if it is finalized, about to be, or canceled. */
export const lockOpen = async (tx: Tx, tenantId: string, id: string): Promise<ReconciliationRow> => {
  const row = await requireReconciliation(tx, tenantId, id, 'for update')
  if (row.overall_status === 'in_review' && row.closing_as === null) return row
  const now = row.overall_status === 'in_review' ? phrase`being finalized` : row.overall_status
  throw new Problem('invalid_state_transition', {
    detail: phrase`The reconciliation is ${now}; this needs one in review.`,
  })
}

export const toAuditedChange = (before: ReconciliationRow, after: Partial<ReconciliationRow>): AuditedChange => ({
  kind: 'reconciliation',
  id: before.id,
  before: toReconciliationView(before),
  after: toReconciliationView({ ...before, ...after }),
})
