/** Carries out a capture, void or refund: stored first, sent to the bank, recorded with its outcome. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../access/endpoint.ts'
import { refuseOtherRequest } from '../../access/idempotency/idempotency-key.ts'
import type { ServedConfiguration } from '../../acquiring/tenant-banks/connectors-module.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { type ClockReading, readClocks } from '../../infra/database/lease-age.ts'
import { toLoggedExchanges } from '../attempts/logged-exchanges.ts'
import { trackRunning } from '../attempts/track-running.ts'
import { WAIT_MAX_MS } from '../attempts/wait-until-resolved.ts'
import { deriveKeyReference, toReferenceDay } from '../model/bank-reference.ts'
import { INQUIRY_FIRST_MS } from '../model/inquiry-schedule.ts'
import type { OperatedPayment } from '../model/operation-store.ts'
import { requirePayment } from '../model/payment-store.ts'
import { limitWindows, type OperationWindows } from '../settings/payment-settings.ts'
import { offersOperation, toBankOperation } from './bank-operation.ts'
import { claimFoundOperation } from './lost/claim-found-operation.ts'
import { recallOperation } from './lost/find-lost-operation.ts'
import type { NewOperation } from './new-operation.ts'
import { callersKey, equivalentKeys } from './operation-key.ts'
import type { OperationServices, OperationStepServices } from './operation-recorder.ts'
import type { OperationRequest } from './operation-request.ts'
import { buildOperationProblem, buildOperationResult, unsentOperationProblem } from './operation-result.ts'
import type { PreparedOperation } from './prepare-operations.ts'
import { readOperationOutcome } from './read-operation-outcome.ts'
import { respondWithOperation } from './repeat-operation.ts'
import { takeOperationStep } from './take-operation-step.ts'

export const runOperation = async (services: OperationStepServices, requested: OperationRequest): Promise<Answer> => {
  const { tenantId, paymentId, merchantId } = requested
  const payment = requirePayment(await services.operations.find({ tenantId, paymentId, merchantId }))
  const bank = await services.banks.connectors.servedConfiguration(payment)
  const { windows } = await services.terms.settings.of(tenantId)
  const request = buildNewOperation(services, requested, { payment, bank, windows })
  return services.operations.leases.during(request.id, () => prepareAndSend(services, requested, request, bank))
}

const prepareAndSend = async (
  services: OperationStepServices,
  requested: OperationRequest,
  request: NewOperation,
  bank: ServedConfiguration | undefined,
): Promise<Answer> => {
  const { tenantId, paymentId } = requested
  const found = await findFound(services, requested, request)
  if (found !== undefined) return respondWithOperation(services, tenantId, found)
  const prepared = await prepareWhenFree(services, request)
  switch (prepared.kind) {
    case 'refused':
      throw new Problem(prepared.code, { detail: prepared.detail, transaction_id: paymentId })
    case 'wait':
      throw new Problem('connector_unavailable', {
        detail: phrase`Another step of this payment is under way, and one is taken at a time; nothing was stored. Try again in a moment.`,
        transaction_id: paymentId,
        dependency: 'payment',
      })
    case 'known':
      // A resumed approval finds its own void by its id, and so does a write whose commit response was lost.
      if (prepared.operation.id !== request.id) refuseOtherRequest(prepared.operation.fingerprint, request.fingerprint)
      return respondWithOperation(services, tenantId, prepared.operation.id)
    case 'cancelled':
      return { status: 200, bodyText: prepared.operation.answer_body as string }
    case 'going':
      return carryOut(services, requested, prepared, bank)
  }
}

/** The void of an approval has its operation; no shop repeats it. */
const findFound = async (
  services: OperationStepServices,
  { approval }: OperationRequest,
  request: NewOperation,
): Promise<string | undefined> =>
  approval === undefined && services.runtime.restores.askBanksFrom(request.tenant_id) !== null
    ? claimFoundOperation(services, request)
    : undefined

const QUEUE_POLL_MS = 100
const FIRST_FENCING = 1

/** Queues the request if the bank accepts only one refund of a payment at a time. */
const prepareWhenFree = async (
  services: Pick<OperationServices, 'operations'>,
  request: NewOperation,
): Promise<PreparedOperation & { leasedAt: ClockReading }> => {
  const deadline = Date.now() + WAIT_MAX_MS
  try {
    for (;;) {
      const leasedAt = readClocks()
      const prepared = await services.operations.prepare(request)
      if (prepared.kind !== 'wait' || Date.now() >= deadline) return { ...prepared, leasedAt }
      await sleep(QUEUE_POLL_MS)
    }
  } catch (error) {
    // The operation may be stored nevertheless; then it is due for inquiry like any other, without waiting for the
    // lease to expire.
    void services.operations.leases.release({ ...request, fencing: FIRST_FENCING })
    throw error
  }
}

