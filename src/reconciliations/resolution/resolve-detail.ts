/**
 * Resolves one row and records the person and reason; takes two people if much is written off, and goes through the
 * payment's own state table if a state is forced.
 */
import type { AuditedChange } from '../../access/endpoint.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { ForceStatus } from '../../payments/inquiries/force-status.ts'
import type { ResolveBody } from '../model/detail-schemas.ts'
import {
  type DetailRow,
  findDetail,
  releaseDetail,
  storeAwaited,
  storeResolution,
  toDetailView,
} from '../model/detail-store.ts'
import { requireReconciliation } from '../model/reconciliation-store.ts'
import type { Resolution } from '../model/reconciliation-words.ts'
import { agree, type Resolving } from './agreement.ts'

export interface ResolveServices {
  readonly db: Database
  readonly forceStatus: ForceStatus
}

export interface Resolved {
  readonly before: DetailRow
  readonly after: DetailRow
}

/** Does what has to happen before the row's transaction: the payment's own module ends the payment. */
export const prepareResolution = async (services: ResolveServices, resolving: Resolving): Promise<void> => {
  const { body, tenantId } = resolving
  checkBody(body)
  if (body.action !== 'force_status') return
  const { detail, isAllowed } = await services.db.transaction({ of: tenantId }, async (tx) => {
    const detail = await lockResolvable(tx, resolving)
    if (detail.kind !== 'movement')
      throw notAllowed('applied_status', phrase`the row is about a ${detail.kind}, not about its payment`)
    return { detail, isAllowed: (await agree(tx, resolving, detail, undefined)).isAgreed }
  })
  if (detail.transaction_id === null) throw notAllowed('applied_status', phrase`the row has no transaction of ours`)
  if (ENDED.has(detail.db_status ?? ''))
    throw notAllowed('applied_status', phrase`${detail.db_status ?? '-'} is no processing state`)
  if (!isAllowed) return
  const forced = await services.forceStatus({
    tenantId,
    transactionId: detail.transaction_id,
    status: body.applied_status as 'completed' | 'failed' | 'canceled',
    references: { providerTransactionId: detail.bank_transaction_id },
  })
  if (forced.done === 'refused') throw notAllowed('applied_status', forced.why)
}

/** Runs in the transaction of the response. */
export const resolveDetail = async (tx: Tx, resolving: Resolving): Promise<Resolved> => {
  const { body, principal } = resolving
  const before = await lockResolvable(tx, resolving)
  const { action } = body
  checkAdjusted(before, body)
  const counterpart = await counterpartOf(tx, resolving, before, action)
  const agreement = await agree(tx, resolving, before, counterpart)
  if (!agreement.isAgreed) {
    await storeAwaited(tx, before, body, { by: principal.subject, people: principal.accountable })
    return readAfter(tx, resolving, before)
  }
  const resolution = {
    status: action === 'ignore' ? 'ignored' : 'resolved',
    action,
    adjustedAmount: body.adjusted_amount ?? null,
    appliedStatus: body.applied_status ?? null,
    remarks: body.remarks ?? before.awaiting_remarks ?? before.remarks,
    by: principal.subject,
    people: principal.accountable,
  } as const
  const isOfPair = action === 'mark_matched' && counterpart !== undefined
  // A pair is counted once, with the row of our payment.
  const isCounted = !isOfPair || before.transaction_id !== null
  await endRow(tx, before, { ...resolution, writtenOff: isCounted ? agreement.alone : 0 })
  if (isOfPair) await endRow(tx, counterpart, { ...resolution, writtenOff: isCounted ? 0 : agreement.alone })
  else if (counterpart !== undefined) await releaseRow(tx, counterpart)
  return readAfter(tx, resolving, before)
}

export const readAfter = async (tx: Tx, resolving: Resolving, before: DetailRow): Promise<Resolved> => ({
  before,
  after: (await findDetail(tx, resolving, resolving.detailId)) ?? before,
})

/**
 * Returns the other row of a pair that a person declares, or has declared, to be the same; it is resolved together with
 * this one, or released.
 */
const counterpartOf = async (
  tx: Tx,
  resolving: Resolving,
  { proposed_match_id, resolution_action }: DetailRow,
  action: Resolution,
): Promise<DetailRow | undefined> => {
  if (proposed_match_id === null || (action !== 'mark_matched' && resolution_action !== 'mark_matched'))
    return undefined
  const found = await findDetail(tx, resolving, proposed_match_id, 'for update')
  return action === 'mark_matched' || found?.resolution_action === 'mark_matched' ? found : undefined
}

