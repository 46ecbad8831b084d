/** What a bank's word means for a transfer: the law of sending, without a database or a clock of its own. */
import type { Fault } from '../../connectors/attempt.ts'
import type { AcceptedOrder, TakenOrder, TransferObservation, TransferOutcome } from '../../connectors/transfer-bank.ts'
import { meaningOfFault, type TransferCode } from './transfer-bank-codes.ts'

/** How patient the tenant is with its bank (contract/transfers 8). */
export interface Patience {
  readonly retriesMax: number
  readonly retryWaitMs: number
  readonly inquiryWaitMs: number
}

/** What happens to the transfer now. */
export type Finding =
  | { readonly kind: 'completed' | 'delivered'; readonly order: TakenOrder }
  | { readonly kind: 'failed'; readonly code: TransferCode['storedCode']; readonly fault: Fault }
  /** A new attempt with a reference of its own. */
  | { readonly kind: 'again'; readonly fault: Fault; readonly waitMs: number }
  /** Nothing is known: the bank is asked. */
  | { readonly kind: 'ask'; readonly fault: Fault | null; readonly waitMs: number }
  /** The bank does not know it and it is too late for it to come: taken back first, then one of the above. */
  | { readonly kind: 'take_back'; readonly fault: Fault }

interface Standing {
  readonly retryCount: number
  /** Platform clock, ms. */
  readonly nowMs: number
}

export const findingOfOutcome = (outcome: TransferOutcome, standing: Standing, patience: Patience): Finding => {
  if (outcome.kind === 'completed' || outcome.kind === 'delivered') return { kind: outcome.kind, order: outcome }
  if (outcome.kind === 'accepted') return working(outcome, standing)
  if (outcome.kind === 'unknown') return { kind: 'ask', fault: outcome.fault, waitMs: patience.inquiryWaitMs }
  const { then, storedCode } = meaningOfFault(outcome.fault)
  if (then === 'ask') return { kind: 'ask', fault: outcome.fault, waitMs: patience.inquiryWaitMs }
  return then === 'again'
    ? againOrFailed(outcome.fault, storedCode, standing, patience)
    : { kind: 'failed', code: storedCode, fault: outcome.fault }
}

/** `ageMs`: since the order was sent. */
export const findingOfObservation = (
  observation: TransferObservation,
  standing: Standing & { readonly ageMs: number; readonly isDelivered: boolean },
  patience: Patience & { readonly latenessWindowMs: number },
): Finding => {
  switch (observation.kind) {
    case 'completed':
      return { kind: 'completed', order: observation }
    case 'delivered':
      return standing.isDelivered
        ? { kind: 'ask', fault: null, waitMs: waitForReceiver(standing.ageMs, patience) }
        : { kind: 'delivered', order: observation }
    case 'accepted':
      return working(observation, standing)
    case 'no_answer':
      return { kind: 'ask', fault: observation.fault, waitMs: patience.inquiryWaitMs }
    case 'declined': {
      const { storedCode, then } = meaningOfFault(observation.fault)
      // What was delivered was booked: a refusal heard later comes back as a credit of its own.
      if (standing.isDelivered) return { kind: 'ask', fault: observation.fault, waitMs: patience.inquiryWaitMs }
      return then === 'again'
        ? againOrFailed(observation.fault, storedCode, standing, patience)
        : { kind: 'failed', code: storedCode, fault: observation.fault }
    }
    case 'not_found':
      if (standing.isDelivered || standing.ageMs < patience.latenessWindowMs)
        return { kind: 'ask', fault: NOT_KNOWN, waitMs: patience.inquiryWaitMs }
      return { kind: 'take_back', fault: NOT_KNOWN }
  }
}

/** After the bank has taken the order back: it never books it, so it may be sent again. */
export const findingOfReversal = (
  reversal: 'reversed' | 'nothing_there' | 'no_answer',
  standing: Standing,
  patience: Patience,
): Finding =>
  reversal === 'no_answer'
    ? { kind: 'ask', fault: NOT_KNOWN, waitMs: patience.inquiryWaitMs }
    : againOrFailed(NOT_KNOWN, 'bank_timeout', standing, patience)

/** Money that is on its way to another bank: asked about ever more seldom, since some of it stays delivered for good. */
const waitForReceiver = (ageMs: number, { inquiryWaitMs }: Patience): number =>
  Math.min(Math.max(inquiryWaitMs, Math.floor(ageMs / 4)), RECEIVER_WAIT_MAX_MS)
const RECEIVER_WAIT_MAX_MS = 6 * 3_600_000

/** The bank works on it: asked again when it expects to be done, never at once. */
const working = ({ expectedAt }: AcceptedOrder, { nowMs }: Standing): Finding => ({
  kind: 'ask',
  fault: null,
  waitMs: Math.max(WORKING_MIN_MS, (expectedAt ?? 0) - nowMs),
})
const WORKING_MIN_MS = 1_000

const NOT_KNOWN: Fault = { providerCode: '91', providerMessage: 'The bank does not know the order' }

const againOrFailed = (
  fault: Fault,
  code: TransferCode['storedCode'],
  { retryCount }: Standing,
  { retriesMax, retryWaitMs }: Patience,
): Finding =>
  retryCount < retriesMax ? { kind: 'again', fault, waitMs: retryWaitMs } : { kind: 'failed', code, fault }
