/**
 * Reverses a charge that the bank has but we do not: it is returned at the bank because an operator decided so. Our
 * payment does not change.
 */
import type { PaymentOperation } from '../../connectors/attempt.ts'
import type { BankOrder } from '../../connectors/bank-order.ts'
import { money } from '../../core/money.ts'
import { readClocks } from '../../infra/database/lease-age.ts'
import { keepExchanges } from '../attempts/keep-exchanges.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { rebuildAttempt } from '../attempts/rebuild-attempt.ts'
import { toBankReference } from '../model/bank-reference.ts'
import type { PaymentRow } from '../model/payment.ts'
import { findPayment } from '../model/payment-store.ts'
import { findBankOrder } from '../queries/bank-order-record.ts'

type Services = Pick<PaymentServices, 'runtime' | 'banks'>

interface Charge {
  readonly tenantId: string
  readonly paymentId: string
  /**
   * Id of the refund that is sent if the bank can no longer void the charge; it stays the same however often this is
   * tried.
   */
  readonly operationId: string
}

/**
 * `carried_out` means that the bank holds no money of the charge any longer. `reference` is the bank's reference of the
 * reversal.
 */
export type Reversed = { done: 'carried_out' | 'failed'; outcome: string; reference: string | null }

export type ReverseCharge = (charge: Charge) => Promise<Reversed>
export type InquireCharge = (charge: Omit<Charge, 'operationId'>) => Promise<Reversed>

export const createInquireCharge =
  (services: Services): InquireCharge =>
  async (charge) => {
    const payment = await readPayment(services, charge)
    if (payment === undefined) return failed('the transaction is not known')
    const order = await findBankOrder(services, payment, undefined)
    if (order === 'no_answer') return failed('the bank does not answer about it')
    return carriedOut(order === 'not_found' ? 'the bank does not know it' : describeOrder(order))
  }

export const createReverseCharge =
  (services: Services): ReverseCharge =>
  async (charge) => {
    const payment = await readPayment(services, charge)
    if (payment?.operation_type === 'refund') return failed('a refund is no charge')
    if (payment?.status !== 'failed' && payment?.status !== 'canceled')
      return failed(`only a payment that failed or was canceled here is; this one is ${payment?.status ?? 'not known'}`)
    const order = await findBankOrder(services, payment, undefined)
    if (order === 'no_answer') return failed('the bank does not answer about it')
    if (order === 'not_found' || !holdsMoney(order))
      return carriedOut(
        order === 'not_found' ? 'the bank does not know it' : `nothing to give back: ${describeOrder(order)}`,
      )
    return voidOrRefund(services, payment, order, charge)
  }

const holdsMoney = ({ state, captured, refunded }: BankOrder): boolean =>
  state === 'authorized' || (state === 'captured' && captured > refunded)

/** Voids the charge if the bank still allows it, otherwise refunds it. */
const voidOrRefund = async (
  services: Services,
  payment: PaymentRow,
  order: BankOrder,
  { operationId }: Charge,
): Promise<Reversed> => {
  const made = await rebuildAttempt(services, payment)
  if (made === undefined) return failed('its configuration was deleted, or no connector serves its bank')
  const { connector, attempt } = made
  const { connectors } = services.banks
  if (order.refunded === 0) {
    const { reversal, exchanges } = await connectors.reverse(connector, attempt, readClocks())
    await keepExchanges(services, payment, exchanges, { kind: 'not_found' })
    if (reversal === 'reversed') return carriedOut('voided at the bank')
  }
  if (order.state !== 'captured' || connector.operate === undefined || !connector.capabilities.operations.refund)
    return failed('the bank voids it no more, and refunds nothing of it')
  const refund: PaymentOperation = {
    operation: 'refund',
    tenantId: payment.tenant_id,
    transactionId: payment.id,
    reference: toBankReference({ id: operationId, key_reference: null }, 1),
    amount: money(order.captured - order.refunded, payment.currency),
    original: {
      operation: attempt.operation === 'pre_auth' ? 'pre_auth' : 'sale',
      reference: attempt.reference,
      references: order.references,
      amount: attempt.amount,
      installments: attempt.installments,
      model: attempt.model,
      captured: order.captured,
      refunded: order.refunded,
      approvedAt: payment.created.getTime(),
    },
    buyerIp: payment.ip_address,
    extra: {},
    configuration: attempt.configuration,
  }
  const { outcome, exchanges } = await connectors.sendOperation(connector, refund, readClocks())
  await keepExchanges(services, payment, exchanges, { kind: 'not_found' })
  if (outcome.kind !== 'approved') return failed(`the refund at the bank ended ${outcome.kind}; ask again`)
  return carriedOut('refunded at the bank', outcome.references.providerTransactionId)
}

const readPayment = ({ runtime }: Services, { tenantId, paymentId }: Pick<Charge, 'tenantId' | 'paymentId'>) =>
  runtime.db.transaction({ of: tenantId }, (tx) => findPayment(tx, tenantId, paymentId))

const describeOrder = ({ state, captured, refunded }: BankOrder): string =>
  `at the bank it is ${state}, captured ${captured}, refunded ${refunded}`
const carriedOut = (outcome: string, reference: string | null = null): Reversed => ({
  done: 'carried_out',
  outcome,
  reference,
})
const failed = (outcome: string): Reversed => ({ done: 'failed', outcome, reference: null })
