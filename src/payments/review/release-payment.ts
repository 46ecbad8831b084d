/** Sends a payment that a review has approved to the bank, without its card code, which is never stored. */
import { toConfigurationId } from '../../acquiring/configurations/named-configuration.ts'
import type { CardData, Configuration } from '../../connectors/attempt.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { Problem } from '../../core/problem.ts'
import { targetOf } from '../../core/state-machine.ts'
import { type Leased, readClocks } from '../../infra/database/lease-age.ts'
import { PAYMENTS_PATH, type PaymentServices } from '../attempts/payment-services.ts'
import { openStoredCard } from '../attempts/rebuild-attempt.ts'
import { scheduleRetry } from '../attempts/retry-window.ts'
import { runAttempts } from '../attempts/run-attempts.ts'
import { chooseRoutes } from '../charge/choose-route.ts'
import { filterAvailable, reserveRoute } from '../charge/reserve-route.ts'
import { asksForConversion } from '../model/conversion.ts'
import { withdrawOffer } from '../model/conversion-store.ts'
import { INQUIRY_FIRST_MS } from '../model/inquiry-schedule.ts'
import type { PaymentRow } from '../model/payment.ts'
import { paymentMachine } from '../model/payment-states.ts'
import { applyTransition, type PaymentTransition } from '../persistence/apply-transition.ts'

/** The payment is `created`, and this process holds its lease. */
export const releasePayment = async (
  services: Pick<PaymentServices, 'runtime' | 'banks' | 'records' | 'leases'>,
  payment: Leased<PaymentRow>,
): Promise<void> => {
  if (payment.card_sealed === null) return failRelease(services, payment, CARD_GONE)
  const card = await openStoredCard(services, payment)
  let candidates: readonly [Configuration, ...Configuration[]]
  try {
    candidates = filterAvailable(services, await chooseReleaseRoute(services, payment, card))
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault
    if (!(await scheduleRetry(services, payment)))
      await failRelease(services, payment, fault.code === 'connector_unavailable' ? BANK_UNAVAILABLE : NO_ROUTE)
    return
  }
  if (asksForConversion(payment)) {
    const { tenant_id, id } = payment
    await services.runtime.db.inTenant(tenant_id, (tx) => withdrawOffer(tx, tenant_id, id))
  }
  const cleared = await clearForBank(services, payment, candidates[0])
  if (cleared === undefined) return
  await ignoreProblem(
    runAttempts(services, {
      payment: cleared,
      card,
      candidates,
      instance: PAYMENTS_PATH,
      arrivedAt: null,
      isRepeatable: false,
    }),
  )
}

/** Returns the route it was accepted for, if routing still has it; otherwise the current routing decides. */
const chooseReleaseRoute = async (
  services: Pick<PaymentServices, 'runtime' | 'banks'>,
  payment: Leased<PaymentRow>,
  card: CardData,
): Promise<[Configuration, ...Configuration[]]> => {
  const [configurations, routing] = await Promise.all([
    services.banks.connectors.configurationsOf(payment.tenant_id),
    services.banks.connectors.routingOf(payment.tenant_id),
  ])
  const routes = card.number.use((cardNumber) =>
    chooseRoutes({ cardNumber, ...toRouteFacts(services, payment, configurations) }, routing, configurations),
  )
  const kept = routes.find(({ candidates: [target] }) => target.id === payment.configuration_id)
  return kept?.candidates ?? reserveRoute(services, payment.tenant_id, routes)
}

const toRouteFacts = (
  { runtime }: Pick<PaymentServices, 'runtime'>,
  payment: Leased<PaymentRow>,
  configurations: readonly Configuration[],
) => ({
  card_type: payment.card_type,
  card_brand: payment.card_brand,
  issuerBankCode: payment.issuer_bank_code,
  amount: payment.amount,
  currency: payment.currency,
  installment: payment.installment_count,
  operation: payment.operation_type === 'pre_auth' ? ('pre_auth' as const) : ('sale' as const),
  wanted: toConfigurationId(
    runtime.config.env === 'sandbox' ? payment.extra?.connector_configuration_id : undefined,
    configurations,
  ),
})

/**
 * Records durably that the payment is sent: from here on only inquiries follow, never a second send. Returns undefined
 * if another process was first.
 */
const clearForBank = async (
  services: Pick<PaymentServices, 'runtime' | 'records'>,
  payment: Leased<PaymentRow>,
  target: Configuration,
): Promise<Leased<PaymentRow> | undefined> => {
  const nowMs = services.runtime.clock.ms()
  const moved = {
    status: targetOf(paymentMachine, 'clear'),
    configuration_id: target.id,
    connector_code: target.connectorCode,
    inquiry_count: 0,
  }
  const { status, ...place } = moved
  const leasedAt = readClocks()
  const isTaken = await services.records.record({
    ...applyTransition(payment, { trigger: 'clear' }, [], services.records.updateContext(nowMs)),
    ...place,
    answer_status: null,
    answer_body: null,
    next_inquiry_at: isoTime(nowMs + INQUIRY_FIRST_MS),
    keeps_lease: true,
    history: { id: newId(nowMs), to: status, at: nowMs, message: `${whyReleased(payment)}, sent to the bank` },
  })
  return isTaken ? { ...payment, ...moved, leasedAt } : undefined
}

/** A payment of a plan may also have been held until its date. */
const whyReleased = ({ operation_type }: Leased<PaymentRow>): string =>
  operation_type === 'recurring' ? 'Released' : 'Approved in a fraud review'

const failRelease = async (
  services: Pick<PaymentServices, 'runtime' | 'records'>,
  payment: Leased<PaymentRow>,
  transition: PaymentTransition,
): Promise<void> => {
  await services.records.record(
    applyTransition(payment, transition, [], services.records.updateContext(services.runtime.clock.ms())),
  )
}
const BANK_UNAVAILABLE: PaymentTransition = {
  trigger: 'refuse',
  error_code: 'bank_system_error',
  error_message: 'Released, but its bank stayed out of reach',
}
const NO_ROUTE: PaymentTransition = {
  trigger: 'refuse',
  error_code: 'config_error',
  error_message: 'Released, but no connector configuration takes it',
}
const CARD_GONE: PaymentTransition = {
  trigger: 'refuse',
  error_code: 'payment_failed',
  error_message: 'The sealed card data of the payment is gone',
}

/** No caller waits for the response, so a failure is a result like any other. */
const ignoreProblem = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error) => {
    if (!(error instanceof Problem)) throw error
  })
