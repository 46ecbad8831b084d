/** From a draft to its outcome: the first write, then what follows the fraud decision. */
import type { Answer } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import type { ClockReading } from '../../infra/database/lease-age.ts'
import type { Caller } from '../attempts/caller.ts'
import { workUnderLease } from '../attempts/work-under-lease.ts'
import { findPayment } from '../model/payment-store.ts'
import { LINK_FENCING } from '../persistence/order-link-payments.ts'
import { FIRST_FENCING, type PaymentDraft } from '../persistence/payment-draft.ts'
import { type ChargingServices, continuePayment } from './continue-payment.ts'

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
  caller: Caller,
): Promise<Answer | 'known' | Problem> => {
  const { tenant_id, id, correlation_id } = draft.payment
  return workUnderLease(services, { tenant_id, id, fencing: FIRST_FENCING }, async () => {
    const prepared = await services.records.prepare(draft)
    if (prepared instanceof Problem) return prepared
    if (prepared !== 'key_taken') return continuePayment(services, draft, { ...prepared, leasedAt }, caller)
    const stored = await services.runtime.db.transaction({ of: tenant_id }, (tx) => findPayment(tx, tenant_id, id))
    const isOurs = stored?.correlation_id === correlation_id && stored.fencing === FIRST_FENCING
    return isOurs ? continuePayment(services, draft, { ...stored, leasedAt }, caller) : 'known'
  })
}

/** Does the same for the payment of an order link, which is already stored. */
export const chargeLink = (
  services: ChargingServices,
  draft: PaymentDraft,
  leasedAt: ClockReading,
  caller: Caller,
): Promise<Answer | 'known' | Problem> => {
  const { tenant_id, id } = draft.payment
  return workUnderLease(services, { tenant_id, id, fencing: LINK_FENCING }, async () => {
    const prepared = await services.records.prepareLink(draft)
    if (prepared instanceof Problem) return prepared
    return prepared === 'key_taken' ? 'known' : continuePayment(services, draft, { ...prepared, leasedAt }, caller)
  })
}
