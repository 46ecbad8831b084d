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

/** Fills {@link PaymentRow.chargebacks}. */
export const setChargebacks = (
  payments: ReadonlyMap<string, PaymentRow>,
  found: ReadonlyMap<string, PaymentChargebacks>,
): void => {
  for (const [id, chargebacks] of found) {
    const payment = payments.get(id)
    if (payment !== undefined) payment.chargebacks = chargebacks
  }
}
