/** Chargebacks as payments see them; the module that stores them passes the reader in. */
import type { Tx } from '../../infra/database/database.ts'
import type { PaymentChargebacks, PaymentRow } from './payment.ts'

/**
 * Returns chargebacks by payment id; payments without any are absent. A decision must query them after locking the
 * payments, in the same flush, because a statement sees what was committed before it begins.
 */
export type FindChargebacks = (
  tx: Tx,
  payments: readonly { tenant_id: string; payment_id: string }[],
) => Promise<ReadonlyMap<string, PaymentChargebacks>>

/** Returns the payment with its {@link PaymentRow.chargebacks}. */
export const withChargebacks = (payment: PaymentRow, found: ReadonlyMap<string, PaymentChargebacks>): PaymentRow => {
  const chargebacks = found.get(payment.id)
  return chargebacks === undefined ? payment : { ...payment, chargebacks }
}
