/** Calls the bank for a prepared payment, tries the fallback where that is safe, and records what became known. */

import type { Answer } from '../../access/endpoint.ts'
import type { Attempt, Outcome as BankOutcome, CardData, Configuration } from '../../connectors/attempt.ts'
import type { Connector } from '../../connectors/port.ts'
import type { LoggedExchange } from '../../acquiring/request-log/request-log-row.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { money } from '../../core/money.ts'
import { type Leased, readClocks } from '../../infra/database/lease-age.ts'
import { INQUIRY_FIRST_MS } from './inquiry-schedule.ts'
import { referenceOf } from '../model/payment.ts'
import type { PaymentDesk } from './payment-services.ts'
import { presentAnswer } from './stored-answer.ts'
import { unsentOutcome, unsentProblem } from './unsent-payment.ts'
import { failureProblem, paymentResult } from '../model/payment-result.ts'
import { loggedExchanges } from './logged-exchanges.ts'
import { type Finding, outcomeOfAttempt } from '../persistence/apply-transition.ts'
import type { Outcome } from '../persistence/record-payments.ts'
import type { Recordable } from '../persistence/updatable-payment.ts'

/** A payment on disk with an attempt to be made. */
export interface Prepared {
  payment: Leased<
    Recordable & {
      operation_type: 'sale' | 'pre_auth'
      installment_count: number
      extra: Record<string, string> | null
      ip_address: string | null
    }
  >
  card: CardData
  /** Target first, then its fallback. */
  candidates: readonly Configuration[]
  instance: string
  /** Real time, ms; null: no caller waits. */
  arrivedAt: number | null
  /** The caller has a key to repeat: what nothing was sent of waits for it. */
  isRepeatable: boolean
}

export const runAttempts = async (desk: PaymentDesk, prepared: Prepared): Promise<Answer> => {
  let payment = prepared.payment
  for (const [at, configuration] of prepared.candidates.entries()) {
    const connector = connectorOf(desk, configuration)
    const attempt = attemptOf(prepared, payment, configuration)
    const { outcome, exchanges } = await desk.connectors.send(connector, attempt, payment.leasedAt)
    const logged = await loggedExchanges(desk, payment, exchanges, outcome)
    const next = prepared.candidates[at + 1]
    if (next !== undefined && (await mayTryNext(desk, payment, outcome))) {
      const moved = await startNextAttempt(desk, payment, { next, outcome, logged })
      if (moved === undefined) break
      payment = { ...payment, ...moved }
      continue
    }
    return finish(desk, prepared, payment, outcome, logged)
  }
  return stepTaken(desk, prepared)
}

/** Somebody else took its step. Whoever waits is told how it stands; a caller of ours is told for the first time. */
const stepTaken = (desk: PaymentDesk, { payment, arrivedAt }: Prepared): Promise<Answer> =>
  arrivedAt === null ? Promise.resolve({ status: 202 }) : presentAnswer(desk, payment.tenant_id, payment.id, true)

/** Routing offers only configurations somebody serves. */
export const connectorOf = (desk: PaymentDesk, configuration: Configuration): Connector => {
  const connector = desk.connectors.connectorFor(configuration)
  if (!connector) throw new Error(`no connector serves configuration ${configuration.id}`)
  return connector
}

const attemptOf = (prepared: Prepared, payment: Prepared['payment'], configuration: Configuration): Attempt => ({
  operation: payment.operation_type,
  model: 'none',
  tenantId: payment.tenant_id,
  transactionId: payment.id,
  reference: referenceOf(payment.id, payment.attempt_no),
  amount: money(payment.amount, payment.currency),
  installments: payment.installment_count,
  card: prepared.card,
  externalId: payment.external_id,
  buyerIp: payment.ip_address,
  extra: payment.extra ?? {},
  configuration,
})

/** Only when nothing can have been booked: never after an answer that leaves the outcome open. */
const mayTryNext = async (desk: PaymentDesk, payment: Recordable, outcome: BankOutcome): Promise<boolean> => {
  if (outcome.kind === 'not_sent') return true
  if (outcome.kind !== 'declined') return false
  return (await desk.meaningOf(payment.tenant_id, payment.connector_code, outcome.fault.providerCode)).mayTryFallback
}

