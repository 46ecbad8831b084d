/**
 * Carries out a row's remedy on an operator's request: the begin is recorded, the payment's own operations do the work,
 * and the outcome is stored with the row.
 */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { InquireCharge, ReverseCharge, Reversed } from '../../payments/cancellations/reverse-charge.ts'
import type { CarryOutBody, ResolveBody } from '../model/detail-schemas.ts'
import { beginRemedy, type DetailRow, endRemedy, findDetail, storeAwaited } from '../model/detail-store.ts'
import { requireReconciliation } from '../model/reconciliation-store.ts'
import type { Remedy } from '../model/reconciliation-words.ts'
import { agree, type Resolving } from './agreement.ts'
import { endRow, lockResolvable, notAllowed, type Resolved, type ResolveServices, readAfter } from './resolve-detail.ts'

export interface RemedyServices extends ResolveServices {
  readonly remedies: {
    readonly inquireCharge: InquireCharge
    readonly reverseCharge: ReverseCharge
    /** Returns false if the payment is no longer completed, or partly refunded. */
    readonly markReversed: (tenantId: string, paymentId: string) => Promise<boolean>
  }
}

interface CarryingOut extends Omit<Resolving, 'body'> {
  readonly body: CarryOutBody
}

/** `waits` means that it gives up much, so another person has to request it, too. */
type Begun =
  | { kind: 'waits' }
  | { kind: 'ended'; detail: DetailRow; resolution: ResolveBody | null; outcome: Reversed; mark: string }

/** Call it before the transaction of the response, because it calls banks. */
export const carryOut = async (services: RemedyServices, carrying: CarryingOut): Promise<Begun> => {
  const begun = await services.db.transaction({ of: carrying.tenantId }, (tx) => begin(tx, carrying))
  if (begun === 'waits') return { kind: 'waits' }
  const { remedy, ...rest } = begun
  return { kind: 'ended', ...rest, outcome: await perform(services, carrying.tenantId, rest.detail, remedy) }
}

const begin = async (tx: Tx, carrying: CarryingOut) => {
  const { principal, body } = carrying
  const detail = await lockResolvable(tx, { ...carrying, body: { action: 'none' } })
  const remedy = body.remedy ?? detail.remedy
  if (remedy === null) throw notAllowed('remedy', phrase`none is proposed for this row; name one`)
  if (detail.transaction_id === null) throw notAllowed('remedy', phrase`the row has no transaction of ours`)
  if (detail.detail_status !== 'pending')
    throw new Problem('invalid_state_transition', { detail: phrase`The row is ${detail.detail_status} already.` })
  if (detail.kind !== 'movement' && remedy !== 'inquire')
    throw notAllowed('remedy', phrase`the row is about a ${detail.kind}, not about its payment`)
  const resolution = toResolution(detail, remedy, body.remarks)
  // A reversal at the bank gives nothing up: the bank is asked for its own record first, returns only a charge that
  // failed or was canceled here, and no difference remains. A person of this role may make a refund of that size
  // without a second one, too.
  const isEven = resolution === null || remedy === 'reverse_at_bank'
  if (!isEven && !(await agree(tx, { ...carrying, body: resolution }, detail, undefined)).isAgreed) {
    await storeAwaited(tx, detail, resolution, { by: principal.subject, people: principal.accountable })
    return 'waits'
  }
  const mark = await beginRemedy(tx, detail, remedy, principal.subject)
  if (mark === undefined)
    throw new Problem('invalid_state_transition', {
      detail: phrase`A remedy of this row is under way; ask again when it has ended, or in two minutes.`,
    })
  return { detail, remedy, resolution, mark }
}

/** Returns how the row is resolved if the remedy succeeds; null if it only inquires. */
const toResolution = (
  { remedy_target }: DetailRow,
  remedy: Remedy,
  remarks: string | undefined,
): ResolveBody | null => {
  const why = remarks === undefined ? {} : { remarks }
  switch (remedy) {
    case 'inquire':
      return null
    case 'reverse_at_bank':
      return { action: 'accept_db', ...why }
    case 'mark_reversed': // the state is part of what a second person agrees to
      return { action: 'accept_bank', applied_status: 'canceled', ...why }
    case 'force_status':
      if (remedy_target === null) throw notAllowed('remedy', phrase`the bank names no state to force; resolve the row`)
      return { action: 'force_status', applied_status: remedy_target as 'completed' | 'failed' | 'canceled', ...why }
  }
}

const perform = async (
  { remedies, forceStatus }: RemedyServices,
  tenantId: string,
  detail: DetailRow,
  remedy: Remedy,
): Promise<Reversed> => {
  const paymentId = detail.transaction_id as string
  switch (remedy) {
    case 'inquire':
      return remedies.inquireCharge({ tenantId, paymentId })
    case 'reverse_at_bank':
      return remedies.reverseCharge({ tenantId, paymentId, operationId: detail.id })
    case 'mark_reversed':
      return (await remedies.markReversed(tenantId, paymentId))
        ? ended('carried_out', 'recorded as reversed by the bank')
        : ended('failed', 'the payment is not completed any more, or something of it was given back')
    case 'force_status': {
      const forced = await forceStatus({
        tenantId,
        transactionId: paymentId,
        status: detail.remedy_target as 'completed' | 'failed' | 'canceled',
        references: { providerTransactionId: detail.bank_transaction_id },
      })
      return forced.done === 'refused'
        ? ended('failed', String(forced.why))
        : ended('carried_out', `the transaction is ${detail.remedy_target}`)
    }
  }
}

const ended = (done: Reversed['done'], outcome: string): Reversed => ({ done, outcome, reference: null })

/** Runs in the transaction of the response. */
export const recordRemedy = async (tx: Tx, carrying: CarryingOut, begun: Begun): Promise<Resolved> => {
  const resolving = { ...carrying, body: { action: 'none' as const } }
  const { overall_status, closing_as } = await requireReconciliation(
    tx,
    carrying.tenantId,
    carrying.reconciliationId,
    'for update',
  )
  const isOpen = overall_status === 'in_review' && closing_as === null
  const before = await findDetail(tx, carrying, carrying.detailId, 'for update')
  if (before === undefined) throw new Problem('resource_not_found', { detail: phrase`The row is gone.` })
  if (begun.kind === 'waits') return { before, after: before }
  const { outcome, resolution, mark } = begun
  if (!(await endRemedy(tx, before, outcome, mark))) return { before, after: before }
  if (isOpen && outcome.done === 'carried_out' && resolution !== null && before.detail_status === 'pending') {
    await endRow(tx, before, {
      status: 'resolved',
      action: resolution.action,
      adjustedAmount: null,
      appliedStatus: resolution.applied_status ?? null,
      remarks: resolution.remarks ?? before.awaiting_remarks ?? before.remarks,
      by: carrying.principal.subject,
      people: carrying.principal.accountable,
      writtenOff: 0, // two people agreed, or the bank returned it
    })
  }
  const { after } = await readAfter(tx, resolving, before)
  return { before: begun.detail, after }
}
