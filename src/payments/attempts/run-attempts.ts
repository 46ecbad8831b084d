/** Calls the bank for a prepared payment, tries the fallback where that is safe, and records the outcome. */

import type { Answer } from '../../access/endpoint.ts'
import type { LoggedExchange } from '../../acquiring/request-log/request-log-row.ts'
import type { Attempt, Outcome as BankOutcome, CardData, Configuration } from '../../connectors/attempt.ts'
import type { Connector } from '../../connectors/port.ts'
import { subMerchantOf } from '../../connectors/sub-merchant.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { type Leased, readClocks } from '../../infra/database/lease-age.ts'
import { amountAtBank } from '../model/conversion.ts'
import { INQUIRY_FIRST_MS } from '../model/inquiry-schedule.ts'
import { toBankReference } from '../model/payment.ts'
import { buildFailureProblem, buildPaymentResult } from '../model/payment-result.ts'
import { toStoredCredential } from '../model/stored-credential.ts'
import { applyTransition } from '../persistence/apply-transition.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import type { PaymentUpdate } from '../persistence/record-payments.ts'
import { toTransition } from './bank-outcome-to-transition.ts'
import { toLoggedExchanges } from './logged-exchanges.ts'
import type { PaymentServices } from './payment-services.ts'
import { respondWithStored } from './stored-answer.ts'
import { buildUnsentUpdate, unsentPaymentProblem } from './unsent-payment.ts'

/** An attempt to be made, with its fallbacks. */
interface FirstAttempt {
  payment: Leased<PreparedPayment>
  card: CardData
  /** The target first, then its fallback. */
  candidates: readonly Configuration[]
  instance: string
  /** Real time in ms; null if no caller waits. */
  arrivedAt: number | null
  /** The caller has an idempotency key, so an unsent payment waits for its repeat. */
  isRepeatable: boolean
}

export const runAttempts = async (
  services: Pick<PaymentServices, 'runtime' | 'banks' | 'records' | 'leases'>,
  prepared: FirstAttempt,
): Promise<Answer> => {
  let payment = prepared.payment
  for (const [at, configuration] of prepared.candidates.entries()) {
    const connector = requireConnector(services, configuration)
    const attempt = buildAttempt(prepared, payment, configuration)
    const { outcome, exchanges } = await services.banks.connectors.send(connector, attempt, payment.leasedAt)
    const logged = await toLoggedExchanges(services, payment, exchanges, outcome)
    const next = prepared.candidates[at + 1]
    if (next !== undefined && (await mayTryNext(services, payment, outcome))) {
      const moved = await startNextAttempt(services, payment, { next, outcome, logged })
      if (moved === undefined) break
      payment = { ...payment, ...moved }
      continue
    }
    return recordFinalAttempt(services, prepared, payment, outcome, logged)
  }
  return respondToLostRace(services, prepared)
}

/**
 * Responds when another process took the step. Waiting callers get the current state; the call that created the payment
 * gets it as a first response.
 */
const respondToLostRace = (
  services: Pick<PaymentServices, 'runtime' | 'leases'>,
  { payment, arrivedAt }: FirstAttempt,
): Promise<Answer> =>
  arrivedAt === null
    ? Promise.resolve({ status: 202 })
    : respondWithStored(services, payment.tenant_id, payment.id, true)

/** Routing offers only configurations that a connector serves. */
export const requireConnector = (services: Pick<PaymentServices, 'banks'>, configuration: Configuration): Connector => {
  const connector = services.banks.connectors.connectorFor(configuration)
  if (!connector) throw new Error(`no connector serves configuration ${configuration.id}`)
  return connector
}

const buildAttempt = (
  prepared: FirstAttempt,
  payment: Leased<PreparedPayment>,
  configuration: Configuration,
): Attempt => ({
  operation: payment.operation_type === 'pre_auth' ? 'pre_auth' : 'sale',
  model: 'none',
  tenantId: payment.tenant_id,
  transactionId: payment.id,
  reference: toBankReference(payment.id, payment.attempt_no),
  amount: amountAtBank(payment),
  installments: payment.installment_count,
  card: prepared.card,
  externalId: payment.external_id,
  buyerIp: payment.ip_address,
  extra: payment.extra ?? {},
  configuration,
  ...subMerchantOf(configuration, payment.merchant_id),
  ...toStoredCredential(payment),
})

