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
import type { RecurringPlanRow } from './model/recurring-plan-row.ts'
import { findRecurringPlanByKey, releaseRecurringPlanKey } from './recurring-plan-store.ts'
import type { RecurringServices } from './recurring-services.ts'

export interface CreatedRecurringPlan {
  readonly plan: RecurringPlanRow
  /** The response of the first payment. */
  readonly answer: Answer
  readonly isRepeat: boolean
}

export interface RecurringPlanKey {
  readonly tenantId: string
  readonly merchantId: string
  /** Includes the operation, because the same key elsewhere is another request. */
  readonly key: string
  readonly fingerprint: Buffer
}

type KeyedCall = Pick<Call, 'idempotencyKey' | 'tenantId' | 'merchantId' | 'request' | 'runtime'> & { body: unknown }

export const toRecurringPlanKey = (call: KeyedCall, operation: 'payment' | 'plan'): RecurringPlanKey | null => {
  if (call.idempotencyKey === null) return null
  const { tenantId } = call
  const merchantId = call.merchantId as string // needsMerchant
  const fingerprint = fingerprintRequest(call)
  return { tenantId, merchantId, key: `${operation}:${call.idempotencyKey}`, fingerprint }
}

/** Returns undefined if the key is free. Throws for a different request. */
export const findRecurringPlanOfKey = (
  { payments: { runtime } }: Pick<RecurringServices, 'payments'>,
  claim: RecurringPlanKey,
): Promise<RecurringPlanRow | undefined> =>
  runtime.db.transaction({ of: claim.tenantId }, (tx) =>
    findHolder(
      tx,
      { find: () => findRecurringPlanByKey(tx, claim), release: releaseRecurringPlanKey },
      { fingerprint: claim.fingerprint, nowMs: runtime.clock.ms() },
    ),
  )

export const respondToRepeat = async (
  services: Pick<RecurringServices, 'payments'>,
  plan: RecurringPlanRow,
): Promise<CreatedRecurringPlan> => ({ plan, answer: await respondWithFirst(services, plan), isRepeat: true })

/** Waits, because the plan exists for a moment before its first payment does. */
const respondWithFirst = async (
  { payments }: Pick<RecurringServices, 'payments'>,
  { tenant_id, first_payment_id }: RecurringPlanRow,
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
