/**
 * Tasks of the inquiry job for a payment that waits for the answer to an offer; the bank does not know the payment yet.
 */
import type { Leased } from '../../infra/database/lease-age.ts'
import type { PaymentServices, StepServices } from '../attempts/payment-services.ts'
import { asksForConversion, findOpenOffer, isAnswered } from '../model/conversion.ts'
import { findOffer } from '../model/conversion-store.ts'
import type { OfferedTerms } from '../model/conversion-terms.ts'
import type { PaymentRow } from '../model/payment.ts'
import { mayWait, waitForAnswer } from './announce-offer.ts'
import { endOffer } from './end-offer.ts'

/**
 * Returns false for an ordinary attempt, about which the bank has to be asked. This process holds the payment's lease.
 */
export const resolveDueOffer = async (services: StepServices, payment: Leased<PaymentRow>): Promise<boolean> => {
  if (payment.status !== 'processing' || !asksForConversion(payment) || isAnswered(payment.history)) return false
  const open = findOpenOffer(payment)
  const offered = open ?? (await findUnannounced(services, payment))
  if (offered === undefined) return false
  const nowMs = services.runtime.clock.ms()
  if (nowMs >= offered.expires) await endOffer(services, payment)
  else await waitForAnswer(services, payment, offered, open === undefined ? {} : { changes: { history: null } })
  return true
}

/** Finds offers whose process died before it could ask the shopper. */
const findUnannounced = async (
  { runtime }: Pick<PaymentServices, 'runtime'>,
  payment: PaymentRow,
): Promise<OfferedTerms | undefined> => {
  if (!mayWait(payment)) return undefined
  const { tenant_id, id } = payment
  const offer = await runtime.db.transaction({ of: tenant_id }, (tx) => findOffer(tx, tenant_id, id))
  if (offer === undefined) return undefined
  const { currency, amount, rate, markup_percent, expires_at } = offer
  return { currency, amount, rate, markup_percent, expires: expires_at.getTime() }
}
