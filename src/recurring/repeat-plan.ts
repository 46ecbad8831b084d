/**
 * The second call with one Idempotency-Key: finds the plan the key belongs to, and returns the result of its first
 * payment.
 */
import type { Answer, Call } from '../access/endpoint.ts'
import { findHolder } from '../access/idempotency/idempotency-key.ts'
import { fingerprintRequest } from '../access/idempotency/request-fingerprint.ts'
import { respondWithStored } from '../payments/attempts/stored-answer.ts'
import { waitUntilResolved } from '../payments/attempts/wait-until-resolved.ts'
import { NO_BANK_FACTS } from '../payments/model/bank-facts.ts'
import { buildPaymentResult } from '../payments/model/payment-result.ts'
import { findPayment } from '../payments/model/payment-store.ts'
import type { PlanRow } from './model/plan-row.ts'
import { findPlanByKey, releasePlanKey } from './plan-store.ts'
import type { RecurringServices } from './recurring-services.ts'

export interface CreatedPlan {
  readonly plan: PlanRow
  /** The response of the first payment. */
  readonly answer: Answer
  readonly isRepeat: boolean
}

export interface PlanKey {
  readonly tenantId: string
  readonly merchantId: string
  /** Includes the operation, because the same key elsewhere is another request. */
  readonly key: string
  readonly fingerprint: Buffer
}

type KeyedCall = Pick<Call, 'idempotencyKey' | 'tenantId' | 'merchantId' | 'request' | 'runtime'> & { body: unknown }

export const toPlanKey = (call: KeyedCall, operation: 'payment' | 'plan'): PlanKey | null => {
  if (call.idempotencyKey === null) return null
  const { tenantId } = call
  const merchantId = call.merchantId as string // needsMerchant
  const fingerprint = fingerprintRequest(call)
  return { tenantId, merchantId, key: `${operation}:${call.idempotencyKey}`, fingerprint }
}

/** Returns undefined if the key is free. Throws for a different request. */
export const findPlanOfKey = (
  { payments: { runtime } }: Pick<RecurringServices, 'payments'>,
  claim: PlanKey,
): Promise<PlanRow | undefined> =>
  runtime.db.transaction({ of: claim.tenantId }, (tx) =>
    findHolder(
      tx,
      { find: () => findPlanByKey(tx, claim), release: releasePlanKey },
      { fingerprint: claim.fingerprint, nowMs: runtime.clock.ms() },
    ),
  )

export const respondToRepeat = async (
  services: Pick<RecurringServices, 'payments'>,
  plan: PlanRow,
): Promise<CreatedPlan> => ({ plan, answer: await respondWithFirst(services, plan), isRepeat: true })

/** Waits, because the plan exists for a moment before its first payment does. */
const respondWithFirst = async (
  { payments }: Pick<RecurringServices, 'payments'>,
  { tenant_id, first_payment_id }: PlanRow,
): Promise<Answer> => {
  const stored = await waitUntilResolved({
    read: () =>
      payments.runtime.db.transaction({ of: tenant_id }, (tx) => findPayment(tx, tenant_id, first_payment_id)),
    isOpen: (found) => found === undefined,
    running: () => undefined,
  })
  if (stored !== undefined) return respondWithStored(payments, tenant_id, first_payment_id)
  return { status: 202, body: buildPaymentResult({ ...NOT_YET, id: first_payment_id }) }
}

const NOT_YET = {
  status: 'created',
  refunded: 0,
  external_id: null,
  ...NO_BANK_FACTS,
  processed_ms: null,
} as const
