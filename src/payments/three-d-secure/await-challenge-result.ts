/** Waits while some process sends a challenged payment to the bank, and returns its state; after ten seconds the browser continues. */
import { Problem } from '../../core/problem.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { waitUntilResolved } from '../attempts/wait-until-resolved.ts'
import { findStoredPayment, type StoredPayment } from '../model/payment-store.ts'

export const awaitChallengeResult = (services: PaymentServices, tenantId: string, id: string): Promise<StoredPayment> =>
  waitUntilResolved({
    async read() {
      const stored = await services.runtime.db.inTenant(tenantId, (tx) => findStoredPayment(tx, tenantId, id))
      if (stored === undefined) throw new Problem('payment_not_found')
      return stored
    },
    isOpen,
    running: () => services.running.get(id),
  })

/** A process holds the lease: the outcome is pending. */
const isOpen = ({ status, is_leased }: StoredPayment): boolean =>
  is_leased && (status === 'three_d_secure_init_processing' || status === 'three_d_secure_auth_processing')
