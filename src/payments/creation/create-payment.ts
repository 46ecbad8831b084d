/**
 * The path of a new payment: its draft, the claim of its key together with the first write, and the effect of the fraud
 * decision.
 */
import type { Answer } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import { readClocks } from '../../infra/database/lease-age.ts'
import { toCaller } from '../attempts/caller.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { respondWithStored } from '../attempts/stored-answer.ts'
import { workUnderLease } from '../attempts/work-under-lease.ts'
import { returnToken } from '../card-tokens/use-card-token.ts'
import { chargeOnce } from '../charge/charge-once.ts'
import { draftPayment } from '../charge/draft-payment.ts'
import { paymentKind } from '../charge/payment-kind.ts'
import type { CreatePaymentCall } from '../model/payment-schemas.ts'
import { KEY_UNDECIDED_DETAIL } from '../model/payment-store.ts'
import { FIRST_FENCING, type PaymentDraft, type ReturnAddresses } from '../persistence/payment-draft.ts'
import { continuePayment } from './continue-payment.ts'
import { findKeyHolder, respondToRefusedDraft, respondToRepeat } from './repeat-payment.ts'

/** With addresses to return to, the shopper is challenged first. */
export const createPayment = async (
  services: PaymentServices,
  call: CreatePaymentCall,
  addresses: ReturnAddresses | null,
): Promise<Answer> => {
  let draft: PaymentDraft
  try {
    draft = await draftPayment(services, call, addresses)
  } catch (refusal) {
    return respondToRefusedDraft(services, call, paymentKind(addresses), refusal)
  }
  const { tenant_id, id } = draft.payment
  const claim = { tenant_id, id, fencing: FIRST_FENCING }
  return chargeOnce(call, () => workUnderLease(services, claim, () => prepareAndContinue(services, call, draft)))
}

/** Another caller can claim and release the key between our statements; give up after this many rounds. */
const KEY_TRIES_MAX = 5

const prepareAndContinue = async (
  services: PaymentServices,
  call: CreatePaymentCall,
  draft: PaymentDraft,
  tries = 1,
): Promise<Answer> => {
  const caller = toCaller(call.request, call.idempotencyKey !== null)
  const leasedAt = readClocks()
  const prepared = await services.records.prepare(draft)
  if (prepared !== 'key_taken' && !(prepared instanceof Problem))
    return continuePayment(services, draft, { ...prepared, leasedAt }, caller)
  const holder = await findKeyHolder(services, draft.payment)
  if (holder === 'free') {
    if (prepared instanceof Problem) {
      await returnToken(services.runtime, call, draft.payment)
      throw prepared
    }
    if (tries === KEY_TRIES_MAX) throw new Problem('service_unavailable', { detail: KEY_UNDECIDED_DETAIL })
    return prepareAndContinue(services, call, draft, tries + 1)
  }
  if (holder.id !== draft.payment.id) return respondToRepeat(services, { draft, holder, caller })
  // The row is our own; only the response of its commit was lost. It is as it was stored, unless another process has
  // taken it over.
  if (holder.fencing !== FIRST_FENCING) return respondWithStored(services, holder.tenant_id, holder.id, true)
  return continuePayment(services, draft, { ...holder, leasedAt }, caller)
}
