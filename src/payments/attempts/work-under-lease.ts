/** One call's work on a payment it holds; repeats of the key wait for it. */
import { Problem } from '../../core/problem.ts'
import type { PaymentServices } from './payment-services.ts'

export const workUnderLease = async <T>(
  services: Pick<PaymentServices, 'leases'>,
  claim: Parameters<PaymentServices['leases']['release']>[0],
  work: () => Promise<T>,
): Promise<T> => {
  const running = services.leases.during(claim.id, work)
  services.leases.running.set(claim.id, running)
  try {
    return await running
  } catch (error) {
    // The outcome did not reach the database, so the payment is due for inquiry like any other, without waiting for the
    // lease to expire.
    if (!(error instanceof Problem)) void services.leases.release(claim)
    throw error
  } finally {
    services.leases.running.delete(claim.id)
  }
}