/** Locks the reconciliation first, then its row; everything that changes both uses this order. */
export const lockResolvable = async (
  tx: Tx,
  { tenantId, reconciliationId, detailId }: Resolving,
): Promise<DetailRow> => {
  const row = await requireReconciliation(tx, tenantId, reconciliationId, 'for update')
  if (row.overall_status !== 'in_review' || row.closing_as !== null)
    throw new Problem('invalid_state_transition', {
      detail: phrase`The reconciliation is ${row.overall_status}; rows are resolved while it is in review.`,
    })
  const detail = await findDetail(tx, { tenantId, reconciliationId }, detailId, 'for update')
  if (!detail) throw new Problem('resource_not_found', { detail: phrase`The reconciliation has no row with this id.` })
  if (detail.detail_status === 'auto_matched')
    throw new Problem('invalid_state_transition', { detail: phrase`The row matched; there is nothing to resolve.` })
  return detail
}

/** Ends the row and updates the counts of its reconciliation, which must be locked. */
export const endRow = async (
  tx: Tx,
  before: DetailRow,
  resolution: Parameters<typeof storeResolution>[2],
): Promise<void> => {
  await storeResolution(tx, before, resolution)
  await count(tx, before, resolution)
}

/** Releases the other row of a former pair, which is then resolved separately. */
const releaseRow = async (tx: Tx, before: DetailRow): Promise<void> => {
  await releaseDetail(tx, before)
  await count(tx, before, { status: 'pending', writtenOff: 0 })
}

const count = (
  tx: Tx,
  before: DetailRow,
  { status, writtenOff }: Pick<Parameters<typeof storeResolution>[2], 'status' | 'writtenOff'>,
): Promise<number> =>
  tx.execute(
    sql`update reconciliations set resolved_count = resolved_count + ${Number(status === 'resolved') - Number(before.detail_status === 'resolved')}, ignored_count = ignored_count + ${Number(status === 'ignored') - Number(before.detail_status === 'ignored')}, written_off = written_off + ${writtenOff - before.written_off}
     where tenant_id = ${before.tenant_id} and id = ${before.reconciliation_id}`,
  )

const FORCED = new Set(['completed', 'failed', 'canceled'])
const ENDED: ReadonlySet<string> = new Set(['authorized', 'completed', 'refunded', 'canceled', 'failed'])

const checkBody = ({ action, adjusted_amount, applied_status }: ResolveBody): void => {
  if (action === 'none') throw notAllowed('action', phrase`none resolves nothing`)
  if (action === 'adjust_amount' && adjusted_amount === undefined)
    throw notAllowed('adjusted_amount', phrase`is required for adjust_amount`)
  if (adjusted_amount !== undefined && action !== 'adjust_amount' && action !== 'accept_bank')
    throw notAllowed('adjusted_amount', phrase`goes with accept_bank and adjust_amount`)
  if (action !== 'force_status') return
  if (applied_status === undefined) throw notAllowed('applied_status', phrase`is required for force_status`)
  if (!FORCED.has(applied_status)) throw notAllowed('applied_status', phrase`is none of completed, failed, canceled`)
}

/** Refuses an amount that neither side has. */
const checkAdjusted = ({ kind, db_amount, bank_amount }: DetailRow, { adjusted_amount }: ResolveBody): void => {
  if (adjusted_amount === undefined) return
  if (kind === 'chargeback')
    throw notAllowed('adjusted_amount', phrase`a chargeback settles as the bank has it, or not`)
  const least = Math.min(0, db_amount ?? 0, bank_amount ?? 0)
  const most = Math.max(0, db_amount ?? 0, bank_amount ?? 0)
  if (least < 0 && most > 0)
    throw notAllowed('adjusted_amount', phrase`lies between amounts of one sign; these have two`)
  if (adjusted_amount < least || adjusted_amount > most)
    throw notAllowed('adjusted_amount', phrase`lies between ${least} and ${most}, the larger amount of both sides`)
}

export const notAllowed = (field: string, message: Phrase): Problem =>
  new Problem('validation_failed', {
    detail: phrase`${field}: ${message}`,
    errors: [{ field, code: 'mismatch', message }],
  })

export const toDetailChange = ({ before, after }: Resolved): AuditedChange => ({
  kind: 'reconciliation_detail',
  id: before.id,
  before: toDetailView(before),
  after: toDetailView(after),
})
