/** Sends a prepared payment to its bank, tries the fallback where that is safe, and records the outcome. */

import type { Answer } from '../../access/endpoint.ts'
import type { LoggedExchange } from '../../acquiring/request-log/request-log-row.ts'
import type { Outcome as BankOutcome, CardData, Configuration } from '../../connectors/attempt.ts'
import type { Connector } from '../../connectors/port.ts'
import { type Leased, readClocks } from '../../infra/database/lease-age.ts'
import { INQUIRY_FIRST_MS } from '../model/inquiry-schedule.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import { buildAttempt } from './build-attempt.ts'
import type { Caller } from './caller.ts'
import { toLoggedExchanges } from './logged-exchanges.ts'
import type { PaymentServices, StepServices } from './payment-services.ts'
import { readPaymentOutcome } from './read-payment-outcome.ts'
import { respondToStep } from './stored-answer.ts'
import { takePaymentStep } from './take-payment-step.ts'
import { toUnsentTransition, unsentPaymentProblem } from './unsent-payment.ts'

/** An attempt to be made, with its fallbacks. */
interface FirstAttempt {
  payment: Leased<PreparedPayment>
  card: CardData
  /** The target first, then its fallback. */
  candidates: readonly Configuration[]
  caller: Caller
}

export const runPayment = async (
  services: StepServices,
  { payment: prepared, card, candidates, caller }: FirstAttempt,
): Promise<Answer> => {
  let payment = prepared
  for (const [at, configuration] of candidates.entries()) {
    const connector = requireConnector(services, configuration)
    const attempt = buildAttempt(payment, configuration, card, 'none')
    const { outcome, exchanges } = await services.banks.connectors.send(connector, attempt, payment.leasedAt)
    const logged = await toLoggedExchanges(services, payment, exchanges, outcome)
    const next = candidates[at + 1]
    if (next === undefined || !(await mayTryNext(services, payment, outcome)))
      return recordOutcome(services, payment, caller, { outcome, logged })
    const moved = await startNextAttempt(services, payment, { next, outcome, logged })
    if (moved === undefined) break
    payment = { ...payment, ...moved }
  }
  return respond(services, payment, caller, undefined)
}

/** Routing offers only configurations that a connector serves. */
export const requireConnector = (services: Pick<PaymentServices, 'banks'>, configuration: Configuration): Connector => {
  const connector = services.banks.connectors.connectorFor(configuration)
  if (!connector) throw new Error(`no connector serves configuration ${configuration.id}`)
  return connector
}

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

interface AnsweredAttempt {
  outcome: BankOutcome
  logged: readonly LoggedExchange[]
}

const startNextAttempt = async (
  services: StepServices,
  payment: Leased<PreparedPayment>,
  { next, outcome, logged }: AnsweredAttempt & { next: Configuration },
): Promise<Partial<Leased<PreparedPayment>> | undefined> => {
  const { configuration_id, attempt_no, inquiry_count } = payment
  const moved = {
    configuration_id: next.id,
    connector_code: next.connectorCode,
    // A reference that no bank has seen is used again: every number below a charge's is known to a bank.
    attempt_no: outcome.kind === 'not_sent' ? attempt_no : attempt_no + 1,
  }
  const code = 'fault' in outcome ? outcome.fault.providerCode : ''
  const message = `Not booked (${code}); trying ${next.name}`
  const note = { message, configuration_id, attempt_no, ...(code === '' ? {} : { bank_code: code }) }
  const next_inquiry_ms = services.runtime.clock.ms() + INQUIRY_FIRST_MS
  const leasedAt = readClocks()
  const update = await takePaymentStep(
    services,
    payment,
    { trigger: undefined, next_inquiry_ms, note },
    { logged, changes: { ...moved, keeps_lease: true, inquiry_count } },
  )
  return update && { ...moved, leasedAt }
}

const recordOutcome = async (
  services: StepServices,
  payment: Leased<PreparedPayment>,
  caller: Caller,
  { outcome, logged }: AnsweredAttempt,
): Promise<Answer> => {
  const nowMs = services.runtime.clock.ms()
  const transition = await readPaymentOutcome(services, payment, outcome, nowMs)
  const isUnsent = outcome.kind === 'not_sent' && caller.isRepeatable && transition.error_code !== 'config_error'
  const update = await takePaymentStep(
    services,
    payment,
    isUnsent ? toUnsentTransition(payment, transition, nowMs) : transition,
    // The attempt was no inquiry, so the count does not change, whichever process sent the attempt.
    { logged, caller, changes: { inquiry_count: payment.inquiry_count } },
  )
  if (isUnsent && update !== undefined) throw unsentPaymentProblem({ ...payment, error_code: update.error_code })
  return respond(services, payment, caller, update)
}

/** If another process took the step, waiting callers get the current state; a job needs none. */
const respond = async (
  services: Pick<PaymentServices, 'runtime' | 'leases'>,
  payment: PreparedPayment,
  { arrivedAt }: Caller,
  update: Parameters<typeof respondToStep>[2],
): Promise<Answer> =>
  update === undefined && arrivedAt === null ? { status: 202 } : respondToStep(services, payment, update)
