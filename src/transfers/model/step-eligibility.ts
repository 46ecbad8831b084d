/**
 * Decides whether an actor may take a step of a transfer: one function for every entry point
 * (docs/interface/transfers.md#approve-reject-and-send, docs/interface/transfers.md#skipped-transfers-and-bank-hours).
 * Pure.
 */
import { type Accountable, mayTakeStep } from '../../access/four-eyes.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem, type ProblemCode } from '../../core/problem.ts'
import type { TransferRow } from './transfer.ts'

export type SkipReason =
  | 'already_approved'
  | 'already_sent'
  | 'already_rejected'
  | 'not_found'
  | 'invalid_state'
  | 'four_eyes_violation'
  | 'fraud_review_open'
  | 'not_due'
  | 'fast_window_closed'
  | 'eft_window_closed'
  | 'connector_unavailable'

export interface Skipped {
  readonly id: string
  readonly reason: SkipReason
  readonly message: string
}

export type TransferSteps = Pick<
  TransferRow,
  | 'status'
  | 'made_people'
  | 'decided_people'
  | 'sent_people'
  | 'three_persons'
  | 'is_held'
  | 'scheduled_date'
  | 'request_type'
>

const SKIP_MESSAGES: Readonly<Record<SkipReason, Phrase>> = {
  already_approved: phrase`It is approved already.`,
  already_sent: phrase`It was sent to the bank already.`,
  already_rejected: phrase`It was rejected.`,
  not_found: phrase`There is no such transfer within reach of this token and merchant.`,
  invalid_state: phrase`It waits for its approval first.`,
  four_eyes_violation: phrase`The person behind this call took another step of this transfer; this one needs another person.`,
  fraud_review_open: phrase`Its fraud alert is open; an analyst decides it first.`,
  not_due: phrase`Its scheduled_date has not come.`,
  fast_window_closed: phrase`FAST is not available now.`,
  eft_window_closed: phrase`EFT is open on working days from 09:00 to 17:00, Europe/Istanbul; send it then.`,
  connector_unavailable: phrase`The configuration of its source account, or its connector, is switched off; activate it and send again.`,
}
/** `say` translates into the language of the reader. */
export const toSkipped = (id: string, reason: SkipReason, say: (message: Phrase) => string): Skipped => ({
  id,
  reason,
  message: say(SKIP_MESSAGES[reason]),
})

export const whyNotApprovable = (transfer: TransferSteps, actor: Accountable): SkipReason | null => {
  if (transfer.status !== 'pending') return whyPastPending(transfer)
  if (!mayDecide(transfer, actor)) return 'four_eyes_violation'
  return transfer.is_held ? 'fraud_review_open' : null
}

export const whyNotRejectable = (transfer: TransferSteps, actor: Accountable): SkipReason | null => {
  if (transfer.status !== 'pending') return whyPastPending(transfer)
  return mayDecide(transfer, actor) ? null : 'four_eyes_violation'
}

/** `closedBank` is why the bank accepts no transfer of this type at this moment; null if it does. */
export const whyNotSendable = (
  transfer: TransferSteps,
  actor: Accountable,
  nowMs: number,
  closedBank: SkipReason | null,
): SkipReason | null => {
  if (transfer.status === 'pending') return 'invalid_state'
  if (transfer.status !== 'approved') return whyPastPending(transfer)
  if (!maySend(transfer, actor)) return 'four_eyes_violation'
  if (transfer.scheduled_date.getTime() > nowMs) return 'not_due'
  return closedBank
}

const mayDecide = (transfer: TransferSteps, actor: Accountable): boolean =>
  mayTakeStep('decide', actor, toTakenSteps(transfer))
const maySend = (transfer: TransferSteps, actor: Accountable): boolean =>
  mayTakeStep('send', actor, toTakenSteps(transfer))

const whyPastPending = ({ status }: TransferSteps): SkipReason => {
  if (status === 'approved') return 'already_approved'
  return status === 'rejected' ? 'already_rejected' : 'already_sent'
}

/**
 * Follows transfers.separation: the approver may send as well, or a third person is required. A sender never approves
 * the same transfer.
 */
const toTakenSteps = ({ made_people, decided_people, sent_people, three_persons }: TransferSteps) => ({
  create: made_people,
  decide: three_persons ? decided_people : null,
  send: sent_people,
})

const REFUSALS: Readonly<Partial<Record<SkipReason, ProblemCode>>> = {
  not_found: 'transfer_not_found',
  already_approved: 'payment_already_approved',
  already_sent: 'payment_already_sent',
  already_rejected: 'payment_already_rejected',
  four_eyes_violation: 'four_eyes_violation',
  fast_window_closed: 'fast_window_closed',
  eft_window_closed: 'eft_window_closed',
  connector_unavailable: 'connector_unavailable',
}

/** The refusal of a call in which no transfer was eligible. */
export const noTransferEligible = (all: readonly Skipped[]): Problem => {
  const reasons = new Set(all.map(({ reason }) => reason))
  const [only] = reasons
  const code = reasons.size === 1 && only !== undefined ? REFUSALS[only] : undefined
  const named = all.slice(0, 3).map(({ id, reason }) => `${id}: ${reason}`)
  const shown = named.join(', ')
  return new Problem(code ?? 'invalid_state_transition', {
    detail:
      all.length > 3
        ? phrase`None of the transfers can take this step (${shown}, and ${all.length - 3} more).`
        : phrase`None of the transfers can take this step (${shown}).`,
  })
}
