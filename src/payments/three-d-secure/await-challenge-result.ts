/** Waits while some process takes a challenged payment to the bank, and answers how it stands; after ten seconds the browser goes on. */
import { Problem } from '../../core/problem.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { findStored, type StoredPayment } from '../model/payment-store.ts'
import { settled } from '../attempts/wait-until-resolved.ts'

export const awaitSettled = (desk: PaymentDesk, tenantId: string, id: string): Promise<StoredPayment> =>
  settled({
    async read() {
      const stored = await desk.house.db.inTenant(tenantId, (tx) => findStored(tx, tenantId, id))
      if (stored === undefined) throw new Problem('payment_not_found')
      return stored
    },
    isOpen,
    running: () => desk.running.get(id),
  })

/** Somebody holds the lease: the outcome is on its way. */
const isOpen = ({ status, is_leased }: StoredPayment): boolean =>
  is_leased && (status === 'three_d_secure_init_processing' || status === 'three_d_secure_auth_processing')
