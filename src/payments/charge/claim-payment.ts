/** The first steps of every new payment: the rules, the claim of its key with the payment itself, and the response to a repeat. */
import type { Answer } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import { type ClockReading, readClocks } from '../../infra/database/lease-age.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { respondWithStored } from '../attempts/stored-answer.ts'
import { claimUnsent, isUnsent, unsentPaymentProblem } from '../attempts/unsent-payment.ts'
import type { PaymentRow } from '../model/payment.ts'
import type { CreatePaymentCall } from '../model/payment-schemas.ts'
import type { StoredPayment } from '../model/payment-store.ts'
import { type Draft, draftPayment, type PaymentKind } from './draft-payment.ts'
import { findKeyHolder, findPaymentOfKey, refuseOtherPaymentRequest } from './repeat-payment.ts'

interface ChargeWork {
  kind: PaymentKind
  /** The payment is stored and ours, under a lease no older than `leasedAt`. */
  run: (draft: Draft, leasedAt: ClockReading) => Promise<Answer>
}

const FIRST_FENCING = 1 // of a payment without an inquiry

export const claimAndCharge = async (
  services: PaymentServices,
  call: CreatePaymentCall,
  work: ChargeWork,
): Promise<Answer> => {
  const merchantId = call.merchantId as string // needsMerchant
  let draft: Draft
  try {
    draft = await draftPayment(services, call, merchantId, work.kind)
  } catch (refusal) {
    // A repeat gets what is stored, even when the rules would refuse it by now.
    const known = await findPaymentOfKey(services, call, merchantId, work.kind)
    if (known === undefined) throw refusal
    refuseOtherPaymentRequest(services, call, known)
    if (isUnsent(known) && refusal instanceof Problem) throw stillUnsentProblem(known, refusal)
    return respondWithStored(services, known.tenant_id, known.id)
  }
  const { id } = draft.payment
  const running = services.leases.during(id, () => prepareAndRun(services, call, draft, work))
  services.running.set(id, running)
  try {
    return await running
  } catch (error) {
    // Its outcome did not reach the database: it is due for inquiry like any other, without waiting for the lease.
    const fencing = draft.resumed?.fencing ?? FIRST_FENCING
    if (!(error instanceof Problem)) void services.leases.release({ ...draft.payment, fencing })
    throw error
  } finally {
    services.running.delete(id)
  }
}

const prepareAndRun = async (
  services: PaymentServices,
  call: CreatePaymentCall,
  draft: Draft,
  work: ChargeWork,
): Promise<Answer> => {
  const leasedAt = readClocks()
  const prepared = await services.prepare(draft)
  if (prepared !== true) {
    // A repeat gets what is stored, even when a limit allows no further payment.
    const claimant = await findKeyHolder(services, draft.payment)
    if (claimant === 'free') {
      if (prepared instanceof Problem) throw prepared
      return prepareAndRun(services, call, draft, work)
    }
    if (claimant.id !== draft.payment.id) {
      refuseOtherPaymentRequest(services, call, claimant)
      return isUnsent(claimant)
        ? retryUnsent(services, draft, work, claimant)
        : respondWithStored(services, claimant.tenant_id, claimant.id)
    }
    // Written by the earlier attempt. Under review it is no longer ours: a decision may be in progress.
    if (claimant.fencing !== FIRST_FENCING || !claimant.is_leased)
      return respondWithStored(services, claimant.tenant_id, claimant.id, true)
    // Its decision stands, whatever a second screening would say.
    Object.assign(draft.payment, { verdict: claimant.verdict, status: claimant.status, history: claimant.history })
  }
  return work.run(draft, leasedAt)
}

/** It was never sent, and the rules refuse it this time too. */
const stillUnsentProblem = (stored: StoredPayment, refusal: Problem): Problem =>
  refusal.code === 'connector_unavailable'
    ? unsentPaymentProblem(stored)
    : new Problem(refusal.code, { ...refusal.extras, transaction_id: stored.id })

const toPaymentProgress = ({
  captured,
  refunded,
  attempt_no,
  fencing,
  sequence,
  inquiry_count,
  bank_code,
}: PaymentRow) => ({
  ...{ captured, refunded, attempt_no, fencing, sequence, inquiry_count, bank_code },
})

/** The same payment again, on the card and the route of the current request. */
const retryUnsent = (
  services: PaymentServices,
  draft: Draft,
  work: ChargeWork,
  stored: StoredPayment,
): Promise<Answer> =>
  services.leases.during(stored.id, async () => {
    const { tenant_id, id } = stored
    const [target] = draft.candidates
    const { secure_type: secureType } = draft.payment
    const taking = { target, secureType, owner: services.processNo, nowMs: services.runtime.clock.ms() }
    const leasedAt = readClocks()
    const taken = await services.runtime.db.inTenant(tenant_id, (tx) => claimUnsent(tx, stored, taking))
    if (taken === undefined) return respondWithStored(services, tenant_id, id)
    const { verdict, status, history, correlation_id } = taken
    Object.assign(draft.payment, { id, verdict, status, history, correlation_id })
    const running = work.run(Object.assign(draft, { resumed: toPaymentProgress(taken) }), leasedAt)
    services.running.set(id, running)
    try {
      return await running
    } finally {
      services.running.delete(id)
    }
  })
