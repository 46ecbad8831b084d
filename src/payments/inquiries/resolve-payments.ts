/** Settles attempts whose outcome is open (no answer, or a process that died): asks the bank by our reference until it knows. */

import type { Attempt, Observation } from '../../connectors/attempt.ts'
import type { Connector } from '../../connectors/port.ts'
import { isoTime } from '../../core/clock.ts'
import { Problem } from '../../core/problem.ts'
import { settleCreated } from '../review/resolve-created.ts'
import { referenceOf } from '../model/payment.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { findingOf } from '../attempts/run-attempts.ts'
import { settleDueChallenge } from '../three-d-secure/resolve-due-challenge.ts'
import type { Unresolved } from '../unresolved/unresolved-store.ts'
import { decisionOfPeople, NOTHING_BOOKED, type PeoplesDecision } from '../unresolved/manual-decision.ts'
import { giveUpUnsent, isUnsent } from '../attempts/unsent-payment.ts'
import { loggedExchanges } from '../attempts/logged-exchanges.ts'
import { type Finding, outcomeOfAttempt } from '../persistence/apply-transition.ts'
import { attemptOfPayment } from '../attempts/rebuild-attempt.ts'
import { INQUIRY_ALARM_MS, inquiryWaitMs } from '../attempts/inquiry-schedule.ts'
import { claimDuePayments, type DuePayment, tenantsWithDuePayments } from '../attempts/due-payments.ts'

const BATCH_MAX = 50 // inquiries of one tenant in one round

/** One round over all tenants; answers how many payments it looked at. */
export const resolveUnknown = async (desk: PaymentDesk): Promise<number> => {
  const { db, clock, log } = desk.house
  await desk.leases.giveBackLost()
  const tenants = await db.acrossTenants((tx) => tenantsWithDuePayments(tx, isoTime(clock.ms())))
  let done = 0
  for (const tenantId of tenants)
    try {
      done += await resolveFor(desk, tenantId)
    } catch (error) {
      // The other tenants do not wait for it.
      desk.leases.suspect(error)
      log.error('inquiry.claim_failed', { tenant_id: tenantId, err: error as Error })
    }
  return done
}

const resolveFor = async (desk: PaymentDesk, tenantId: string): Promise<number> => {
  const { db, clock, log } = desk.house
  const due = await db.inTenant(tenantId, (tx) =>
    claimDuePayments(tx, { tenantId, now: isoTime(clock.ms()), owner: desk.processNo, limit: BATCH_MAX }),
  )
  // One that fails must not stop the others: its lease is given back or runs out, and it comes again.
  const results = await Promise.allSettled(
    due.map((payment) => desk.leases.during(payment.id, () => settleDue(desk, payment))),
  )
  const failed = results.filter((result) => result.status === 'rejected')
  for (const { reason } of failed) log.error('inquiry.failed', { error: String(reason?.message) })
  return due.length - failed.length
}

/** What is due of one payment, whose lease is this process's. */
export const settleDue = async (desk: PaymentDesk, payment: DuePayment): Promise<void> => {
  if (payment.status === 'created') return settleCreated(desk, payment)
  if (isUnsent(payment)) return giveUpUnsent(desk, payment)
  if (await settleDueChallenge(desk, payment)) return
  const made = await attemptOfPayment(desk, payment)
  if (made === undefined)
    throw new Problem('config_error', { detail: `Nobody can be asked about payment ${payment.id}` })
  const { connector, attempt } = made
  const { observation, exchanges } = await desk.connectors.inquire(connector, attempt)
  const logged = await loggedExchanges(desk, payment, exchanges, observation)
  const finding = await conclude(desk, payment, { connector, attempt, observation })
  const nowMs = desk.house.clock.ms()
  const context = desk.recordContext(nowMs)
  const isTold = await desk.record(outcomeOfAttempt(payment, finding, logged, context))
  desk.house.log.info('inquiry.done', {
    transaction_id: payment.id,
    observed: observation.kind,
    inquiry: payment.inquiry_count + 1,
    settled: isTold && finding.trigger !== undefined,
  })
}

interface Inquired {
  connector: Connector
  attempt: Attempt
  observation: Observation
}

const conclude = async (desk: PaymentDesk, payment: DuePayment, inquired: Inquired): Promise<Finding> => {
  const { observation, connector } = inquired
  const nowMs = desk.house.clock.ms()
  if (observation.kind === 'approved' || observation.kind === 'declined')
    return findingOf(desk, payment, observation, nowMs)
  const { age_ms } = payment
  const later: Finding = { trigger: undefined, next_inquiry_ms: nowMs + inquiryWaitMs(payment.inquiry_count + 1) }
  if (observation.kind === 'no_answer') {
    if (age_ms <= INQUIRY_ALARM_MS) return later
    desk.house.log.error('inquiry.bank_silent', {
      transaction_id: payment.id,
      connector_code: payment.connector_code,
      age_ms,
    })
    return decided(payment, await decisionOfPeople(desk, unresolvedOf(payment, 'no_answer'))) ?? later
  }
  if (age_ms <= connector.capabilities.latenessWindowMs) return later
  if (await isOver(desk, payment, inquired)) return notBooked('The bank did not answer, and nothing was booked there')
  // A bank that takes no reversal right now is asked again; one that takes none at all leaves it to people.
  const mayBeReversed = connector.capabilities.reversal === 'by_reference'
  if (mayBeReversed && age_ms <= INQUIRY_ALARM_MS) return later
  return decided(payment, await decisionOfPeople(desk, unresolvedOf(payment, 'not_found'))) ?? later
}

/** Not known there and too late to come: reversed by reference where the bank offers it (a tombstone), asked again, then it is over. */
const isOver = async (
  desk: PaymentDesk,
  payment: DuePayment,
  { connector, attempt }: Omit<Inquired, 'observation'>,
): Promise<boolean> => {
  const { reversal: kind, booksNothingLate } = connector.capabilities
  if (kind !== 'by_reference') return booksNothingLate === true
  const { reversal } = await desk.connectors.reverse(connector, attempt, payment.leasedAt)
  if (reversal === 'no_answer') return false
  const { observation } = await desk.connectors.inquire(connector, attempt)
  // A charge that came in between is found again, and believed, the next time.
  return observation.kind === 'not_found' || observation.kind === 'declined'
}

const notBooked = (error_message: string): Finding => ({
  trigger: 'decline',
  error_code: 'bank_timeout',
  error_message,
})

const decided = ({ operation_type }: DuePayment, decision: PeoplesDecision | undefined): Finding | undefined => {
  if (decision === undefined) return undefined
  const { outcome, references } = decision
  if (outcome === 'not_booked') return notBooked(NOTHING_BOOKED)
  return {
    trigger: operation_type === 'pre_auth' ? 'authorize' : 'sell',
    provider_transaction_id: references.providerTransactionId,
    auth_code: references.authCode,
    host_reference: references.hostReference,
  }
}

const unresolvedOf = (payment: DuePayment, why: Unresolved['why']): Unresolved => ({
  ...payment,
  payment_id: payment.id,
  kind: payment.operation_type,
  why,
  reference: referenceOf(payment.id, payment.attempt_no),
})
