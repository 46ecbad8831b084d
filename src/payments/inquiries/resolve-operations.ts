/**
 * Resolves captures, voids and refunds whose outcome is unknown (no response, or a process that died) by inquiring
 * until it is known.
 */

import type { ServedConfiguration } from '../../acquiring/tenant-banks/connectors-module.ts'
import type { Observation } from '../../connectors/attempt.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { createDueWork, type DueWork } from '../../infra/database/due-work/due-work.ts'
import { toLoggedExchanges } from '../attempts/logged-exchanges.ts'
import { toBankReference } from '../model/bank-reference.ts'
import { inquiryWaitMs } from '../model/inquiry-schedule.ts'
import type { OperationTransition } from '../model/operation.ts'
import { findPayment } from '../model/payment-store.ts'
import { toBankOperation } from '../operations/bank-operation.ts'
import { type DueOperation, type DueOperationRow, LEASED_OPERATIONS } from '../operations/due-operations.ts'
import type { OperationServices, OperationStepServices } from '../operations/operation-recorder.ts'
import { readOperationOutcome } from '../operations/read-operation-outcome.ts'
import { takeOperationStep } from '../operations/take-operation-step.ts'
import type { Unresolved } from '../unresolved/unresolved-store.ts'
import { judgeInquiry } from './judge-inquiry.ts'

/** Inquires about due captures, voids and refunds, for all tenants. `onRoom` is called when slots are free. */
export const createOperationInquiries = (services: OperationStepServices, onRoom: () => void): DueWork =>
  createDueWork<DueOperationRow>({
    runtime: services.runtime,
    processNo: services.leases.processNo,
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

const resolveOperation = async (services: OperationStepServices, operation: DueOperation): Promise<void> => {
  const { tenant_id, id, payment_id } = operation
  const payment = await services.runtime.db.transaction({ of: tenant_id }, (tx) =>
    findPayment(tx, tenant_id, payment_id),
  )
  const bank = payment && (await services.banks.connectors.servedConfiguration(payment))
  if (payment === undefined || bank === undefined)
    throw new Problem('config_error', { detail: phrase`No bank can be asked about ${operation.kind} ${id}` })
  const asked = toBankOperation(payment, operation, bank.configuration)
  const { observation, exchanges } = await services.banks.connectors.inquireOperation(bank.connector, asked)
  const logged = await toLoggedExchanges(services, operation, exchanges, observation)
  const transition = await readInquiry(services, operation, observation, bank)
  const taken = await takeOperationStep(services, operation, transition, { logged })
  services.runtime.log.info('inquiry.done', {
    transaction_id: payment_id,
    operation_id: id,
    observed: observation.kind,
    inquiry: operation.inquiry_count + 1,
    settled: taken !== undefined && transition.kind !== 'open',
  })
}

const readInquiry = async (
  services: Pick<OperationServices, 'runtime' | 'banks'>,
  operation: DueOperation,
  observation: Observation,
  { connector }: ServedConfiguration,
): Promise<OperationTransition> => {
  const { latenessWindowMs, booksNothingLate } = connector.capabilities
  const { payment_id, id, connector_code } = operation
  const found = await judgeInquiry(services, {
    observation,
    ageMs: operation.age_ms,
    latenessWindowMs,
    facts: { transaction_id: payment_id, operation_id: id, connector_code },
    // The bank keeps no tombstone of a capture, void or refund, so nothing stops one that arrives late and only people
    // can resolve it.
    isCertainlyNotBooked: async () => booksNothingLate === true,
    mayBecomeCertain: false,
    toUnresolved: (why) => toUnresolved(operation, why),
  })
  switch (found.kind) {
    case 'known':
      return readOperationOutcome(services, operation, found.outcome)
    case 'open':
      return { kind: 'open', waitMs: inquiryWaitMs(operation.inquiry_count + 1) }
    case 'not_booked':
      return { kind: 'refused', storedCode: 'bank_timeout', bankCode: null, message: found.message }
    case 'booked':
      return { kind: 'accepted', references: found.references, bankCode: null }
  }
}

const toUnresolved = (operation: DueOperation, why: Unresolved['why']): Unresolved => ({
  ...operation,
  why,
  reference: toBankReference(operation, operation.attempt_no),
})
