/** Resolves captures, voids and refunds whose outcome is unknown (no response, or a process that died): inquires until it is known. */

import { toRequestLogRow } from '../../acquiring/request-log/request-log-row.ts'
import type { Observation } from '../../connectors/attempt.ts'
import { Problem } from '../../core/problem.ts'
import { type DueWork, openDueWork } from '../../infra/database/due-work/due-work.ts'
import { INQUIRY_ALARM_MS, inquiryWaitMs } from '../attempts/inquiry-schedule.ts'
import { toLoggedExchanges } from '../attempts/logged-exchanges.ts'
import type { OperationOutcome } from '../model/operation.ts'
import { toBankReference } from '../model/payment.ts'
import { findPayment } from '../model/payment-store.ts'
import { type BankOfPayment, findBankOfPayment, toBankOperation, toLogOwner } from '../operations/bank-operation.ts'
import { type DueOperation, type DueOperationRow, LEASED_OPERATIONS } from '../operations/due-operations.ts'
import type { OperationServices } from '../operations/operation-recorder.ts'
import { toOperationOutcome } from '../operations/run-operation.ts'
import { findManualDecision, type ManualDecision, NOT_BOOKED_BY_DECISION } from '../unresolved/manual-decision.ts'
import type { Unresolved } from '../unresolved/unresolved-store.ts'

/** Inquires about due captures, voids and refunds, for all tenants. `onRoom`: there is room for more. */
export const openOperationInquiries = (services: OperationServices, onRoom: () => void): DueWork =>
  openDueWork<DueOperationRow>({
    ...services,
    leases: services.operations.leases,
    table: LEASED_OPERATIONS,
    load: async () => undefined,
    step: (operation) => resolveOperation(services, operation),
    events: {
      claimFailed: 'inquiry.claim_failed',
      stepFailed: 'inquiry.failed',
      factsOf: ({ id, payment_id }) => ({ transaction_id: payment_id, operation_id: id }),
    },
    onRoom,
  })

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
