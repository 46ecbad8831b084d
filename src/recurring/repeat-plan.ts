/** The second call with one Idempotency-Key: finds the plan the key belongs to and answers with what became of its first payment. */
import { hash, timingSafeEqual } from 'node:crypto'
import type { Answer, Call } from '../access/endpoint.ts'
import { KEY_LIFE_MS } from '../access/pipeline/idempotency.ts'
import { maskCardNumber } from '../core/card-number.ts'
import { phrase } from '../core/phrases/phrase.ts'
import { Problem } from '../core/problem.ts'
import { respondWithStored } from '../payments/attempts/stored-answer.ts'
import { waitUntilResolved } from '../payments/attempts/wait-until-resolved.ts'
import { buildPaymentResult } from '../payments/model/payment-result.ts'
import { findPayment } from '../payments/model/payment-store.ts'
import type { PlanRow } from './model/plan-row.ts'
import { findPlanByKey, releasePlanKey } from './plan-store.ts'
import type { RecurringServices } from './recurring-services.ts'

export interface CreatedPlan {
  readonly plan: PlanRow
  /** Of the first payment. */
  readonly answer: Answer
  readonly isRepeat: boolean
}

export interface PlanKey {
  readonly tenantId: string
  readonly merchantId: string
  /** With the operation: the same key elsewhere is another request. */
  readonly key: string
  readonly fingerprint: Buffer
}

type KeyedCall = Pick<Call, 'idempotencyKey' | 'tenantId' | 'merchantId' | 'request' | 'runtime'> & { body: unknown }

export const toPlanKey = (call: KeyedCall, operation: 'payment' | 'plan'): PlanKey | null => {
  if (call.idempotencyKey === null) return null
  const { tenantId, runtime, request } = call
  const merchantId = call.merchantId as string // needsMerchant
  const body = call.body as { card: { number: string; cvv: string } }
  const masked = { ...body, card: { ...body.card, number: maskCardNumber(body.card.number), cvv: '***' } }
  const card = runtime.sealer.fingerprint(`card:${tenantId}`, body.card.number).toString('hex')
  // Keyed: a plain hash of a buyer's identity number could be guessed.
  const text = `${request.method}\n${request.url}\n${JSON.stringify(masked)}\n${card}`
  const fingerprint = hash('sha256', runtime.sealer.fingerprint(`plan:${tenantId}`, text), 'buffer')
  return { tenantId, merchantId, key: `${operation}:${call.idempotencyKey}`, fingerprint }
}

/** Undefined: the key is free, or free again after a day. Throws for another request. */
export const findHolder = async (
  { payments: { runtime } }: Pick<RecurringServices, 'payments'>,
  claim: PlanKey,
): Promise<PlanRow | undefined> => {
  const stored = await runtime.db.inTenant(claim.tenantId, (tx) => findPlanByKey(tx, claim))
  if (stored === undefined) return undefined
  if (runtime.clock.ms() - stored.created.getTime() >= KEY_LIFE_MS) {
    await runtime.db.inTenant(claim.tenantId, (tx) => releasePlanKey(tx, stored))
    return undefined
  }
  if (stored.fingerprint !== null && timingSafeEqual(stored.fingerprint, claim.fingerprint)) return stored
  throw new Problem('idempotency_key_in_use', {
    detail: phrase`This Idempotency-Key belongs to a plan with another body. Repeat that body, or use a new key for a new plan.`,
  })
}

export const respondToRepeat = async (
  services: Pick<RecurringServices, 'payments'>,
  plan: PlanRow,
): Promise<CreatedPlan> => ({ plan, answer: await respondWithFirst(services, plan), isRepeat: true })

/** Between the plan and its first payment there is a moment without it. */
const respondWithFirst = async (
  { payments }: Pick<RecurringServices, 'payments'>,
  { tenant_id, first_payment_id }: PlanRow,
): Promise<Answer> => {
  const stored = await waitUntilResolved({
    read: () => payments.runtime.db.inTenant(tenant_id, (tx) => findPayment(tx, tenant_id, first_payment_id)),
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
  provider_transaction_id: null,
  auth_code: null,
  host_reference: null,
  bank_code: null,
  error_code: null,
  error_message: null,
  processed_ms: null,
} as const
