/** Sends a payment that a review has approved to the bank, without its card code, which is never stored. */
import { toConfigurationId } from '../../acquiring/configurations/named-configuration.ts'
import type { CardData, Configuration } from '../../connectors/attempt.ts'
import { Problem } from '../../core/problem.ts'
import { type Leased, readClocks } from '../../infra/database/lease-age.ts'
import { noCaller } from '../attempts/caller.ts'
import { PAYMENTS_PATH, type PaymentServices, type StepServices } from '../attempts/payment-services.ts'
import { openStoredCard } from '../attempts/rebuild-attempt.ts'
import { scheduleRetry } from '../attempts/retry-window.ts'
import { runPayment } from '../attempts/run-payment.ts'
import { takePaymentStep } from '../attempts/take-payment-step.ts'
import { chooseRoutes } from '../charge/choose-route.ts'
import { filterAvailable, reserveRoute } from '../charge/reserve-route.ts'
import { asksForConversion } from '../model/conversion.ts'
import { withdrawOffer } from '../model/conversion-store.ts'
import { INQUIRY_FIRST_MS } from '../model/inquiry-schedule.ts'
import { chargeOperation, type PaymentRow } from '../model/payment.ts'
import type { PaymentTransition } from '../persistence/apply-payment-transition.ts'

/** The payment is `created`, and this process holds its lease. */
export const releasePayment = async (services: StepServices, payment: Leased<PaymentRow>): Promise<void> => {
  if (payment.card_sealed === null) return void (await takePaymentStep(services, payment, CARD_GONE))
  const card = await openStoredCard(services, payment)
  let candidates: readonly [Configuration, ...Configuration[]]
  try {
    candidates = filterAvailable(services, await chooseReleaseRoute(services, payment, card))
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault
    if (!(await scheduleRetry(services, payment)))
      await takePaymentStep(services, payment, fault.code === 'connector_unavailable' ? BANK_UNAVAILABLE : NO_ROUTE)
    return
  }
  if (asksForConversion(payment)) {
    const { tenant_id, id } = payment
    await services.runtime.db.transaction({ of: tenant_id }, (tx) => withdrawOffer(tx, tenant_id, id))
  }
  const cleared = await clearForBank(services, payment, candidates[0])
  if (cleared === undefined) return
  await ignoreProblem(runPayment(services, { payment: cleared, card, candidates, caller: noCaller(PAYMENTS_PATH) }))
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
  operation: chargeOperation(payment),
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
  services: StepServices,
  payment: Leased<PaymentRow>,
  target: Configuration,
): Promise<Leased<PaymentRow> | undefined> => {
  const moved = { configuration_id: target.id, connector_code: target.connectorCode, inquiry_count: 0 }
  const transition: PaymentTransition = {
    trigger: 'clear',
    next_inquiry_ms: services.runtime.clock.ms() + INQUIRY_FIRST_MS,
    note: { message: `${whyReleased(payment)}, sent to the bank` },
  }
  const leasedAt = readClocks()
  const changes = { ...moved, answer_status: null, answer_body: null, keeps_lease: true }
  const update = await takePaymentStep(services, payment, transition, { changes })
  return update && { ...payment, ...moved, status: update.to_status, leasedAt }
}

/** A payment of a plan may also have been held until its date. */
const whyReleased = ({ operation_type }: Leased<PaymentRow>): string =>
  operation_type === 'recurring' ? 'Released' : 'Approved in a fraud review'

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
