/** Resolves captures, voids and refunds whose outcome is unknown (no response, or a process that died): inquires until it is known. */

import { toRequestLogRow } from '../../acquiring/request-log/request-log-row.ts'
import type { Observation } from '../../connectors/attempt.ts'
import { isoTime } from '../../core/clock.ts'
import { Problem } from '../../core/problem.ts'
import { INQUIRY_ALARM_MS, inquiryWaitMs } from '../attempts/inquiry-schedule.ts'
import { toLoggedExchanges } from '../attempts/logged-exchanges.ts'
import type { OperationOutcome } from '../model/operation.ts'
import { toBankReference } from '../model/payment.ts'
import { findPayment } from '../model/payment-store.ts'
import { type BankOfPayment, findBankOfPayment, toBankOperation, toLogOwner } from '../operations/bank-operation.ts'
import { claimDueOperations, type DueOperation, findTenantsWithDueOperations } from '../operations/due-operations.ts'
import type { OperationServices } from '../operations/operation-recorder.ts'
import { toOperationOutcome } from '../operations/run-operation.ts'
import { findManualDecision, type ManualDecision, NOT_BOOKED_BY_DECISION } from '../unresolved/manual-decision.ts'
import type { Unresolved } from '../unresolved/unresolved-store.ts'

const BATCH_MAX = 50 // inquiries of one tenant in one round

/** One round over all tenants; returns how many operations it processed. */
export const resolveDueOperations = async (services: OperationServices): Promise<number> => {
  const { db, clock, log } = services.runtime
  await services.operations.leases.releaseLost()
  const tenants = await db.acrossTenants((tx) => findTenantsWithDueOperations(tx, isoTime(clock.ms())))
  let done = 0
  for (const tenantId of tenants)
    try {
      done += await resolveForTenant(services, tenantId)
    } catch (error) {
      // The other tenants do not wait for it.
      services.operations.leases.markUncertain(error)
      log.error('inquiry.claim_failed', { tenant_id: tenantId, err: error as Error })
    }
  return done
}

const resolveForTenant = async (services: OperationServices, tenantId: string): Promise<number> => {
  const { db, clock, log } = services.runtime
  const due = await db.inTenant(tenantId, (tx) =>
    claimDueOperations(tx, { tenantId, now: isoTime(clock.ms()), owner: services.processNo, limit: BATCH_MAX }),
  )
  // One that fails must not stop the others: its lease is released or expires, and it is due again.
  const results = await Promise.allSettled(
    due.map((operation) =>
      services.operations.leases.during(operation.id, () => resolveOperation(services, operation)),
    ),
  )
  const failed = results.filter((result) => result.status === 'rejected')
  for (const { reason } of failed) log.error('inquiry.failed', { error: String(reason?.message) })
  return due.length - failed.length
}

const resolveOperation = async (services: OperationServices, operation: DueOperation): Promise<void> => {
  const { tenant_id, id, payment_id } = operation
  const payment = await services.runtime.db.inTenant(tenant_id, (tx) => findPayment(tx, tenant_id, payment_id))
  const bank = payment && (await findBankOfPayment(services, payment))
  if (payment === undefined || bank === undefined)
    throw new Problem('config_error', { detail: `Nobody can be asked about ${operation.kind} ${id}` })
  const followUp = toBankOperation(payment, operation, bank.configuration)
  const { observation, exchanges } = await services.connectors.inquireOperation(bank.connector, followUp)
  const logged = await toLoggedExchanges(services, operation, exchanges, observation)
  const nowMs = services.runtime.clock.ms()
  const finding = await toInquiryOutcome(services, operation, observation, bank)
  const recorded = await services.operations.record({
    tenant_id,
    operation_id: id,
    payment_id,
    fencing: operation.fencing,
    outcome: finding,
    logs: logged.map((each) => toRequestLogRow(toLogOwner(operation), each, nowMs)),
    duration_ms: null,
    nowMs,
    errorsBase: services.runtime.config.errorsBase,
  })
  services.runtime.log.info('inquiry.done', {
    transaction_id: payment_id,
    operation_id: id,
    observed: observation.kind,
    inquiry: operation.inquiry_count + 1,
    settled: recorded !== undefined && finding.kind !== 'open',
  })
}

const toInquiryOutcome = async (
  services: OperationServices,
  operation: DueOperation,
  observation: Observation,
  { connector }: BankOfPayment,
): Promise<OperationOutcome> => {
  const nowMs = services.runtime.clock.ms()
  if (observation.kind === 'approved' || observation.kind === 'declined')
    return toOperationOutcome(services, operation, observation, nowMs)
  const { age_ms } = operation
  const { latenessWindowMs, booksNothingLate } = connector.capabilities
  const later: OperationOutcome = { kind: 'open', nextInquiryMs: nowMs + inquiryWaitMs(operation.inquiry_count + 1) }
  if (observation.kind === 'no_answer') {
    if (age_ms <= INQUIRY_ALARM_MS) return later
    services.runtime.log.error('inquiry.bank_silent', {
      transaction_id: operation.payment_id,
      operation_id: operation.id,
      connector_code: operation.connector_code,
      age_ms,
    })
    return toDecidedOutcome(await findManualDecision(services, toUnresolved(operation, 'no_answer'))) ?? later
  }
  if (age_ms <= latenessWindowMs) return later
  // The bank keeps no tombstone of a capture, void or refund: nothing stops one that arrives late, so only people can resolve it.
  if (booksNothingLate) return notBookedOutcome('The bank did not answer, and nothing was booked there')
  return toDecidedOutcome(await findManualDecision(services, toUnresolved(operation, 'not_found'))) ?? later
}

const notBookedOutcome = (message: string): OperationOutcome => ({
  kind: 'refused',
  storedCode: 'bank_timeout',
  bankCode: null,
  message,
})

const toDecidedOutcome = (decision: ManualDecision | undefined): OperationOutcome | undefined => {
  if (decision === undefined) return undefined
  const { outcome, references } = decision
  return outcome === 'booked'
    ? { kind: 'accepted', references, bankCode: null }
    : notBookedOutcome(NOT_BOOKED_BY_DECISION)
}

const toUnresolved = (operation: DueOperation, why: Unresolved['why']): Unresolved => ({
  ...operation,
  why,
  reference: toBankReference(operation.id, operation.attempt_no),
})
