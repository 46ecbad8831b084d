/** Sends a payment to the bank that a review has approved: without its card code, which is never stored. */
import type { CardData, Configuration } from '../../connectors/attempt.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { Problem } from '../../core/problem.ts'
import { readClocks } from '../../infra/database/lease-age.ts'
import { chooseRoutes } from '../charge/choose-route.ts'
import { cardOf } from '../attempts/rebuild-attempt.ts'
import { INQUIRY_FIRST_MS } from '../attempts/inquiry-schedule.ts'
import type { DuePayment } from '../attempts/due-payments.ts'
import { PAYMENTS_PATH, type PaymentDesk } from '../attempts/payment-services.ts'
import { runAttempts } from '../attempts/run-attempts.ts'
import { openCandidates, takeRoute } from '../charge/reserve-route.ts'
import { type Finding, outcomeOfAttempt } from '../persistence/apply-transition.ts'
import { triesLater } from '../attempts/retry-window.ts'

/** The payment is `created` and its lease this process's. */
export const releasePayment = async (desk: PaymentDesk, payment: DuePayment): Promise<void> => {
  if (payment.card_sealed === null) return refuse(desk, payment, CARD_GONE)
  const card = await cardOf(desk, payment)
  let candidates: readonly [Configuration, ...Configuration[]]
  try {
    candidates = openCandidates(desk, await routeOf(desk, payment, card))
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault
    if (!(await triesLater(desk, payment)))
      await refuse(desk, payment, fault.code === 'connector_unavailable' ? NO_BANK : NO_ROUTE)
    return
  }
  const cleared = await clear(desk, payment, candidates[0])
  if (cleared === undefined) return
  await answered(
    runAttempts(desk, {
      payment: cleared,
      card,
      candidates,
      instance: PAYMENTS_PATH,
      arrivedAt: null,
      isRepeatable: false,
    }),
  )
}

/** The route it was taken in for, as long as routing still has it; else what routing says now. */
const routeOf = async (
  desk: PaymentDesk,
  payment: DuePayment,
  card: CardData,
): Promise<[Configuration, ...Configuration[]]> => {
  const [configurations, routing] = await Promise.all([
    desk.connectors.configurationsOf(payment.tenant_id),
    desk.connectors.routingOf(payment.tenant_id),
  ])
  const routes = card.number.use((cardNumber) =>
    chooseRoutes({ cardNumber, ...routeFacts(desk, payment) }, routing, configurations),
  )
  const kept = routes.find(({ candidates: [target] }) => target.id === payment.configuration_id)
  return kept?.candidates ?? takeRoute(desk, payment.tenant_id, routes)
}

const routeFacts = ({ house }: PaymentDesk, payment: DuePayment) => ({
  card_type: payment.card_type,
  card_brand: payment.card_brand,
  issuerBankCode: payment.issuer_bank_code,
  amount: payment.amount,
  currency: payment.currency,
  installment: payment.installment_count,
  operation: payment.operation_type,
  wanted: house.config.env === 'sandbox' ? payment.extra?.connector_configuration_id : undefined,
})

/** The durable word that it is on its way: from here on the bank is asked, and never sent it again. Undefined: somebody else was first. */
const clear = async (
  desk: PaymentDesk,
  payment: DuePayment,
  target: Configuration,
): Promise<DuePayment | undefined> => {
  const nowMs = desk.house.clock.ms()
  const moved = {
    status: 'processing' as const,
    configuration_id: target.id,
    connector_code: target.connectorCode,
    inquiry_count: 0,
  }
  const { status, ...place } = moved
  const leasedAt = readClocks()
  const isTaken = await desk.record({
    ...outcomeOfAttempt(payment, { trigger: 'clear' }, [], desk.recordContext(nowMs)),
    ...place,
    answer_status: null,
    answer_body: null,
    next_inquiry_at: isoTime(nowMs + INQUIRY_FIRST_MS),
    keeps_lease: true,
    history: { id: newId(nowMs), to: status, at: nowMs, message: 'Approved in a fraud review, sent to the bank' },
  })
  return isTaken ? { ...payment, ...moved, leasedAt } : undefined
}

const refuse = async (desk: PaymentDesk, payment: DuePayment, finding: Finding): Promise<void> => {
  await desk.record(outcomeOfAttempt(payment, finding, [], desk.recordContext(desk.house.clock.ms())))
}
const NO_BANK: Finding = {
  trigger: 'refuse',
  error_code: 'bank_system_error',
  error_message: 'Approved in a fraud review, but its bank stayed out of reach',
}
const NO_ROUTE: Finding = {
  trigger: 'refuse',
  error_code: 'config_error',
  error_message: 'Approved in a fraud review, but no connector configuration takes it',
}
const CARD_GONE: Finding = {
  trigger: 'refuse',
  error_code: 'payment_failed',
  error_message: 'The sealed card data of the payment is gone',
}

/** Nobody waits for the answer: a failure is a result like any other. */
const answered = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error) => {
    if (!(error instanceof Problem)) throw error
  })
