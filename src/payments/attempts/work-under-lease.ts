/** One call's work on a payment it holds; repeats of the key wait for it. */
import { Problem } from '../../core/problem.ts'
import type { PaymentServices } from './payment-services.ts'
import { trackRunning } from './track-running.ts'

export const workUnderLease = async <T>(
  { leases }: Pick<PaymentServices, 'leases'>,
  claim: Parameters<PaymentServices['leases']['release']>[0],
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await trackRunning(leases.running, claim.id, leases.during(claim.id, work))
  } catch (error) {
    // The outcome did not reach the database, so the payment is due for inquiry like any other, without waiting for the
    // lease to expire.
    if (!(error instanceof Problem)) void leases.release(claim)
    throw error
  }
}