const startNextAttempt = async (
  desk: PaymentDesk,
  payment: Prepared['payment'],
  step: { next: Configuration; outcome: BankOutcome; logged: readonly LoggedExchange[] },
): Promise<Partial<Prepared['payment']> | undefined> => {
  const nowMs = desk.house.clock.ms()
  const moved = {
    configuration_id: step.next.id,
    connector_code: step.next.connectorCode,
    attempt_no: payment.attempt_no + 1,
  }
  const code = 'fault' in step.outcome ? step.outcome.fault.providerCode : ''
  const base = outcomeOfAttempt(payment, { trigger: undefined }, step.logged, desk.recordContext(nowMs))
  const record: Outcome = {
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
  return (await desk.record(record)) ? { ...moved, leasedAt } : undefined
}

const finish = async (
  desk: PaymentDesk,
  prepared: Prepared,
  payment: Prepared['payment'],
  bank: BankOutcome,
  logged: readonly LoggedExchange[],
): Promise<Answer> => {
  const nowMs = desk.house.clock.ms()
  const finding = await findingOf(desk, payment, bank, nowMs)
  const context = {
    ...desk.recordContext(nowMs),
    instance: prepared.instance,
    duration_ms: prepared.arrivedAt === null ? null : Date.now() - prepared.arrivedAt,
  }
  const { error_code, error_message } = finding
  const isUnsent = bank.kind === 'not_sent' && prepared.isRepeatable && error_code !== 'config_error'
  const outcome =
    isUnsent && error_code && error_message
      ? unsentOutcome(payment, { error_code, error_message }, logged, context)
      : outcomeOfAttempt(payment, finding, logged, context)
  // Nobody has asked about it yet, whoever sent it.
  if (!(await desk.record({ ...outcome, inquiry_count: payment.inquiry_count }))) return stepTaken(desk, prepared)
  if (isUnsent) throw unsentProblem({ ...payment, error_code: outcome.error_code })
  const after = { ...payment, ...outcome, status: outcome.to_status, processed_ms: null }
  if (outcome.answer_status === null || outcome.answer_body === null) return { status: 202, body: paymentResult(after) }
  const problem = outcome.to_status === 'failed' ? failureProblem(after, true) : undefined
  if (problem !== undefined && problem.status >= 500) throw problem // a repeat is told what is kept
  return { status: outcome.answer_status, bodyText: outcome.answer_body }
}

const NOT_REACHED = 'The bank could not be reached'
const NOT_SENT: Readonly<Record<string, string>> = {
  config_error: 'The connector configuration is incomplete, or its address may not be called',
}

/** What a bank's answer means for the payment. */
export const findingOf = async (
  desk: PaymentDesk,
  payment: Pick<Recordable, 'tenant_id' | 'connector_code' | 'operation_type'>,
  bank: BankOutcome,
  nowMs: number,
): Promise<Finding> => {
  switch (bank.kind) {
    case 'approved':
      return {
        trigger: payment.operation_type === 'pre_auth' ? 'authorize' : 'sell',
        provider_transaction_id: bank.references.providerTransactionId,
        auth_code: bank.references.authCode,
        host_reference: bank.references.hostReference,
        bank_code: bank.bankCode,
        ...(bank.usedPoints === undefined ? {} : { used_points: bank.usedPoints }),
      }
    case 'declined': {
      const meaning = await desk.meaningOf(payment.tenant_id, payment.connector_code, bank.fault.providerCode)
      return {
        trigger: 'decline',
        provider_transaction_id: bank.references.providerTransactionId,
        host_reference: bank.references.hostReference,
        bank_code: bank.fault.providerCode,
        error_code: meaning.storedCode,
        error_message: bank.fault.providerMessage,
      }
    }
    case 'not_sent': {
      const { providerCode } = bank.fault
      const { storedCode } = await desk.meaningOf(payment.tenant_id, payment.connector_code, providerCode)
      return { trigger: 'decline', error_code: storedCode, error_message: NOT_SENT[storedCode] ?? NOT_REACHED }
    }
    case 'unknown':
      // Money may have moved: the payment stays where it is, and the bank is asked.
      return { trigger: undefined, next_inquiry_ms: nowMs + INQUIRY_FIRST_MS }
  }
}