/**
 * Returns whether the next configuration may be tried: only if nothing can have been booked, never after a response
 * that leaves the outcome unknown.
 */
const mayTryNext = async (
  services: Pick<PaymentServices, 'banks'>,
  payment: PreparedPayment,
  outcome: BankOutcome,
): Promise<boolean> => {
  if (outcome.kind === 'not_sent') return true
  if (outcome.kind !== 'declined') return false
  return (await services.banks.meaningOf(payment.tenant_id, payment.connector_code, outcome.fault.providerCode))
    .mayTryFallback
}

const startNextAttempt = async (
  services: Pick<PaymentServices, 'runtime' | 'records'>,
  payment: Leased<PreparedPayment>,
  step: { next: Configuration; outcome: BankOutcome; logged: readonly LoggedExchange[] },
): Promise<Partial<Leased<PreparedPayment>> | undefined> => {
  const nowMs = services.runtime.clock.ms()
  const moved = {
    configuration_id: step.next.id,
    connector_code: step.next.connectorCode,
    attempt_no: payment.attempt_no + 1,
  }
  const code = 'fault' in step.outcome ? step.outcome.fault.providerCode : ''
  const base = applyTransition(payment, { trigger: undefined }, step.logged, services.records.updateContext(nowMs))
  const record: PaymentUpdate = {
    ...base,
    ...moved,
    keeps_lease: true,
    next_inquiry_at: isoTime(nowMs + INQUIRY_FIRST_MS),
    inquiry_count: payment.inquiry_count,
    history: {
      id: newId(nowMs),
      to: payment.status,
      at: nowMs,
      message: `Not booked (${code}); trying ${step.next.name}`,
      configuration_id: payment.configuration_id,
      attempt_no: payment.attempt_no,
      ...(code === '' ? {} : { bank_code: code }),
    },
  }
  const leasedAt = readClocks()
  return (await services.records.record(record)) ? { ...moved, leasedAt } : undefined
}

const recordFinalAttempt = async (
  services: Pick<PaymentServices, 'runtime' | 'banks' | 'records' | 'leases'>,
  prepared: FirstAttempt,
  payment: Leased<PreparedPayment>,
  bank: BankOutcome,
  logged: readonly LoggedExchange[],
): Promise<Answer> => {
  const nowMs = services.runtime.clock.ms()
  const finding = await toTransition(services, payment, bank, nowMs)
  const context = {
    ...services.records.updateContext(nowMs),
    instance: prepared.instance,
    duration_ms: prepared.arrivedAt === null ? null : Date.now() - prepared.arrivedAt,
  }
  const { error_code, error_message } = finding
  const isUnsent = bank.kind === 'not_sent' && prepared.isRepeatable && error_code !== 'config_error'
  const outcome =
    isUnsent && error_code && error_message
      ? buildUnsentUpdate(payment, { error_code, error_message }, logged, context)
      : applyTransition(payment, finding, logged, context)
  // The attempt was no inquiry, so the count does not change, whichever process sent the attempt.
  if (!(await services.records.record({ ...outcome, inquiry_count: payment.inquiry_count })))
    return respondToLostRace(services, prepared)
  if (isUnsent) throw unsentPaymentProblem({ ...payment, error_code: outcome.error_code })
  const after = { ...payment, ...outcome, status: outcome.to_status, processed_ms: null }
  if (outcome.answer_status === null || outcome.answer_body === null)
    return { status: 202, body: buildPaymentResult(after) }
  const problem = outcome.to_status === 'failed' ? buildFailureProblem(after, true) : undefined
  if (problem !== undefined && problem.status >= 500) throw problem // a repeat gets the stored response
  return { status: outcome.answer_status, bodyText: outcome.answer_body }
}
