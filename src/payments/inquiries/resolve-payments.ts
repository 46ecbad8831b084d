/**
 * Resolves attempts whose outcome is unknown (no response, or a process that died) by inquiring by our reference until
 * it is known.
 */

import type { Attempt, Observation } from '../../connectors/attempt.ts'
import type { Connector } from '../../connectors/port.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { createDueWork, type DueWork } from '../../infra/database/due-work/due-work.ts'
import type { Aged, Leased } from '../../infra/database/lease-age.ts'
import { LEASED_PAYMENTS } from '../attempts/due-payments.ts'
import { toLoggedExchanges } from '../attempts/logged-exchanges.ts'
import type { PaymentServices, StepServices } from '../attempts/payment-services.ts'
import { readPaymentOutcome, toApproval } from '../attempts/read-payment-outcome.ts'
import { rebuildAttempt } from '../attempts/rebuild-attempt.ts'
import { takePaymentStep } from '../attempts/take-payment-step.ts'
import { isUnsent } from '../attempts/unsent-payment.ts'
import { resolveDueOffer } from '../conversions/resolve-due-offer.ts'
import { toStoredReferences } from '../model/bank-facts.ts'
import { toBankReference } from '../model/bank-reference.ts'
import { inquiryWaitMs } from '../model/inquiry-schedule.ts'
import { chargeOperation, type PaymentRow } from '../model/payment.ts'
import type { PaymentTransition } from '../persistence/apply-payment-transition.ts'
import { isUnpaidLink } from '../persistence/order-link-payments.ts'
import { resolveCreated } from '../review/resolve-created.ts'
import { resolveDueChallenge } from '../three-d-secure/resolve-due-challenge.ts'
import type { Unresolved } from '../unresolved/unresolved-store.ts'
import { judgeInquiry } from './judge-inquiry.ts'
import { recallSent, recallUnsent } from './recall-open-payment.ts'

/** Inquires about due payments, for all tenants. `onRoom` is called when slots are free. */
export const createPaymentInquiries = (services: StepServices, onRoom: () => void): DueWork =>
  createDueWork<Aged<PaymentRow>>({
    runtime: services.runtime,
    processNo: services.leases.processNo,
    leases: services.leases,
    table: LEASED_PAYMENTS,
    load: async () => undefined,
    step: (payment) => resolveDuePayment(services, payment),
    events: {
      claimFailed: 'inquiry.claim_failed',
      stepFailed: 'inquiry.failed',
      factsOf: ({ id }) => ({ transaction_id: id }),
    },
    onRoom,
  })

/** Does what is due for one payment, whose lease this process holds. */
export const resolveDuePayment = async (services: StepServices, due: Leased<Aged<PaymentRow>>): Promise<void> => {
  const waiting = await recallUnsent(services, due)
  if (waiting === undefined) return
  if (waiting.status === 'created') return resolveCreated(services, waiting)
  const end = findExpired(waiting)
  if (end !== undefined) return void (await takePaymentStep(services, waiting, end))
  if (await resolveDueOffer(services, waiting)) return
  if (await resolveDueChallenge(services, waiting)) return
  const payment = await recallSent(services, waiting)
  if (payment === undefined) return
  const made = await rebuildAttempt(services, payment)
  if (made === undefined)
    throw new Problem('config_error', { detail: phrase`No bank can be asked about payment ${payment.id}` })
  const { connector, attempt } = made
  const { observation, exchanges } = await services.banks.connectors.inquire(connector, attempt)
  const logged = await toLoggedExchanges(services, payment, exchanges, observation)
  const transition = await readInquiry(services, payment, { connector, attempt, observation })
  const update = await takePaymentStep(services, payment, transition, { logged })
  services.runtime.log.info('inquiry.done', {
    transaction_id: payment.id,
    observed: observation.kind,
    inquiry: payment.inquiry_count + 1,
    settled: update !== undefined && transition.trigger !== undefined,
  })
}

/** Returns the failure of a payment that no bank knows: its key was not repeated in time, or its link was not paid. */
const findExpired = (payment: PaymentRow): PaymentTransition | undefined => {
  const { error_code, error_message } = payment
  if (isUnsent(payment)) return { trigger: 'decline', error_code, error_message }
  return isUnpaidLink(payment) ? LINK_EXPIRED : undefined
}

const LINK_EXPIRED: PaymentTransition = {
  trigger: 'decline',
  error_code: 'session_expired',
  error_message: 'The link ran out before it was paid',
}

interface Inquired {
  connector: Connector
  attempt: Attempt
  observation: Observation
}

const readInquiry = async (
  services: Pick<PaymentServices, 'runtime' | 'banks'>,
  payment: Leased<Aged<PaymentRow>>,
  inquired: Inquired,
): Promise<PaymentTransition> => {
  const { latenessWindowMs, reversal } = inquired.connector.capabilities
  const nowMs = services.runtime.clock.ms()
  const found = await judgeInquiry(services, {
    observation: inquired.observation,
    ageMs: payment.age_ms,
    latenessWindowMs,
    facts: { transaction_id: payment.id, connector_code: payment.connector_code },
    isCertainlyNotBooked: () => isCertainlyNotBooked(services, payment, inquired),
    // The bank may be unable to accept a reversal right now.
    mayBecomeCertain: reversal === 'by_reference',
    toUnresolved: (why) => toUnresolved(payment, why),
  })
  switch (found.kind) {
    case 'known':
      return readPaymentOutcome(services, payment, found.outcome, nowMs)
    case 'open':
      return { trigger: undefined, next_inquiry_ms: nowMs + inquiryWaitMs(payment.inquiry_count + 1) }
    case 'not_booked':
      return { trigger: 'decline', error_code: 'bank_timeout', error_message: found.message }
    case 'booked':
      return { trigger: toApproval(payment), ...toStoredReferences(found.references) }
  }
}

/**
 * Called for an attempt unknown to the bank past the lateness window: it is reversed by reference if the bank offers
 * that (a tombstone), inquired about again, then failed.
 */
const isCertainlyNotBooked = async (
  services: Pick<PaymentServices, 'banks'>,
  payment: Leased<Aged<PaymentRow>>,
  { connector, attempt }: Omit<Inquired, 'observation'>,
): Promise<boolean> => {
  const { reversal: kind, booksNothingLate } = connector.capabilities
  if (kind !== 'by_reference') return booksNothingLate === true
  const { reversal } = await services.banks.connectors.reverse(connector, attempt, payment.leasedAt)
  if (reversal === 'no_answer') return false
  const { observation } = await services.banks.connectors.inquire(connector, attempt)
  // The next inquiry finds, and accepts, a charge that arrived in between.
  return observation.kind === 'not_found' || observation.kind === 'declined'
}

const toUnresolved = (payment: PaymentRow, why: Unresolved['why']): Unresolved => ({
  ...payment,
  payment_id: payment.id,
  kind: chargeOperation(payment),
  why,
  reference: toBankReference(payment, payment.attempt_no),
})
