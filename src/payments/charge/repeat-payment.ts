/** The second call with one Idempotency-Key: finds the payment the key belongs to and proves that it is the same request. */
import { timingSafeEqual } from 'node:crypto'
import { Problem } from '../../core/problem.ts'
import type { CreatePaymentCall } from '../model/payment-schemas.ts'
import { fingerprintOf, keyOf, type PaymentKind } from './draft-payment.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { findByKey, releaseKey, type StoredPayment } from '../model/payment-store.ts'
import type { NewPayment } from '../persistence/prepare-payments.ts'

const KEY_LIFE_MS = 24 * 3_600_000 // contract/README 18
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** The payment of the caller's key, when there is one and the key still counts. */
export const paymentOfKey = async (
  desk: PaymentDesk,
  call: CreatePaymentCall,
  merchantId: string,
  kind: PaymentKind,
): Promise<StoredPayment | undefined> => {
  if (call.idempotencyKey === null) return undefined
  const claim = {
    tenant_id: call.tenantId,
    merchant_id: merchantId,
    idempotency_key: keyOf(kind, call.idempotencyKey),
    id: NO_ID,
  }
  const stored = await desk.house.db.inTenant(call.tenantId, (tx) => findByKey(tx, claim))
  return stored === undefined || isOver(desk, stored) ? undefined : stored
}

/**
 * Why a new payment could not be inserted: `free` = the key was older than 24 hours and is free now; else the payment that
 * holds the key: with the same id it is our own, and only the answer of its commit was lost.
 */
export const claimantOf = async (desk: PaymentDesk, payment: NewPayment): Promise<StoredPayment | 'free'> => {
  const stored = await desk.house.db.inTenant(payment.tenant_id, (tx) => findByKey(tx, payment))
  if (stored === undefined) return 'free' // released by somebody else between the two statements
  if (stored.id === payment.id || !isOver(desk, stored)) return stored
  return (await desk.house.db.inTenant(stored.tenant_id, (tx) => releaseKey(tx, stored))) > 0 ? 'free' : stored
}

const isOver = (desk: PaymentDesk, stored: StoredPayment): boolean =>
  desk.house.clock.ms() - stored.created.getTime() >= KEY_LIFE_MS

export const refuseOtherRequest = (desk: PaymentDesk, call: CreatePaymentCall, stored: StoredPayment): void => {
  if (stored.fingerprint !== null && timingSafeEqual(stored.fingerprint, fingerprintOf(desk, call))) return
  throw new Problem('idempotency_key_in_use', {
    detail:
      'This Idempotency-Key belongs to a payment with another body. Repeat that body, or use a new key for a new payment.',
  })
}
