/**
 * The path of a new payment: its draft, the claim of its key together with the first write, and the effect of the fraud
 * decision.
 */
import type { Answer } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import { readClocks } from '../../infra/database/lease-age.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { respondWithStored } from '../attempts/stored-answer.ts'
import { workUnderLease } from '../attempts/work-under-lease.ts'
import { returnToken } from '../card-tokens/use-card-token.ts'
import { chargeOnce } from '../charge/charge-once.ts'
import { draftPayment, type PaymentKind } from '../charge/draft-payment.ts'
import { refusePayment } from '../charge/refuse-payment.ts'
import { askBeforeCharge } from '../conversions/announce-offer.ts'
import type { CreatePaymentCall } from '../model/payment-schemas.ts'
import { KEY_UNDECIDED_DETAIL } from '../model/payment-store.ts'
import { FIRST_FENCING, type PaymentDraft } from '../persistence/payment-draft.ts'
import { beginChallenge } from '../three-d-secure/begin-challenge.ts'
import type { FormCache } from '../three-d-secure/pages/form-cache.ts'
import { readReturnUrls } from '../three-d-secure/return-urls.ts'
import type { Init3DCall } from '../three-d-secure/three-d-schemas.ts'
import { chargePrepared } from './charge-draft.ts'
import { type Continue, findKeyHolder, respondToRefusedDraft, respondToRepeat } from './repeat-payment.ts'

/** Charges without 3D Secure. */
export const chargeCard = (services: PaymentServices, call: CreatePaymentCall): Promise<Answer> =>
  createPayment(services, call, { kind: 'plain', addresses: null }, (draft, payment) =>
    chargePrepared(services, draft, payment, {
      path: call.request.path,
      arrivedAt: call.request.arrivedAt,
      isRepeatable: call.idempotencyKey !== null,
    }),
  )

/** Starts 3D Secure: unless the rules say `block`, the shopper is challenged first. */
export const startThreeD = (services: PaymentServices, forms: FormCache, call: Init3DCall): Promise<Answer> => {
  const addresses = readReturnUrls(services.runtime.config, call.body)
  return createPayment(services, call, { kind: '3d', addresses }, (draft, payment) =>
    payment.verdict === 'block'
      ? refusePayment(services, call.request, payment)
      : beginChallenge(services, forms, { call, draft, payment, addresses }),
  )
}

const createPayment = async (
  services: PaymentServices,
  call: CreatePaymentCall,
  { kind, addresses }: { kind: PaymentKind; addresses: { return_url: string; cancel_url: string | null } | null },
  charge: Continue,
): Promise<Answer> => {
  const goOn = askBeforeCharge(services, call.request, charge)
  let draft: PaymentDraft
  try {
    draft = await draftPayment(services, call, kind, addresses)
  } catch (refusal) {
    return respondToRefusedDraft(services, call, kind, refusal)
  }
  const { tenant_id, id } = draft.payment
  const claim = { tenant_id, id, fencing: FIRST_FENCING }
  return chargeOnce(call, () => workUnderLease(services, claim, () => prepareAndContinue(services, call, draft, goOn)))
}

/** Another caller can claim and release the key between our statements; give up after this many rounds. */
const KEY_TRIES_MAX = 5

const prepareAndContinue = async (
  services: Pick<PaymentServices, 'runtime' | 'records' | 'leases'>,
  call: CreatePaymentCall,
  draft: PaymentDraft,
  goOn: Continue,
  tries = 1,
): Promise<Answer> => {
  const leasedAt = readClocks()
  const prepared = await services.records.prepare(draft)
  if (prepared !== 'key_taken' && !(prepared instanceof Problem)) return goOn(draft, { ...prepared, leasedAt })
  const holder = await findKeyHolder(services, draft.payment)
  if (holder === 'free') {
    if (prepared instanceof Problem) {
      await returnToken(services.runtime, call, draft.payment)
      throw prepared
    }
    if (tries === KEY_TRIES_MAX) throw new Problem('service_unavailable', { detail: KEY_UNDECIDED_DETAIL })
    return prepareAndContinue(services, call, draft, goOn, tries + 1)
  }
  if (holder.id !== draft.payment.id) return respondToRepeat(services, { draft, holder, goOn })
  // The row is our own; only the response of its commit was lost. It is as it was stored, unless another process has
  // taken it over.
  if (holder.fencing !== FIRST_FENCING) return respondWithStored(services, holder.tenant_id, holder.id, true)
  return goOn(draft, { ...holder, leasedAt })
}
