/** POST .../finalize and .../cancel: the ends of a reconciliation. */
import { type Static, Type } from 'typebox'
import { type Call, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { isCredentialConfirmed, isSamePerson } from '../../access/four-eyes.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { updateTable } from '../../infra/database/statements/write-rows.ts'
import { type FollowUpServices, followUp } from '../follow-up/follow-up.ts'
import { compareFileAgain } from '../intake/load-file.ts'
import { matchReconciliation } from '../matching/match.ts'
import { type FileRow, findFile } from '../model/file-store.ts'
import {
  CancelReconciliation,
  FinalizeReconciliation,
  Reconciliation,
  ReconciliationWithDetails,
} from '../model/reconciliation-schemas.ts'
import { type ReconciliationRow, requireReconciliation, toReconciliationView } from '../model/reconciliation-store.ts'
import { lockOpen, readWithDetails, toAuditedChange } from '../model/shared-answers.ts'
import {
  countSettledElsewhere,
  findOpenAtBank,
  queueClosings,
  type SettlingServices,
  settleReconciliation,
} from '../resolution/finalize.ts'
import { checkVouchedFor } from '../resolution/vouched-for.ts'

const shared = {
  method: 'POST',
  tag: 'Reconciliations',
  allow: 'admin',
  product: 'reconciliation',
  params: Type.Object({ id: described(Uuid, 'Id of the reconciliation, as the list shows it.') }),
  isBodyOptional: true,
  errors: ['invalid_state_transition'],
} as const

const finalize = (services: FollowUpServices & SettlingServices): Endpoint =>
  endpoint({
    ...shared,
    path: '/api/v1/reconciliations/:id/finalize',
    summary: 'Finalize a reconciliation',
    description:
      'Its matched transactions get their settlement date and cannot be voided any more. Somebody vouches for its file: one that a person sent is confirmed by a second one first, and whoever knows the key that sent one does not finalize it unless another person confirmed it. Rows that are still pending need `force_partial`. A transaction is settled by one reconciliation only. Rows that a caller sent, or none, are the caller’s word: finalized by the person who started it, the settlements wait for another one’s confirmation.',
    body: FinalizeReconciliation,
    errors: ['invalid_state_transition', 'four_eyes_violation'],
    answers: { 200: ReconciliationWithDetails },
    async handle(given) {
      const call = given as FinalizeCall
      const { tenantId, params } = call
      await followUp(services, tenantId, params.id) // what the file still has to add is pending, too
      await beginClosing(call)
      await settleReconciliation(services, tenantId, params.id)
      return call.inTx(async (tx) => {
        await tx.execute(
          sql`update reconciliations set answer_owed = false where tenant_id = ${tenantId} and id = ${params.id}`,
        )
        return ok(await readWithDetails(tx, tenantId, params.id))
      })
    },
  })
type FinalizeCall = Call<{ id: string }, unknown, Static<typeof FinalizeReconciliation>>

/**
 * Writes the audit log entry together with the decision, so that the log has it even if the process ends afterwards.
 */
const beginClosing = (call: FinalizeCall): Promise<void> => {
  const { tenantId, params, body, principal, runtime } = call
  return runtime.db.transaction({ of: tenantId }, async (tx) => {
    await queueClosings(tx, tenantId)
    const row = await requireReconciliation(tx, tenantId, params.id, 'for update')
    // A repeat of the call whose response was lost: it continues what was begun, or returns the result.
    if (row.closing_as !== null && (row.finalized_at === null || isOwed(row, principal.subject))) return
    await lockOpen(tx, tenantId, params.id)
    await checkVouchedFor(tx, row, principal)
    if (row.source === 'files' && row.follow_up !== 'done')
      throw new Problem('invalid_state_transition', {
        detail: phrase`What its file says beside its movements is still being compared; ask again in a moment.`,
      })
    const pending = await countPending(tx, tenantId, params.id)
    if (pending > 0 && body.force_partial !== true)
      throw new Problem('invalid_state_transition', {
        detail: phrase`${pending} rows are pending; resolve them, or send force_partial to close without them.`,
      })
    const elsewhere = await countSettledElsewhere(tx, tenantId, params.id)
    if (elsewhere > 0)
      throw new Problem('invalid_state_transition', {
        detail: phrase`${elsewhere} of its transactions are in a reconciliation that is finalized; a transaction is in one.`,
      })
    const atBank = row.source === 'files' ? undefined : await findOpenAtBank(tx, tenantId, params.id)
    if (atBank !== undefined)
      throw new Problem('invalid_state_transition', {
        detail: phrase`${atBank.payments} of its transactions are in the reconciliation ${atBank.reconciliation_id} of the bank’s own file; that one is finalized or cancelled first.`,
      })
    const closing_as = pending > 0 ? 'partially_completed' : 'completed'
    const notes = body.notes ?? row.notes
    // The database records whether one person started and finalized it, by the same rule (migrations/0014); only here
    // is it known that a key was not confirmed.
    const isOfOne = !isCredentialConfirmed(principal) || isSamePerson(row.started_people, principal.accountable)
    await tx.execute(
      updateTable(
        'reconciliations',
        { tenant_id: tenantId, id: params.id },
        { closing_as, finalized_by: principal.subject, notes, cursor: null, answer_owed: true, is_of_one: isOfOne },
      ),
    )
    const after = { overall_status: closing_as, finalized_by: principal.subject, notes } as const
    await call.recordStep(tx, toAuditedChange(row, after))
  })
}

const isOwed = ({ answer_owed, finalized_by }: ReconciliationRow, by: string): boolean =>
  answer_owed && finalized_by === by

const countPending = async (tx: Tx, tenantId: string, id: string): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*) as count from reconciliation_details where tenant_id = ${tenantId} and reconciliation_id = ${id}
       and discrepancy <> 'matched' and detail_status = 'pending'`,
  )
  return row?.count ?? 0
}

const cancel = endpoint({
  ...shared,
  path: '/api/v1/reconciliations/:id/cancel',
  summary: 'Cancel a reconciliation',
  description:
    'Nothing is settled. What was resolved in it stays as it is. A bank’s file that counts is compared again at once, in a reconciliation of its own; another file once it is sent again.',
  body: CancelReconciliation,
  answers: { 200: Reconciliation },
  async handle(call) {
    const { tenantId, params, body, runtime } = call
    const answer = await call.inTx(async (tx) => {
      const file = await lockFileThatCounts(tx, tenantId, params.id)
      const before = await requireReconciliation(tx, tenantId, params.id, 'for update')
      if (before.overall_status !== 'draft') await lockOpen(tx, tenantId, params.id)
      await tx.execute(
        sql`update reconciliations set overall_status = 'cancelled', notes = coalesce(${body.reason ?? null}, notes), last_modified = ${PLATFORM_TIME} where tenant_id = ${tenantId} and id = ${params.id}`,
      )
      if (file !== undefined) await compareFileAgain(tx, file, file.taken_by, runtime.clock.ms())
      const after = await requireReconciliation(tx, tenantId, params.id)
      return { ...ok(toReconciliationView(after)), change: toAuditedChange(before, after) }
    })
    await matchReconciliation(runtime.db, tenantId, params.id)
    return answer
  },
})

/**
 * Locks its file before the reconciliation itself, in the order in which files are taken. What the bank reports about a
 * day is never left without a comparison.
 */
const lockFileThatCounts = async (tx: Tx, tenantId: string, id: string): Promise<FileRow | undefined> => {
  const { file_ids } = await requireReconciliation(tx, tenantId, id)
  for (const fileId of file_ids) {
    const file = await findFile(tx, tenantId, fileId, 'for update of f')
    if (file?.status === 'taken' && file.is_vouched && file.reconciliation_id === id) return file
  }
  return undefined
}

export const closingEndpoints = (services: FollowUpServices & SettlingServices): Endpoint[] => [
  finalize(services),
  cancel,
]
