/**
 * The second call with one Idempotency-Key: finds the payment the key belongs to, checks that it is the same request,
 * and responds with what is stored.
 */
import type { Answer } from '../../access/endpoint.ts'
import { isFree, refuseOtherRequest } from '../../access/idempotency/idempotency-key.ts'
import { ZERO_ID } from '../../core/id.ts'
import { Problem } from '../../core/problem.ts'
import { readClocks } from '../../infra/database/lease-age.ts'
import type { Caller } from '../attempts/caller.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { respondWithStored } from '../attempts/stored-answer.ts'
import { claimUnsent, isUnsent, unsentPaymentProblem } from '../attempts/unsent-payment.ts'
import { workUnderLease } from '../attempts/work-under-lease.ts'
import { fingerprintPaymentRequest } from '../charge/payment-fingerprint.ts'
import { type PaymentKind, toPaymentKey } from '../charge/payment-kind.ts'
import type { PaymentRow } from '../model/payment.ts'
import type { CreatePaymentCall } from '../model/payment-schemas.ts'
import { dropEmptyClaim, findPaymentByKey, releaseKey } from '../model/payment-store.ts'
import { keepOffer } from '../persistence/keep-offer.ts'
import type { PaymentDraft } from '../persistence/payment-draft.ts'
import { type ChargingServices, continuePayment } from './continue-payment.ts'

/** Responds when the rules refuse the request: a repeat gets what is stored nevertheless. */
export const respondToRefusedDraft = async (
  services: Pick<PaymentServices, 'runtime' | 'leases'>,
  call: CreatePaymentCall,
  kind: PaymentKind,
  refusal: unknown,
): Promise<Answer> => {
  const storedPayment = await findPaymentOfKey(services, call, kind)
  if (storedPayment === undefined) throw refusal
  refuseOtherRequest(storedPayment.fingerprint, fingerprintPaymentRequest(call))
  if (isUnsent(storedPayment) && refusal instanceof Problem) throw stillUnsentProblem(storedPayment, refusal)
  return respondWithStored(services, storedPayment.tenant_id, storedPayment.id)
}

/**
 * Responds when another payment holds the key. One that was never sent is tried again, with the card and the route of
 * this request.
 */
export const respondToRepeat = async (
  services: ChargingServices,
  { draft, holder, caller }: { draft: PaymentDraft; holder: PaymentRow; caller: Caller },
): Promise<Answer> => {
  refuseOtherRequest(holder.fingerprint, draft.payment.fingerprint)
  const { tenant_id, id } = holder
  if (!isUnsent(holder)) return respondWithStored(services, tenant_id, id)
  return services.leases.during(id, async () => {
    const [target] = draft.candidates
    const { secure_type: secureType } = draft.payment
    const claim = { target, secureType, owner: services.leases.processNo, nowMs: services.runtime.clock.ms() }
    await keepOffer(services.runtime.db, draft, id)
    const leasedAt = readClocks()
    const taken = await services.runtime.db.transaction({ of: tenant_id }, (tx) => claimUnsent(tx, holder, claim))
    if (taken === undefined) return respondWithStored(services, tenant_id, id)
    const { correlation_id, key_reference } = taken // of its own day
    const resumed = { ...taken, ...draft.payment, id, correlation_id, key_reference, leasedAt }
    return workUnderLease(services, taken, () => continuePayment(services, draft, resumed, caller))
  })
}

/** Returns the problem of a payment that was never sent and that the rules refuse again. */
const stillUnsentProblem = (stored: PaymentRow, refusal: Problem): Problem =>
  refusal.code === 'connector_unavailable'
    ? unsentPaymentProblem(stored)
    : new Problem(refusal.code, { ...refusal.extras, transaction_id: stored.id })

/** Returns the payment of the caller's key, if there is one and the key has not expired. */
const findPaymentOfKey = async (
  services: Pick<PaymentServices, 'runtime'>,
  call: CreatePaymentCall,
  kind: PaymentKind,
): Promise<PaymentRow | undefined> => {
  if (call.idempotencyKey === null) return undefined
  const claim = {
    tenant_id: call.tenantId,
    merchant_id: call.merchantId as string, // needsMerchant
    idempotency_key: toPaymentKey(kind, call.idempotencyKey),
    id: ZERO_ID,
  }
  const stored = await services.runtime.db.transaction({ of: call.tenantId }, (tx) => findPaymentByKey(tx, claim))
  return stored === undefined || isFree(stored.created, services.runtime.clock.ms()) ? undefined : stored
}

/**
 * Returns why a new payment could not be inserted. `free` means that the key was older than 24 hours and is free now;
 * otherwise it is the payment that holds the key. If that has the same id it is our own, and only the response of its
 * commit was lost.
 */
export const findKeyHolder = async (
  services: Pick<PaymentServices, 'runtime'>,
  payment: PaymentDraft['payment'],
): Promise<PaymentRow | 'free'> => {
  const stored = await services.runtime.db.transaction({ of: payment.tenant_id }, (tx) => findPaymentByKey(tx, payment))
  if (stored === undefined) {
    // Another process released it between the two statements.
    await services.runtime.db.transaction({ of: payment.tenant_id }, (tx) => dropEmptyClaim(tx, payment))
    return 'free'
  }
  if (stored.id === payment.id || !isFree(stored.created, services.runtime.clock.ms())) return stored
  return (await services.runtime.db.transaction({ of: stored.tenant_id }, (tx) => releaseKey(tx, stored))) > 0
    ? 'free'
    : stored
}
