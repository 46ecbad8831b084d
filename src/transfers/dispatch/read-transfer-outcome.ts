/** Reads the outcome of a transfer: what follows from the bank's response. Uses neither a database nor a clock. */
import type { Fault } from '../../connectors/attempt.ts'
import type { AcceptedOrder, TakenOrder, TransferObservation, TransferOutcome } from '../../connectors/transfer-bank.ts'
import { meaningOfBankCode, type TransferCode } from './transfer-bank-codes.ts'

/** The most retries that a tenant may set. */
export const RETRIES_MOST = 10

/** Retry and inquiry settings of the tenant (docs/interface/transfers.md#settings). */
export interface RetryPolicy {
  readonly retriesMax: number
  readonly retryWaitMs: number
  readonly inquiryWaitMs: number
}

/** Consequence of an outcome. */
export type TransferTransition =
  | { readonly kind: 'completed' | 'delivered'; readonly order: TakenOrder }
  | { readonly kind: 'failed'; readonly code: TransferCode['storedCode']; readonly fault: Fault }
  /** A new attempt with a new reference. */
  | { readonly kind: 'again'; readonly fault: Fault; readonly waitMs: number }
  /** The outcome is unknown, so the bank is asked. */
  | { readonly kind: 'ask'; readonly fault: Fault | null; readonly waitMs: number }

/** The bank does not know the order and it can no longer arrive: it is reversed first, then a transition follows. */
interface TakeBack {
  readonly kind: 'take_back'
  readonly fault: Fault
}

interface AttemptStanding {
  readonly retryCount: number
  /** Platform clock, ms. */
  readonly nowMs: number
}

export const readTransferOutcome = (
  outcome: TransferOutcome,
  standing: AttemptStanding,
  patience: RetryPolicy,
): TransferTransition => {
  if (outcome.kind === 'completed' || outcome.kind === 'delivered') return { kind: outcome.kind, order: outcome }
  if (outcome.kind === 'accepted') return inquireWhenExpected(outcome, standing)
  if (outcome.kind === 'unknown') return { kind: 'ask', fault: outcome.fault, waitMs: patience.inquiryWaitMs }
  const { then, storedCode } = meaningOfBankCode(outcome.fault)
  if (then === 'ask') return { kind: 'ask', fault: outcome.fault, waitMs: patience.inquiryWaitMs }
  return then === 'again'
    ? retryOrFail(outcome.fault, storedCode, standing, patience)
    : { kind: 'failed', code: storedCode, fault: outcome.fault }
}

/** `ageMs` is the time since the order was sent. */
export const readTransferObservation = (
  observation: TransferObservation,
  standing: AttemptStanding & { readonly ageMs: number; readonly isDelivered: boolean },
  patience: RetryPolicy & { readonly latenessWindowMs: number },
): TransferTransition | TakeBack => {
  switch (observation.kind) {
    case 'completed':
      return { kind: 'completed', order: observation }
    case 'delivered':
      return standing.isDelivered
        ? { kind: 'ask', fault: null, waitMs: waitForReceiver(standing.ageMs, patience) }
        : { kind: 'delivered', order: observation }
    case 'accepted':
      return inquireWhenExpected(observation, standing)
    case 'no_answer':
    case 'other_amount':
      return { kind: 'ask', fault: observation.fault, waitMs: patience.inquiryWaitMs }
    case 'declined': {
      const { storedCode, then } = meaningOfBankCode(observation.fault)
      // A delivered transfer was posted, so a later refusal arrives as a separate credit.
      if (standing.isDelivered) return { kind: 'ask', fault: observation.fault, waitMs: patience.inquiryWaitMs }
      return then === 'again'
        ? retryOrFail(observation.fault, storedCode, standing, patience)
        : { kind: 'failed', code: storedCode, fault: observation.fault }
    }
    case 'not_found':
      if (standing.isDelivered || standing.ageMs < patience.latenessWindowMs)
        return { kind: 'ask', fault: NOT_KNOWN, waitMs: patience.inquiryWaitMs }
      return { kind: 'take_back', fault: NOT_KNOWN }
  }
}

/** After the bank has reversed the order it never posts it, so it may be sent again. */
export const readTransferReversal = (
  reversal: 'reversed' | 'nothing_there' | 'no_answer',
  standing: AttemptStanding,
  patience: RetryPolicy,
): TransferTransition =>
  reversal === 'no_answer'
    ? { kind: 'ask', fault: NOT_KNOWN, waitMs: patience.inquiryWaitMs }
    : retryOrFail(NOT_KNOWN, 'bank_timeout', standing, patience)

/** Returns growing waits for money on its way to another bank, since some of it stays delivered permanently. */
const waitForReceiver = (ageMs: number, { inquiryWaitMs }: RetryPolicy): number =>
  Math.min(Math.max(inquiryWaitMs, Math.floor(ageMs / 4)), RECEIVER_WAIT_MAX_MS)
const RECEIVER_WAIT_MAX_MS = 6 * 3_600_000

/** The bank is working on it, so it is asked again when it expects to be done, never at once. */
const inquireWhenExpected = ({ expectedAt }: AcceptedOrder, { nowMs }: AttemptStanding): TransferTransition => ({
  kind: 'ask',
  fault: null,
  waitMs: Math.max(WORKING_MIN_MS, (expectedAt ?? 0) - nowMs),
})
const WORKING_MIN_MS = 1_000

const NOT_KNOWN: Fault = { providerCode: '91', providerMessage: 'The bank does not know the order' }

const retryOrFail = (
  fault: Fault,
  code: TransferCode['storedCode'],
  { retryCount }: AttemptStanding,
  { retriesMax, retryWaitMs }: RetryPolicy,
): TransferTransition =>
  retryCount < retriesMax ? { kind: 'again', fault, waitMs: retryWaitMs } : { kind: 'failed', code, fault }
