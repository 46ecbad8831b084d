/** A payment as requested: checked, routed, with its card sealed. The fraud decision is part of its first write. */
import type { QuotaRequest } from '../../access/limits/tariff-plan-quota.ts'
import type { CardData, Configuration, Exchange } from '../../connectors/attempt.ts'
import { isoTime } from '../../core/clock.ts'
import { findTarget } from '../../core/state-machine.ts'
import type { Check, DecidedCheck } from '../../fraud/checks/fraud-check.ts'
import type { ConversionTerms } from '../model/conversion-terms.ts'
import { INQUIRY_FIRST_MS } from '../model/inquiry-schedule.ts'
import type { RequestedPayment } from '../model/payment.ts'
import { paymentMachine } from '../model/payment-states.ts'
import { newStep, type StoredStep } from '../model/payment-steps.ts'

export interface DraftedOffer {
  readonly terms: ConversionTerms
  /** Platform clock, ms. */
  readonly expires: number
  readonly exchanges: readonly Exchange[]
}

/** Where the browser ends up after 3D Secure. */
export interface ReturnAddresses {
  readonly return_url: string
  readonly cancel_url: string | null
}

export interface PaymentDraft {
  /** The card came from a token, so no response to the caller contains it. */
  readonly isCardHidden?: boolean
  /** Columns of its row that the decision does not change. */
  readonly payment: Readonly<
    RequestedPayment & {
      operation_type: 'sale' | 'pre_auth' | 'recurring'
      secure_type: 'non_3d' | 'three_ds_v2' | 'three_d_pay'
      card_fingerprint: Buffer
      card_sealed: Buffer
      idempotency_key: string | null
      buyer_email_key: Buffer | null
      buyer_identity_key: Buffer | null
      /** The process that makes the call; the lease ends with that process. */
      lease_owner: number
      /** Platform clock, ISO 8601. */
      created: string
    }
  >
  /** Null for a payment without 3D Secure. */
  readonly addresses: ReturnAddresses | null
  /** The payment's date is in the future: it is stored, and sent once it is released. */
  readonly waitsForDate?: boolean
  /** Platform clock, ms: it may have been charged from then on. Absent: from its own begin on. */
  readonly knownSince?: number
  /** The bank offers the currency of the card, so the shopper is asked before anything is charged. */
  readonly offer?: DraftedOffer
  readonly check: Check
  /** Null if neither plan nor key limits the number of payments. */
  readonly quota: QuotaRequest | null
  readonly card: CardData
  /** The target first, then its fallbacks. */
  readonly candidates: readonly [Configuration, ...Configuration[]]
}

/** Fencing number of a payment that no other process has taken over. */
export const FIRST_FENCING = 1

/** Returns the row to insert: the draft with its decision, at the start of its first attempt. */
export const decidePayment = (
  { payment, waitsForDate = false }: Pick<PaymentDraft, 'payment' | 'waitsForDate'>,
  { fraudDecision }: DecidedCheck,
) => {
  const { decision } = fraudDecision
  const createdAt = Date.parse(payment.created)
  const isPlain = payment.secure_type === 'non_3d'
  const isApproved = decision === 'approve' && isPlain
  const isCleared = isApproved && !waitsForDate
  // A payment under review without 3D Secure waits for a person; every other one becomes due if this process dies.
  const isHeld = (decision === 'review' && isPlain) || (isApproved && waitsForDate)
  return {
    ...payment,
    status: isCleared ? CLEARED : ('created' as const),
    verdict: decision as string,
    history: buildFirstSteps(createdAt, isCleared),
    next_inquiry_at: isHeld ? null : isoTime(createdAt + INQUIRY_FIRST_MS),
    captured: 0,
    refunded: 0,
    attempt_no: 1,
    fencing: FIRST_FENCING,
    sequence: 0,
    inquiry_count: 0,
    bank_code: null,
  }
}

export const CLEARED = findTarget(paymentMachine, 'clear')

export const buildFirstSteps = (at: number, isCleared: boolean): StoredStep[] => {
  const created = newStep('created', at)
  return isCleared ? [created, newStep(CLEARED, at)] : [created]
}
