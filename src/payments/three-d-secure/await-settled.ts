/** Waits while some process takes a challenged payment to the bank, and answers how it stands. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../core/problem.ts'
import type { PaymentDesk } from '../payment-desk.ts'
import { findStored, type StoredPayment } from '../payment-store.ts'

const WAIT_MAX_MS = 10_000
const POLL_MS = 100

/** At most ten seconds; the browser goes on then, and the shop reads the rest by itself. */
export const awaitSettled = async (desk: PaymentDesk, tenantId: string, id: string): Promise<StoredPayment> => {
  for (const end = Date.now() + WAIT_MAX_MS; ; ) {
    const stored = await desk.house.db.inTenant(tenantId, (tx) => findStored(tx, tenantId, id))
    if (stored === undefined) throw new Problem('payment_not_found')
    if (!isUnderWay(stored) || Date.now() > end) return stored
    const own = desk.running.get(id)
    await (own
      ? Promise.race([own.catch(() => undefined), sleep(Math.max(0, end - Date.now()), undefined, { ref: false })])
      : sleep(POLL_MS))
  }
}

/** Somebody holds the lease: the outcome is on its way. */
const isUnderWay = ({ status, is_leased }: StoredPayment): boolean =>
  is_leased && (status === 'three_d_secure_init_processing' || status === 'three_d_secure_auth_processing')
