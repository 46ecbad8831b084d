/** What every new payment does first: the rules, the claim of its key with the payment itself, and the answer to a repeat. */
import type { Answer } from '../access/endpoint.ts'
import { Problem } from '../core/problem.ts'
import { type ClockReading, readClocks } from '../infra/rows/lease-age.ts'
import type { CreatePaymentCall } from './create-payment-schema.ts'
import { type Draft, draftPayment, type PaymentKind } from './draft-payment.ts'
import type { PaymentDesk } from './payment-desk.ts'
import type { StoredPayment } from './payment-store.ts'
import { answerOf, presentAnswer } from './present-answer.ts'
import { claimantOf, paymentOfKey, refuseOtherRequest } from './repeat-payment.ts'

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
    return answerRepeat(desk, call, known)
  }
  const { id } = draft.payment
  const running = desk.leases.during(id, () => prepareAndRun(desk, call, draft, work))
  desk.running.set(id, running)
  try {
    return await running
  } catch (error) {
    // Whatever was known of it did not reach the database: it is asked about like any other, without waiting for the lease.
    if (!(error instanceof Problem)) void desk.giveBack({ ...draft.payment, fencing: FIRST_FENCING })
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
    if (claimant.id !== draft.payment.id) return answerRepeat(desk, call, claimant)
    // Written by the earlier try. Held for review it is answered already, and no longer ours: a decision may be under way.
    if (claimant.answer_status !== null) return answerOf(claimant)
    // Its verdict counts, whatever a second look would say.
    Object.assign(draft.payment, { verdict: claimant.verdict, status: claimant.status, history: claimant.history })
  }
  return work.run(draft, leasedAt)
}

const answerRepeat = (desk: PaymentDesk, call: CreatePaymentCall, stored: StoredPayment): Promise<Answer> => {
  refuseOtherRequest(desk, call, stored)
  return presentAnswer(desk, stored.tenant_id, stored.id)
}
