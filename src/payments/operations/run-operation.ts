/** Carries out a capture, void or refund: prepared on disk, sent to the bank, recorded with what became known. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../access/endpoint.ts'
import type { Outcome } from '../../connectors/attempt.ts'
import { logRow } from '../../acquiring/request-log/request-log-row.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { Problem } from '../../core/problem.ts'
import { type ClockReading, readClocks } from '../../infra/database/lease-age.ts'
import { INQUIRY_FIRST_MS } from '../attempts/inquiry-schedule.ts'
import type { PaymentRow } from '../model/payment.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { findPayment } from '../model/payment-store.ts'
import { found } from '../endpoints/get-payment.ts'
import { type Windows, windowsAt } from '../settings/payment-settings.ts'
import { WAIT_MAX_MS } from '../attempts/wait-until-resolved.ts'
import { loggedExchanges } from '../attempts/logged-exchanges.ts'
import { type BankOfPayment, bankOf, followUpOf, loggedAs, offers } from './bank-operation.ts'
import { followUpProblem, followUpResult, unsentProblem } from './operation-result.ts'
import { spellingsOf } from './operation-key.ts'
import type { FollowUpOrder } from './operation-request.ts'
import type { FollowUpRequest } from './new-operation.ts'
import type { FollowUpFinding, OperationRow } from '../model/operation.ts'
import type { Prepared } from './prepare-operations.ts'
import { presentOperation, refuseOtherRequest } from './repeat-operation.ts'

export const runFollowUp = async (desk: PaymentDesk, order: FollowUpOrder): Promise<Answer> => {
  const { tenantId, paymentId, merchantId } = order
  const payment = found(
    await desk.house.db.inTenant(tenantId, (tx) => findPayment(tx, tenantId, paymentId, merchantId)),
  )
  const bank = await bankOf(desk, payment)
  const { windows } = await desk.settings.of(tenantId)
  const request = requestOf(desk, order, { payment, bank, windows })
  return desk.followUps.leases.during(request.id, () => carryOut(desk, order, request, bank))
}

const carryOut = async (
  desk: PaymentDesk,
  order: FollowUpOrder,
  request: FollowUpRequest,
  bank: BankOfPayment | undefined,
): Promise<Answer> => {
  const { tenantId, paymentId } = order
  const prepared = await prepareInTurn(desk, request)
  switch (prepared.kind) {
    case 'refused':
      throw new Problem(prepared.code, { detail: prepared.detail, transaction_id: paymentId })
    case 'wait':
      throw new Problem('connector_unavailable', {
        detail:
          'Another step of this payment is under way, and one is taken at a time; nothing was stored. Try again in a moment.',
        transaction_id: paymentId,
      })
    case 'known':
      // An approval that is resumed finds its own void by its id, and so does a write whose commit was not answered.
      if (prepared.operation.id !== request.id) refuseOtherRequest(prepared.operation, order.fingerprints)
      return presentOperation(desk, tenantId, prepared.operation.id)
    case 'cancelled':
      return { status: 200, bodyText: prepared.operation.answer_body as string }
    case 'going':
      return runningAs(desk, prepared.operation, send(desk, order, prepared, bank))
  }
}

const runningAs = async (desk: PaymentDesk, operation: OperationRow, work: Promise<Answer>): Promise<Answer> => {
  const { id } = operation
  desk.followUps.running.set(id, work)
  try {
    return await work
  } catch (error) {
    // A write of ours failed: whoever asks the bank next need not wait for the lease.
    if (!(error instanceof Problem)) void desk.followUps.giveBack(operation)
    throw error
  } finally {
    desk.followUps.running.delete(id)
  }
}

const TURN_MS = 100
const FIRST_FENCING = 1

/** Waits for its turn where the bank takes one refund of a payment at a time. */
const prepareInTurn = async (
  desk: PaymentDesk,
  request: FollowUpRequest,
): Promise<Prepared & { leasedAt: ClockReading }> => {
  const deadline = Date.now() + WAIT_MAX_MS
  try {
    for (;;) {
      const leasedAt = readClocks()
      const prepared = await desk.followUps.prepare(request)
      if (prepared.kind !== 'wait' || Date.now() >= deadline) return { ...prepared, leasedAt }
      await sleep(TURN_MS)
    }
  } catch (error) {
    // It may be on disk all the same: then it is asked about like any other, without waiting for the lease.
    void desk.followUps.giveBack({ ...request, fencing: FIRST_FENCING })
    throw error
  }
}

