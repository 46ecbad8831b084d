/** What every new payment does first: the rules, the claim of its key with the payment itself, and the answer to a repeat. */
import type { Answer } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import { type ClockReading, readClocks } from '../../infra/database/lease-age.ts'
import type { CreatePaymentCall } from '../model/payment-schemas.ts'
import { type Draft, draftPayment, type PaymentKind } from './draft-payment.ts'
import type { PaymentRow } from '../model/payment.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import type { StoredPayment } from '../model/payment-store.ts'
import { presentAnswer } from '../attempts/stored-answer.ts'
import { claimantOf, paymentOfKey, refuseOtherRequest } from './repeat-payment.ts'
import { isUnsent, takeUnsent, unsentProblem } from '../attempts/unsent-payment.ts'

export interface PaymentWork {
  kind: PaymentKind
  /** The payment is on disk and ours, under a lease no older than `leasedAt`. */
  run: (draft: Draft, leasedAt: ClockReading) => Promise<Answer>
}

const FIRST_FENCING = 1 // of a payment nobody has asked about

export const claimAndRun = async (desk: PaymentDesk, call: CreatePaymentCall, work: PaymentWork): Promise<Answer> => {
  const merchantId = call.merchantId as string // needsMerchant
  let draft: Draft
  try {
    draft = await draftPayment(desk, call, merchantId, work.kind)
  } catch (refusal) {
    // A repeat is answered by what is stored, also when the rules would refuse it by now.
    const known = await paymentOfKey(desk, call, merchantId, work.kind)
    if (known === undefined) throw refusal
    refuseOtherRequest(desk, call, known)
    if (isUnsent(known) && refusal instanceof Problem) throw stillUnsent(known, refusal)
    return presentAnswer(desk, known.tenant_id, known.id)
  }
  const { id } = draft.payment
  const running = desk.leases.during(id, () => prepareAndRun(desk, call, draft, work))
  desk.running.set(id, running)
  try {
    return await running
  } catch (error) {
    // Whatever was known of it did not reach the database: it is asked about like any other, without waiting for the lease.
    const fencing = draft.resumed?.fencing ?? FIRST_FENCING
    if (!(error instanceof Problem)) void desk.giveBack({ ...draft.payment, fencing })
    throw error
  } finally {
    desk.running.delete(id)
  }
}

const prepareAndRun = async (
  desk: PaymentDesk,
  call: CreatePaymentCall,
  draft: Draft,
  work: PaymentWork,
): Promise<Answer> => {
  const leasedAt = readClocks()
  const prepared = await desk.prepare(draft)
  if (prepared !== true) {
    // A repeat is answered by what is stored, also when a limit leaves no room for another payment.
    const claimant = await claimantOf(desk, draft.payment)
    if (claimant === 'free') {
      if (prepared instanceof Problem) throw prepared
      return prepareAndRun(desk, call, draft, work)
    }
    if (claimant.id !== draft.payment.id) {
      refuseOtherRequest(desk, call, claimant)
      return isUnsent(claimant)
        ? tryAnew(desk, draft, work, claimant)
        : presentAnswer(desk, claimant.tenant_id, claimant.id)
    }
    // Written by the earlier try. Held for review it is no longer ours: a decision may be under way.
    if (claimant.fencing !== FIRST_FENCING || !claimant.is_leased)
      return presentAnswer(desk, claimant.tenant_id, claimant.id, true)
    // Its verdict counts, whatever a second look would say.
    Object.assign(draft.payment, { verdict: claimant.verdict, status: claimant.status, history: claimant.history })
  }
  return work.run(draft, leasedAt)
}

/** Nothing of it was ever sent, and the rules do not let it go this time either. */
const stillUnsent = (stored: StoredPayment, refusal: Problem): Problem =>
  refusal.code === 'connector_unavailable'
    ? unsentProblem(stored)
    : new Problem(refusal.code, { ...refusal.extras, transaction_id: stored.id })

const resumedAs = ({ captured, refunded, attempt_no, fencing, sequence, inquiry_count, bank_code }: PaymentRow) => ({
  ...{ captured, refunded, attempt_no, fencing, sequence, inquiry_count, bank_code },
})

/** The same payment once more, on the card and the route of the request at hand. */
const tryAnew = (desk: PaymentDesk, draft: Draft, work: PaymentWork, stored: StoredPayment): Promise<Answer> =>
  desk.leases.during(stored.id, async () => {
    const { tenant_id, id } = stored
    const [target] = draft.candidates
    const { secure_type: secureType } = draft.payment
    const taking = { target, secureType, owner: desk.processNo, nowMs: desk.house.clock.ms() }
    const leasedAt = readClocks()
    const taken = await desk.house.db.inTenant(tenant_id, (tx) => takeUnsent(tx, stored, taking))
    if (taken === undefined) return presentAnswer(desk, tenant_id, id)
    const { verdict, status, history, correlation_id } = taken
    Object.assign(draft.payment, { id, verdict, status, history, correlation_id })
    const running = work.run(Object.assign(draft, { resumed: resumedAs(taken) }), leasedAt)
    desk.running.set(id, running)
    try {
      return await running
    } finally {
      desk.running.delete(id)
    }
  })
