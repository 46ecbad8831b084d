/**
 * Waits while a process sends a challenged payment to the bank, and returns its state; after ten seconds the browser
 * continues without it.
 */
import { Problem } from '../../core/problem.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { waitUntilResolved } from '../attempts/wait-until-resolved.ts'
import type { PaymentRow } from '../model/payment.ts'
import { findPayment } from '../model/payment-store.ts'

export const awaitChallengeResult = (
  services: Pick<PaymentServices, 'runtime' | 'leases'>,
  tenantId: string,
  id: string,
): Promise<PaymentRow> =>
  waitUntilResolved({
    async read() {
      const stored = await services.runtime.db.inTenant(tenantId, (tx) => findPayment(tx, tenantId, id))
      if (stored === undefined) throw new Problem('payment_not_found')
      return stored
    },
    isOpen,
    running: () => services.leases.running.get(id),
  })

/** Returns whether a process holds the lease, so that the outcome is pending. */
const isOpen = ({ status, is_leased }: PaymentRow): boolean =>
  is_leased === true && (status === 'three_d_secure_init_processing' || status === 'three_d_secure_auth_processing')