const buildNewOperation = (
  services: Pick<OperationServices, 'runtime' | 'banks' | 'leases'>,
  requested: OperationRequest,
  {
    payment,
    bank,
    windows,
  }: { payment: OperatedPayment; bank: ServedConfiguration | undefined; windows: OperationWindows },
): NewOperation => {
  const nowMs = services.runtime.clock.ms()
  const { columns } = requested
  return {
    tenant_id: requested.tenantId,
    id: requested.approval?.operationId ?? newId(nowMs),
    payment_id: payment.id,
    merchant_id: payment.merchant_id,
    key_reference: toKeyReference(services, requested, payment.merchant_id, nowMs),
    decisionInput: {
      kind: requested.kind,
      amount: requested.amount,
      currency: requested.currency,
      isSupported: bank !== undefined && offersOperation(bank, requested.kind),
      isBankUnavailable: bank !== undefined && services.banks.connectors.breakerState(bank.configuration) === 'open',
      windows: limitWindows(windows, bank?.connector.capabilities ?? {}),
      unproven: requested.unproven ?? null,
      oneRefundAtOnce: bank?.connector.capabilities.refundsAtOnce === 'one',
    },
    ...columns,
    cancellation_request_id: requested.approval?.cancellationRequestId ?? null,
    configuration_id: payment.configuration_id,
    connector_code: payment.connector_code,
    equivalentKeys:
      columns.idempotency_key === null
        ? []
        : equivalentKeys(requested.kind, columns.idempotency_key, payment.merchant_id),
    lease_owner: services.leases.processNo,
    nowMs,
    next_inquiry_at: isoTime(nowMs + INQUIRY_FIRST_MS),
  }
}

const toKeyReference = (
  { runtime }: Pick<OperationServices, 'runtime'>,
  { tenantId, kind, columns: { idempotency_key: stored } }: OperationRequest,
  merchantId: string,
  nowMs: number,
): string | null => {
  if (stored === null || !runtime.releaseSteps.hasBegun('key_references')) return null
  const scope = { tenantId, merchantId, operation: kind, key: callersKey(stored) }
  return deriveKeyReference(runtime.sealer, scope, toReferenceDay(nowMs))
}

type GoingOperation = Extract<PreparedOperation, { kind: 'going' }> & { leasedAt: ClockReading }

/** Repeats of the key wait for it. */
const carryOut = async (
  services: OperationStepServices,
  requested: OperationRequest,
  prepared: GoingOperation,
  bank: ServedConfiguration | undefined,
): Promise<Answer> => {
  const { operations } = services
  const { operation } = prepared
  try {
    return await trackRunning(operations.running, operation.id, sendAndRecord(services, requested, prepared, bank))
  } catch (error) {
    // One of our writes failed, so the next inquiry need not wait for the lease to expire.
    if (!(error instanceof Problem)) void operations.leases.release(operation)
    throw error
  }
}

const sendAndRecord = async (
  services: OperationStepServices,
  { arrivedAt, columns: { idempotency_key: key } }: OperationRequest,
  { payment, operation, leasedAt }: GoingOperation,
  bank: ServedConfiguration | undefined,
): Promise<Answer> => {
  if (bank === undefined) throw new Error(`no connector speaks to the bank of payment ${payment.id}`) // checked before
  const lost = services.runtime.restores.askBanksFrom(operation.tenant_id)
  const recalled = lost && (await recallOperation(services, lost, { payment, operation, key, bank }))
  const held = lost && !recalled ? await services.operations.leases.renew(operation) : { leasedAt }
  if (held === undefined) return respondWithOperation(services, operation.tenant_id, operation.id, true)
  const { outcome, exchanges } =
    recalled ??
    (await services.banks.connectors.sendOperation(
      bank.connector,
      toBankOperation(payment, operation, bank.configuration),
      held.leasedAt,
    ))
  const logged = await toLoggedExchanges(services, operation, exchanges, outcome)
  const transition = await readOperationOutcome(services, operation, outcome)
  const taken = await takeOperationStep(services, operation, transition, { logged, arrivedAt })
  if (taken === undefined) return respondWithOperation(services, operation.tenant_id, operation.id, true)
  const { answer_status, answer_body, bank_code } = taken.update
  if (answer_status === null || answer_body === null)
    return { status: 202, body: buildOperationResult(taken.payment, operation, null) }
  if (transition.kind === 'refused') {
    if (transition.nothingSent) throw unsentOperationProblem(operation)
    const problem = buildOperationProblem({ ...operation, bank_code }, transition.storedCode, true)
    if (problem.status >= 500) throw problem // a repeat gets the stored response
  }
  return { status: answer_status, bodyText: answer_body }
}
