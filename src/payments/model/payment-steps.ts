/**
 * The steps of a payment, oldest first. They are stored in short form, since every payment writes three of them, and
 * expanded on read.
 */
import { newId } from '../../core/id.ts'
import { inTurkish } from '../../core/phrases/in-turkish.ts'
import { storedReason } from '../../core/phrases/stored-reason.ts'
import { findText, type Language, texts } from '../../core/phrases/texts.ts'
import type { KnownFacts } from './bank-facts.ts'
import type { ConversionTerms, OfferedTerms } from './conversion-terms.ts'
import type { PaymentState } from './payment-states.ts'

/** A step as the column `history` stores it. {@link toSteps} fills in what is left out. */
export interface StoredStep extends KnownFacts {
  id: string
  to: PaymentState
  /** Platform clock, ms. */
  at: number
  /** If left out, the amount of the payment. */
  amount?: number
  /** Operation that the step belongs to; if left out, the payment itself. */
  operation?: 'post_auth' | 'void' | 'refund'
  /** Id of the row in `payment_operations`. */
  operation_id?: string
  /** If left out, implied by the state. */
  message?: string
  /** If left out, the payment's configuration. A step of an earlier attempt names the one it used. */
  configuration_id?: string
  attempt_no?: number
  /** Minor units that were paid with points. */
  used_points?: number
  /** The bank offers another currency; from here on the payment waits for its shopper's answer. */
  offered?: OfferedTerms
  /** The shopper's answer, stored with the accepted terms. */
  accepted?: boolean
  terms?: ConversionTerms
  /** Amount of a refund in progress, in minor units of the currency that was charged. */
  at_bank?: number
}

export const newStep = (
  to: PaymentState,
  at: number,
  details: Omit<StoredStep, 'id' | 'to' | 'at'> = {},
): StoredStep => ({
  id: newId(at),
  to,
  at,
  ...details,
})

export interface Step extends StoredStep {
  from: PaymentState | null
  amount: number
  message: string
  configuration_id: string
  attempt_no: number
}

const MESSAGES = texts(
  {
    created: 'Payment accepted',
    processing: 'Sent to the bank',
    three_d_secure_init_processing: 'Waiting for the cardholder',
    completed: 'Approved by the bank',
    authorized: 'Amount blocked by the bank',
    failed: 'Failed',
  } satisfies Partial<Record<PaymentState, string>>,
  {
    created: 'Ödeme kabul edildi',
    processing: 'Bankaya gönderildi',
    three_d_secure_init_processing: 'Kart sahibi bekleniyor',
    completed: 'Banka onayladı',
    authorized: 'Banka tutarı bloke etti',
    failed: 'Başarısız',
  },
)

export const toSteps = (
  payment: {
    amount: number
    configuration_id: string
    attempt_no: number
    history: readonly StoredStep[]
  },
  language: Language = 'en',
): Step[] =>
  payment.history.map((step, at) => ({
    amount: payment.amount,
    configuration_id: payment.configuration_id,
    attempt_no: payment.attempt_no,
    from: payment.history[at - 1]?.to ?? null,
    ...step,
    message: toMessage(step, language),
  }))

const toMessage = ({ to, message, error_message }: StoredStep, language: Language): string => {
  const stored = message ?? error_message
  if (stored === undefined) return findText(MESSAGES[language], to) ?? to
  return language === 'tr' ? inTurkish(storedReason(stored)) : stored
}

/**
 * Returns the time of the next step. A writer that waited for the payment's lock read the clock earlier, but a history
 * must not go back in time.
 */
export const nextStepTime = ({ history }: { history: readonly StoredStep[] }, nowMs: number): number =>
  Math.max(nowMs, history.at(-1)?.at ?? 0)