const requestOf = (
  desk: PaymentDesk,
  order: FollowUpOrder,
  { payment, bank, windows }: { payment: PaymentRow; bank: BankOfPayment | undefined; windows: Windows },
): FollowUpRequest => {
  const nowMs = desk.house.clock.ms()
  return {
    tenant_id: order.tenantId,
    id: order.approval?.operationId ?? newId(nowMs),
    payment_id: payment.id,
    merchant_id: payment.merchant_id,
    asked: {
      kind: order.kind,
      amount: order.amount,
      currency: order.currency,
      isSupported: bank !== undefined && offers(bank, order.kind),
      isBankAway: bank !== undefined && desk.connectors.breakerState(bank.configuration) === 'open',
      windows: windowsAt(windows, bank?.connector.capabilities ?? {}),
      oneRefundAtOnce: bank?.connector.capabilities.refundsAtOnce === 'one',
    },
    reason: order.reason,
    reason_code: order.reasonCode,
    extra: order.extra,
    cancellation_request_id: order.approval?.cancellationRequestId ?? null,
    configuration_id: payment.configuration_id,
    connector_code: payment.connector_code,
    idempotency_key: order.idempotencyKey,
    keys: order.idempotencyKey === null ? [] : spellingsOf(order.kind, order.idempotencyKey, payment.merchant_id),
    fingerprint: order.fingerprints[0]?.toString('hex') ?? null,
    fingerprints: order.fingerprints.map((each) => each.toString('hex')),
    path: order.path,
    correlation_id: order.correlationId,
    client_id: order.clientId,
    created_by: order.createdBy,
    caller_address: order.callerAddress,
    request_body: order.requestBody,
    lease_owner: desk.processNo,
    nowMs,
    next_inquiry_at: isoTime(nowMs + INQUIRY_FIRST_MS),
  }
}

const send = async (
  desk: PaymentDesk,
  order: FollowUpOrder,
  { payment, operation, leasedAt }: Extract<Prepared, { kind: 'going' }> & { leasedAt: ClockReading },
  bank: BankOfPayment | undefined,
): Promise<Answer> => {
  if (bank === undefined) throw new Error(`nobody speaks to the bank of payment ${payment.id}`) // decided before
  const followUp = followUpOf(payment, operation, bank.configuration)
  const { outcome, exchanges } = await desk.connectors.sendFollowUp(bank.connector, followUp, leasedAt)
  const logged = await loggedExchanges(desk, operation, exchanges, outcome)
  const nowMs = desk.house.clock.ms()
  const finding = await findingOf(desk, operation, outcome, nowMs)
  const recorded = await desk.followUps.record({
    tenant_id: operation.tenant_id,
    operation_id: operation.id,
    payment_id: payment.id,
    fencing: operation.fencing,
    finding,
    logs: logged.map((each) => logRow(loggedAs(operation), each, nowMs)),
    duration_ms: Date.now() - order.arrivedAt,
    nowMs,
    errorsBase: desk.house.config.errorsBase,
  })
  if (recorded === undefined) return presentOperation(desk, operation.tenant_id, operation.id, true)
  const { conclusion } = recorded
  if (conclusion.answer_status === null || conclusion.answer_body === null)
    return { status: 202, body: followUpResult(recorded.payment, operation, null) }
  if (finding.kind === 'refused' && finding.nothingSent) throw unsentProblem(operation)
  const problem =
    finding.kind === 'refused'
      ? followUpProblem({ ...operation, bank_code: conclusion.bank_code }, finding.storedCode, true)
      : undefined
  if (problem !== undefined && problem.status >= 500) throw problem // a repeat is told what is kept
  return { status: conclusion.answer_status, bodyText: conclusion.answer_body }
}

/** What a bank's answer means for the operation. */
export const findingOf = async (
  desk: PaymentDesk,
  operation: Pick<OperationRow, 'tenant_id' | 'connector_code'>,
  bank: Outcome,
  nowMs: number,
): Promise<FollowUpFinding> => {
  switch (bank.kind) {
    case 'approved':
      return { kind: 'accepted', references: bank.references, bankCode: bank.bankCode }
    case 'declined': {
      const { providerCode, providerMessage } = bank.fault
      const meaning = await desk.meaningOf(operation.tenant_id, operation.connector_code, providerCode)
      return {
        kind: 'refused',
        storedCode: meaning.storedCode,
        bankCode: providerCode,
        message: providerMessage,
        references: bank.references,
      }
    }
    case 'not_sent':
      return {
        kind: 'refused',
        storedCode: 'bank_system_error',
        bankCode: null,
        message: 'The bank could not be reached',
        nothingSent: true,
      }
    case 'unknown':
      // Money may have moved: the payment stays where it is, and the bank is asked.
      return { kind: 'open', nextInquiryMs: nowMs + INQUIRY_FIRST_MS }
  }
}
