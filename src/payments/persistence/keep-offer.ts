/** Stores the offer of a payment before the payment itself, so that no payment ever waits without its offer. */
import type { Database } from '../../infra/database/database.ts'
import { insertOffer } from '../model/conversion-store.ts'
import type { PaymentDraft } from './payment-draft.ts'

/** `paymentId` is the id of a payment that is already stored and is tried again. */
export const keepOffer = async (
  db: Database,
  { payment, offer, addresses }: Pick<PaymentDraft, 'payment' | 'offer' | 'addresses'>,
  paymentId = payment.id,
): Promise<void> => {
  if (offer === undefined) return
  const { tenant_id, merchant_id, created } = payment
  const row = {
    ...offer.terms,
    tenant_id,
    payment_id: paymentId,
    merchant_id,
    expires_at: new Date(offer.expires),
    return_url: addresses?.return_url ?? null,
    cancel_url: addresses?.cancel_url ?? null,
    created: new Date(created),
  }
  await db.transaction({ of: tenant_id }, (tx) => insertOffer(tx, row))
}
