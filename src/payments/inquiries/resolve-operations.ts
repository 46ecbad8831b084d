/** Settles captures, voids and refunds whose outcome is open (no answer, or a process that died): asks the bank until it knows. */
import type { Observation } from '../../connectors/attempt.ts'
import { logRow } from '../../acquiring/request-log/request-log-row.ts'
import { isoTime } from '../../core/clock.ts'
import { Problem } from '../../core/problem.ts'
import { INQUIRY_ALARM_MS, inquiryWaitMs } from '../attempts/inquiry-schedule.ts'
import { referenceOf } from '../model/payment.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { findPayment } from '../model/payment-store.ts'
import type { Unresolved } from '../unresolved/unresolved-store.ts'
import { decisionOfPeople, NOTHING_BOOKED, type PeoplesDecision } from '../unresolved/manual-decision.ts'
import { loggedExchanges } from '../attempts/logged-exchanges.ts'
import { type BankOfPayment, bankOf, followUpOf, loggedAs } from '../operations/bank-operation.ts'
import { claimDueFollowUps, type DueFollowUp, tenantsWithDueFollowUps } from '../operations/due-operations.ts'
import type { FollowUpFinding } from '../model/operation.ts'
import { findingOf } from '../operations/run-operation.ts'

const BATCH_MAX = 50 // inquiries of one tenant in one round

/** One round over all tenants; answers how many operations it looked at. */
export const resolveFollowUps = async (desk: PaymentDesk): Promise<number> => {
  const { db, clock, log } = desk.house
  await desk.followUps.leases.giveBackLost()
  const tenants = await db.acrossTenants((tx) => tenantsWithDueFollowUps(tx, isoTime(clock.ms())))
  let done = 0
  for (const tenantId of tenants)
    try {
      done += await resolveFor(desk, tenantId)
    } catch (error) {
      // The other tenants do not wait for it.
      desk.followUps.leases.suspect(error)
      log.error('inquiry.claim_failed', { tenant_id: tenantId, err: error as Error })
    }
  return done
}

const resolveFor = async (desk: PaymentDesk, tenantId: string): Promise<number> => {
  const { db, clock, log } = desk.house
  const due = await db.inTenant(tenantId, (tx) =>
    claimDueFollowUps(tx, { tenantId, now: isoTime(clock.ms()), owner: desk.processNo, limit: BATCH_MAX }),
  )
  // One that fails must not stop the others: its lease is given back or runs out, and it comes again.
  const results = await Promise.allSettled(
    due.map((operation) => desk.followUps.leases.during(operation.id, () => settle(desk, operation))),
  )
  const failed = results.filter((result) => result.status === 'rejected')
  for (const { reason } of failed) log.error('inquiry.failed', { error: String(reason?.message) })
  return due.length - failed.length
}

const settle = async (desk: PaymentDesk, operation: DueFollowUp): Promise<void> => {
  const { tenant_id, id, payment_id } = operation
  const payment = await desk.house.db.inTenant(tenant_id, (tx) => findPayment(tx, tenant_id, payment_id))
  const bank = payment && (await bankOf(desk, payment))
  if (payment === undefined || bank === undefined)
    throw new Problem('config_error', { detail: `Nobody can be asked about ${operation.kind} ${id}` })
  const followUp = followUpOf(payment, operation, bank.configuration)
  const { observation, exchanges } = await desk.connectors.inquireFollowUp(bank.connector, followUp)
  const logged = await loggedExchanges(desk, operation, exchanges, observation)
  const nowMs = desk.house.clock.ms()
  const finding = await conclude(desk, operation, observation, bank)
  const recorded = await desk.followUps.record({
    tenant_id,
    operation_id: id,
    payment_id,
    fencing: operation.fencing,
    finding,
    logs: logged.map((each) => logRow(loggedAs(operation), each, nowMs)),
    duration_ms: null,
    nowMs,
    errorsBase: desk.house.config.errorsBase,
  })
  desk.house.log.info('inquiry.done', {
    transaction_id: payment_id,
    operation_id: id,
    observed: observation.kind,
    inquiry: operation.inquiry_count + 1,
    settled: recorded !== undefined && finding.kind !== 'open',
  })
}

const conclude = async (
  desk: PaymentDesk,
  operation: DueFollowUp,
  observation: Observation,
  { connector }: BankOfPayment,
): Promise<FollowUpFinding> => {
  const nowMs = desk.house.clock.ms()
  if (observation.kind === 'approved' || observation.kind === 'declined')
    return findingOf(desk, operation, observation, nowMs)
  const { age_ms } = operation
  const { latenessWindowMs, booksNothingLate } = connector.capabilities
  const later: FollowUpFinding = { kind: 'open', nextInquiryMs: nowMs + inquiryWaitMs(operation.inquiry_count + 1) }
  if (observation.kind === 'no_answer') {
    if (age_ms <= INQUIRY_ALARM_MS) return later
    desk.house.log.error('inquiry.bank_silent', {
      transaction_id: operation.payment_id,
      operation_id: operation.id,
      connector_code: operation.connector_code,
      age_ms,
    })
    return decided(await decisionOfPeople(desk, unresolvedOf(operation, 'no_answer'))) ?? later
  }
  if (age_ms <= latenessWindowMs) return later
  // The bank keeps no tombstone of a capture, void or refund: nothing stops one that comes late, so only people end it.
  if (booksNothingLate) return notBooked('The bank did not answer, and nothing was booked there')
  return decided(await decisionOfPeople(desk, unresolvedOf(operation, 'not_found'))) ?? later
}

const notBooked = (message: string): FollowUpFinding => ({
  kind: 'refused',
  storedCode: 'bank_timeout',
  bankCode: null,
  message,
})

const decided = (decision: PeoplesDecision | undefined): FollowUpFinding | undefined => {
  if (decision === undefined) return undefined
  const { outcome, references } = decision
  return outcome === 'booked' ? { kind: 'accepted', references, bankCode: null } : notBooked(NOTHING_BOOKED)
}

const unresolvedOf = (operation: DueFollowUp, why: Unresolved['why']): Unresolved => ({
  ...operation,
  why,
  reference: referenceOf(operation.id, operation.attempt_no),
})
