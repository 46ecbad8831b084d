/**
 * Decides which resolutions one person may make, and which take two: by how much is given up, of the row and of all
 * rows, and by who vouches for the bank's side.
 */
import type { Principal } from '../../access/endpoint.ts'
import { checkCredentialConfirmed, checkFourEyes, isSamePerson, isUnattributed } from '../../access/four-eyes.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { ResolveBody } from '../model/detail-schemas.ts'
import { type DetailRow, isInOtherCurrency, lockWrittenOffToday } from '../model/detail-store.ts'
import { findWriteOffLimits } from '../model/reconciliation-settings.ts'
import { type ReconciliationRow, requireReconciliation } from '../model/reconciliation-store.ts'
import { findVouching, isBehind, type Vouching } from '../model/vouching.ts'
import { endsPayment, writtenOff } from './write-off.ts'

export interface Resolving {
  readonly tenantId: string
  readonly reconciliationId: string
  readonly detailId: string
  readonly body: ResolveBody
  readonly principal: Pick<Principal, 'subject' | 'accountable' | 'needsConfirmation' | 'tenantId'>
}

/**
 * `alone` is what this person gives up without a second; it counts against the limits of the reconciliation and of the
 * day.
 */
export type Agreement = { readonly isAgreed: true; readonly alone: number } | { readonly isAgreed: false }

/**
 * Decides whether a resolution is agreed; if not, it waits for a second person. Throws if the second request comes from
 * the first person, or from a person behind the file. The reconciliation must be locked.
 */
export const agree = async (
  tx: Tx,
  { tenantId, reconciliationId, body, principal }: Resolving,
  detail: DetailRow,
  counterpart: DetailRow | undefined,
): Promise<Agreement> => {
  const reconciliation = await requireReconciliation(tx, tenantId, reconciliationId)
  const files = await findVouching(tx, tenantId, reconciliation.file_ids)
  const rows = counterpart === undefined ? [detail] : [detail, counterpart]
  const isTyped = reconciliation.source === 'rows'
  const isUnproven = isTyped || files.some(({ is_vouched }) => !is_vouched) || isBehind(files, principal.accountable)
  const alone = writtenOff(body.action === 'mark_matched' ? rows : [detail], body, isUnproven)
  const takesTwo = endsPayment(body) || isOfTwo(rows)
  if (!takesTwo && (await isWithinLimits(tx, reconciliation, rows, alone))) return { isAgreed: true, alone }
  if (!isAsked(detail, body) || isUnattributed(detail.awaiting_people, principal)) return { isAgreed: false }
  if (isTyped && isFirstForOwnRows(reconciliation, detail, principal)) return { isAgreed: false }
  checkCredentialConfirmed(principal)
  checkNotBehind(files, principal)
  checkFourEyes(phrase`write-off`, 'decide', principal.accountable, { create: detail.awaiting_people })
  return { isAgreed: true, alone: 0 }
}

/**
 * Returns whether two people resolved it, or the bank itself was asked, so that it counts against no limit. A pair is
 * counted once.
 */
const isOfTwo = (rows: readonly DetailRow[]): boolean => {
  const resolved = rows.filter(({ detail_status }) => detail_status !== 'pending')
  const [pair, single] = [true, false].map((isPair) =>
    resolved.filter(({ resolution_action }) => (resolution_action === 'mark_matched') === isPair),
  ) as [DetailRow[], DetailRow[]]
  const isFree = ({ written_off }: DetailRow) => written_off === 0
  return single.some(isFree) || (pair.length > 0 && pair.every(isFree))
}

/**
 * Returns whether one person may give this up. The limits are amounts in lira, so another currency always takes two.
 * What the earlier resolution of these rows gave up is not counted again.
 */
const isWithinLimits = async (
  tx: Tx,
  reconciliation: ReconciliationRow,
  rows: readonly DetailRow[],
  alone: number,
): Promise<boolean> => {
  const limits = await findWriteOffLimits(tx, reconciliation)
  if (alone > limits.row) return false
  if (alone === 0) return true
  if ((reconciliation.currency ?? 'TRY') !== 'TRY') return false
  if (await isInOtherCurrency(tx, reconciliation.tenant_id, rows)) return false
  const others = rows.reduce((sum, { written_off }) => sum - written_off, reconciliation.written_off)
  if (others + alone > limits.total) return false
  return (await lockWrittenOffToday(tx, reconciliation.tenant_id, rows)) + alone <= limits.total
}

const isAsked = (detail: DetailRow, { action, adjusted_amount, applied_status }: ResolveBody): boolean =>
  detail.awaiting_action === action &&
  detail.awaiting_amount === (adjusted_amount ?? null) &&
  detail.awaiting_status === (applied_status ?? null)

/**
 * The sender of the rows is never the second person on them: a request of another person is repeated by the sender as
 * the first, and decided by the other.
 */
const isFirstForOwnRows = (
  { started_people }: ReconciliationRow,
  { awaiting_people }: DetailRow,
  { accountable }: Resolving['principal'],
): boolean => isSamePerson(started_people, accountable) && !isSamePerson(awaiting_people, accountable)

const checkNotBehind = (files: readonly Vouching[], { accountable }: Resolving['principal']): void => {
  if (!isBehind(files, accountable)) return
  throw new Problem('four_eyes_violation', {
    detail: phrase`The person behind this call sent the bank’s file of this row, or knows the key that did; another person decides about the row, or confirms the file first.`,
  })
}
