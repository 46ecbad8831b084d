/** The second call with one Idempotency-Key: finds the payment the key belongs to and proves that it is the same request. */
import { timingSafeEqual } from 'node:crypto'
import { Problem } from '../../core/problem.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import type { CreatePaymentCall } from '../model/payment-schemas.ts'
import { findPaymentByKey, releaseKey, type StoredPayment } from '../model/payment-store.ts'
import type { NewPayment } from '../persistence/prepare-payments.ts'
import { type PaymentKind, toPaymentKey } from './draft-payment.ts'
import { fingerprintPaymentRequest } from './payment-fingerprint.ts'

const KEY_LIFE_MS = 24 * 3_600_000 // docs/interface/requests.md#idempotency
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** The payment of the caller's key, when there is one and the key has not expired. */
export const findPaymentOfKey = async (
  services: PaymentServices,
  call: CreatePaymentCall,
  merchantId: string,
  kind: PaymentKind,
): Promise<StoredPayment | undefined> => {
  if (call.idempotencyKey === null) return undefined
  const claim = {
    tenant_id: call.tenantId,
    merchant_id: merchantId,
    idempotency_key: toPaymentKey(kind, call.idempotencyKey),
    id: NO_ID,
  }
  const stored = await services.runtime.db.inTenant(call.tenantId, (tx) => findPaymentByKey(tx, claim))
  return stored === undefined || isExpired(services, stored) ? undefined : stored
}

/**
 * Why a new payment could not be inserted: `free` = the key was older than 24 hours and is free now; else the payment that
 * holds the key: with the same id it is our own, and only the response of its commit was lost.
 */
export const findKeyHolder = async (
  services: PaymentServices,
  payment: NewPayment,
): Promise<StoredPayment | 'free'> => {
  const stored = await services.runtime.db.inTenant(payment.tenant_id, (tx) => findPaymentByKey(tx, payment))
  if (stored === undefined) return 'free' // released by another process between the two statements
  if (stored.id === payment.id || !isExpired(services, stored)) return stored
  return (await services.runtime.db.inTenant(stored.tenant_id, (tx) => releaseKey(tx, stored))) > 0 ? 'free' : stored
}

const isExpired = (services: PaymentServices, stored: StoredPayment): boolean =>
  services.runtime.clock.ms() - stored.created.getTime() >= KEY_LIFE_MS

export const refuseOtherPaymentRequest = (
  services: PaymentServices,
  call: CreatePaymentCall,
  stored: StoredPayment,
): void => {
  if (stored.fingerprint !== null && timingSafeEqual(stored.fingerprint, fingerprintPaymentRequest(services, call)))
    return
  throw new Problem('idempotency_key_in_use', {
    detail:
      'This Idempotency-Key belongs to a payment with another body. Repeat that body, or use a new key for a new payment.',
  })
}
