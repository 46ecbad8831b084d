/** POST .../finalize and .../cancel: the ends of a reconciliation. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import { Uuid } from '../../core/schema.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import {
  CancelReconciliation,
  FinalizeReconciliation,
  Reconciliation,
  ReconciliationWithDetails,
} from '../model/reconciliation-schemas.ts'
import { type ReconciliationRow, requireReconciliation, toReconciliationView } from '../model/reconciliation-store.ts'
import { lockOpen, readWithDetails, toAuditedChange } from '../model/shared-answers.ts'
import { countSettledElsewhere, settleReconciliation } from '../resolution/finalize.ts'

const shared = {
  method: 'POST',
  tag: 'Reconciliations',
  allow: 'admin',
  product: 'reconciliation',
  params: Type.Object({ id: Uuid }),
  isBodyOptional: true,
  errors: ['invalid_state_transition'],
} as const

const finalize = endpoint({
  ...shared,
  path: '/api/v1/reconciliations/:id/finalize',
  summary: 'Finalize a reconciliation',
  description:
    'Its matched transactions get their settlement date and cannot be voided any more. Rows that are still pending need `force_partial`. A transaction is settled by one reconciliation only.',
  body: FinalizeReconciliation,
  answers: { 200: ReconciliationWithDetails },
  async handle(call) {
    const { tenantId, params, body, principal, runtime } = call
    const before = await beginClosing(runtime.db, tenantId, params.id, { ...body, by: principal.subject })
    await settleReconciliation(runtime.db, tenantId, params.id)
    return call.inTx(async (tx) => {
      const after = await requireReconciliation(tx, tenantId, params.id)
      return { ...ok(await readWithDetails(tx, tenantId, params.id)), change: toAuditedChange(before, after) }
    })
  },
})

interface Closing {
  readonly by: string
  readonly notes?: string | undefined
  readonly force_partial?: boolean | undefined
}

const beginClosing = (db: Database, tenantId: string, id: string, closing: Closing): Promise<ReconciliationRow> =>
  db.inTenant(tenantId, async (tx) => {
    const row = await requireReconciliation(tx, tenantId, id, 'for update')
    // The same call again, whose answer was lost: it goes on with what was begun.
    if (row.closing_as !== null && row.finalized_at === null) return row
    await lockOpen(tx, tenantId, id)
    const pending = await countPending(tx, tenantId, id)
    if (pending > 0 && closing.force_partial !== true)
      throw new Problem('invalid_state_transition', {
        detail: `${pending} rows are pending; resolve them, or send force_partial to close without them.`,
      })
    const elsewhere = await countSettledElsewhere(tx, tenantId, id)
    if (elsewhere > 0)
      throw new Problem('invalid_state_transition', {
        detail: `${elsewhere} of its transactions are in a reconciliation that is finalized; a transaction is in one.`,
      })
    await tx.execute(
      `update reconciliations set closing_as = $3, finalized_by = $4, notes = coalesce($5, notes), cursor = null where tenant_id = $1 and id = $2`,
      [tenantId, id, pending > 0 ? 'partially_completed' : 'completed', closing.by, closing.notes ?? null],
    )
    return row
  })

const countPending = async (tx: Tx, tenantId: string, id: string): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from reconciliation_details where tenant_id = $1 and reconciliation_id = $2
       and discrepancy <> 'matched' and detail_status = 'pending'`,
    [tenantId, id],
  )
  return row?.count ?? 0
}

const cancel = endpoint({
  ...shared,
  path: '/api/v1/reconciliations/:id/cancel',
  summary: 'Cancel a reconciliation',
  description: 'Nothing is settled. What was resolved in it stays as it is; its file can be compared again.',
  body: CancelReconciliation,
  answers: { 200: Reconciliation },
  handle: (call) =>
    call.inTx(async (tx) => {
      const { tenantId, params, body } = call
      const before = await requireReconciliation(tx, tenantId, params.id, 'for update')
      if (before.overall_status !== 'draft') await lockOpen(tx, tenantId, params.id)
      await tx.execute(
        `update reconciliations set overall_status = 'cancelled', notes = coalesce($3, notes), last_modified = ${PLATFORM_TIME} where tenant_id = $1 and id = $2`,
        [tenantId, params.id, body.reason ?? null],
      )
      const after = await requireReconciliation(tx, tenantId, params.id)
      return { ...ok(toReconciliationView(after)), change: toAuditedChange(before, after) }
    }),
})

export const closingEndpoints: readonly Endpoint[] = [finalize, cancel]
