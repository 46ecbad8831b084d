/** From a draft to its outcome: the first write, then the bank for a payment that the fraud rules approve. */
import type { Answer } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import type { ClockReading, Leased } from '../../infra/database/lease-age.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { runAttempts } from '../attempts/run-attempts.ts'
import { respondWithStored } from '../attempts/stored-answer.ts'
import { workUnderLease } from '../attempts/work-under-lease.ts'
import { refusePayment } from '../charge/refuse-payment.ts'
import { findPayment } from '../model/payment-store.ts'
import { LINK_FENCING } from '../persistence/order-link-payments.ts'
import { FIRST_FENCING, type PaymentDraft } from '../persistence/payment-draft.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import type { Continue } from './repeat-payment.ts'

type ChargingServices = Pick<PaymentServices, 'runtime' | 'banks' | 'records' | 'leases'>

interface Caller {
  path: string
  /** Real time in ms; null if no caller waits. */
  arrivedAt: number | null
  /** The same request may come again, so an unsent payment waits for it. */
  isRepeatable: boolean
}

/** Applies the fraud decision to a stored payment without 3D Secure that this process holds. */
export const chargePrepared = (
  services: ChargingServices,
  draft: PaymentDraft,
  payment: Leased<PreparedPayment>,
  { path, arrivedAt, isRepeatable }: Caller,
): Promise<Answer> => {
  const { verdict, status, tenant_id, id } = payment
  if (verdict === 'block' || verdict === 'challenge') return refusePayment(services, { path, arrivedAt }, payment)
  // The payment is under review, another process has released it meanwhile, or its date is in the future.
  if (status === 'created') return respondWithStored(services, tenant_id, id, true)
  const { card, candidates } = draft
  return runAttempts(services, { payment, card, candidates, instance: path, arrivedAt, isRepeatable })
}

/**
 * Creates and charges a payment whose id others may know. `known` means that another process has created it, and only
 * that process continues. If only the response of our commit was lost, the payment is ours: no other process uses our
 * correlation id. A problem means that a limit is reached and nothing is stored.
 */
export const chargeDraft = (
  services: ChargingServices,
  draft: PaymentDraft,
  /** Read before the check that allowed this payment, so that it is sent only shortly after that. */
  leasedAt: ClockReading,
  goOn: Continue,
): Promise<Answer | 'known' | Problem> => {
  const { tenant_id, id, correlation_id } = draft.payment
  return workUnderLease(services, { tenant_id, id, fencing: FIRST_FENCING }, async () => {
    const prepared = await services.records.prepare(draft)
    if (prepared instanceof Problem) return prepared
    if (prepared !== 'key_taken') return goOn(draft, { ...prepared, leasedAt })
    const stored = await services.runtime.db.inTenant(tenant_id, (tx) => findPayment(tx, tenant_id, id))
    const isOurs = stored?.correlation_id === correlation_id && stored.fencing === FIRST_FENCING
    return isOurs ? goOn(draft, { ...stored, leasedAt }) : 'known'
  })
}

/** Does the same for the payment of an order link, which is already stored. */
export const chargeLink = (
  services: ChargingServices,
  draft: PaymentDraft,
  leasedAt: ClockReading,
  goOn: Continue,
): Promise<Answer | 'known' | Problem> => {
  const { tenant_id, id } = draft.payment
  return workUnderLease(services, { tenant_id, id, fencing: LINK_FENCING }, async () => {
    const prepared = await services.records.prepareLink(draft)
    if (prepared instanceof Problem) return prepared
    return prepared === 'key_taken' ? 'known' : goOn(draft, { ...prepared, leasedAt })
  })
}
