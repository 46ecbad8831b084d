/** Chargebacks as payments see them; who keeps them passes the reader in. */
import type { Tx } from '../../infra/database/database.ts'
import type { PaymentChargebacks, PaymentRow } from './payment.ts'

/**
 * By payment id, those without any absent. Where something is decided by it, it is asked behind the payments' lock, in the same flush:
 * a statement sees what was committed before it begins.
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
