/**
 * Meaning of an inquiry for an attempt whose outcome is unknown; the same for a payment as for a capture, void or
 * refund.
 */
import type { BankReferences, Observation } from '../../connectors/attempt.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { INQUIRY_ALARM_MS } from '../model/inquiry-schedule.ts'
import { findManualDecision, NOT_BOOKED_BY_DECISION } from '../unresolved/manual-decision.ts'
import type { Unresolved } from '../unresolved/unresolved-store.ts'

type InquiryResult =
  | { readonly kind: 'known'; readonly outcome: Extract<Observation, { kind: 'approved' | 'declined' }> }
  /** The bank is asked again later. */
  | { readonly kind: 'open' }
  | { readonly kind: 'not_booked'; readonly message: string }
  /** Two people found it at the bank. */
  | { readonly kind: 'booked'; readonly references: BankReferences }

interface Inquired {
  observation: Observation
  /** Time since the attempt was prepared. */
  ageMs: number
  /** How long an attempt may still arrive at the bank. */
  latenessWindowMs: number
  /** Names of the attempt in the log. */
  facts: Record<string, string>
  /**
   * Called past the lateness window about an attempt the bank does not know; returns whether it can no longer arrive.
   */
  isCertainlyNotBooked: () => Promise<boolean>
  /** The bank may make the outcome certain later; if it never does, people decide. */
  mayBecomeCertain: boolean
  toUnresolved: (why: Unresolved['why']) => Unresolved
}

export const judgeInquiry = async (
  services: Pick<PaymentServices, 'runtime'>,
  inquired: Inquired,
): Promise<InquiryResult> => {
  const { observation, ageMs } = inquired
  const isOverdue = ageMs > INQUIRY_ALARM_MS
  switch (observation.kind) {
    case 'approved':
    case 'declined':
      return { kind: 'known', outcome: observation }
    case 'no_answer':
      if (!isOverdue) return OPEN
      services.runtime.log.error('inquiry.bank_silent', { ...inquired.facts, age_ms: ageMs })
      return askPeople(services, inquired.toUnresolved('no_answer'))
    case 'not_found':
      if (ageMs <= inquired.latenessWindowMs) return OPEN
      if (await inquired.isCertainlyNotBooked()) return { kind: 'not_booked', message: NOT_BOOKED }
      if (inquired.mayBecomeCertain && !isOverdue) return OPEN
      return askPeople(services, inquired.toUnresolved('not_found'))
  }
}

const OPEN: InquiryResult = { kind: 'open' }
const NOT_BOOKED = 'The bank did not answer, and nothing was booked there'

const askPeople = async (
  services: Pick<PaymentServices, 'runtime'>,
  unresolved: Unresolved,
): Promise<InquiryResult> => {
  const decision = await findManualDecision(services, unresolved)
  if (decision === undefined) return OPEN
  const { outcome, references } = decision
  return outcome === 'booked' ? { kind: 'booked', references } : { kind: 'not_booked', message: NOT_BOOKED_BY_DECISION }
}
