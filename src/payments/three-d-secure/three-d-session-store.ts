/** SQL of 3D Secure sessions, and of the transitions that change a payment and its session together. */
import type { Holder } from '../../access/idempotency/idempotency-key.ts'
import type { Outcome } from '../../connectors/attempt.ts'
import type { Authentication } from '../../connectors/three-d-secure.ts'
import { isoTime } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { LEASE_END, LEASE_IS_FREE } from '../../infra/database/due-work/leased-table.ts'
import { type Leased, readClocks } from '../../infra/database/lease-age.ts'
import { INQUIRY_FIRST_MS } from '../model/inquiry-schedule.ts'
import type { PaymentRow } from '../model/payment.ts'
import type { StoredStep } from '../model/payment-steps.ts'
import { PAYMENT_COLUMNS } from '../model/payment-store.ts'
import type { NewSession, ThreeDSession } from './three-d-session.ts'

/** An existing row is our own, written by a commit whose response was lost. */
export const insertSession = (tx: Tx, session: NewSession): Promise<number> =>
  tx.execute(
    `insert into three_d_sessions (tenant_id, payment_id, merchant_id, model, state_sealed, return_url, cancel_url,
       is_manual, expires_at, created, last_modified)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) on conflict do nothing`,
    [
      session.tenant_id,
      session.payment_id,
      session.merchant_id,
      session.model,
      session.state_sealed,
      session.return_url,
      session.cancel_url,
      session.is_manual,
      session.expires_at,
      session.created,
    ],
  )

export const findSession = async (tx: Tx, tenantId: string, paymentId: string): Promise<ThreeDSession | undefined> => {
  const rows = await tx.query<ThreeDSession>(
    'select * from three_d_sessions where tenant_id = $1 and payment_id = $2',
    [tenantId, paymentId],
    'find-three-d-session',
  )
  return rows[0]
}

/** Searches one merchant, or all in scope; returns the most recent session that holds the key. */
export const findCompletionByKey = async (
  tx: Tx,
  { tenantId, merchantId, key }: CompletionKey,
): Promise<(Holder & { payment_id: string }) | undefined> => {
  const rows = await tx.query<Holder & { payment_id: string }>(
    `select payment_id, completion_fingerprint as fingerprint, last_modified as created from three_d_sessions
      where tenant_id = $1 and completion_key = $3 and ($2::uuid is null or merchant_id = $2)
      order by last_modified desc limit 1`,
    [tenantId, merchantId, key],
  )
  return rows[0]
}

/** Releases the key from this holder and older ones. */
export const releaseCompletionKey = (
  tx: Tx,
  { tenantId, merchantId, key }: CompletionKey,
  { created }: Holder,
): Promise<number> =>
  tx.execute(
    `update three_d_sessions set completion_key = null
      where tenant_id = $1 and completion_key = $3 and ($2::uuid is null or merchant_id = $2) and last_modified <= $4`,
    [tenantId, merchantId, key, created],
  )

interface CompletionKey {
  readonly tenantId: string
  readonly merchantId: string | null
  readonly key: string
}

/** The key of the effective 3d/complete, with what a repeat must match. */
export interface Completion {
  key: string | null
  fingerprint: Buffer | null
  correlationId: string
}

interface ChallengeClaim {
  payment: Pick<PaymentRow, 'tenant_id' | 'id' | 'fencing' | 'status' | 'verdict'>
  nowMs: number
  owner: number
  /** True if we already hold the lease (the inquiry job). */
  isOurs: boolean
  /** If set, the payment continues to the bank. */
  step?: StoredStep
  /** If set, a person or the caller decides when it continues. */
  heldUntil?: Date | undefined
  callback?: {
    authentication: Authentication
    proof: Buffer
    refusal: string | null
    message: string | null
    charged: Outcome | null
  }
  completion?: Completion
  /** Correlation id of the request that brought the callback. */
  callbackCorrelationId?: string | undefined
}

/**
 * Claims a payment for one process and stores what the callback proved; only one of several concurrent callbacks gets
 * it. Returns undefined if another process was first, or a fraud review was decided meanwhile.
 */
export const claimChallenge = async (tx: Tx, taking: ChallengeClaim): Promise<Leased<PaymentRow> | undefined> => {
  const leasedAt = readClocks()
  const { payment, nowMs, heldUntil, step } = taking
  const rows = await tx.query<PaymentRow>(
    `update payments set fencing = fencing + 1, last_modified = $6,
       status = coalesce($5::jsonb ->> 'to', status),
       history = case when $5::jsonb is null then history else history || $5::jsonb end,
       attempt_at = ${PLATFORM_TIME}, inquiry_count = 0, next_inquiry_at = $7,
       lease_owner = case when $8 then null else $9::integer end,
       lease_until = case when $8 then null else ${LEASE_END} end
     where tenant_id = $1 and id = $2 and fencing = $3 and status = $4 and verdict = $11
       and ($10 or ${LEASE_IS_FREE})
     returning ${PAYMENT_COLUMNS}`,
    [
      payment.tenant_id,
      payment.id,
      payment.fencing,
      payment.status,
      step === undefined ? null : JSON.stringify(step),
      isoTime(nowMs),
      isoTime(heldUntil ?? nowMs + INQUIRY_FIRST_MS),
      heldUntil !== undefined,
      taking.owner,
      taking.isOurs,
      payment.verdict,
    ],
  )
  if (rows[0] === undefined) return undefined
  await storeCallback(tx, taking)
  return { ...rows[0], leasedAt }
}

const storeCallback = (
  tx: Tx,
  { payment, nowMs, heldUntil, callback, completion, callbackCorrelationId }: ChallengeClaim,
): Promise<number> =>
  tx.execute(
    `update three_d_sessions set
       md_status = coalesce(md_status, $3), eci = coalesce(eci, $4), xid = coalesce(xid, $5),
       ds_trans_id = coalesce(ds_trans_id, $6), proof_sealed = coalesce(proof_sealed, $7),
       refusal = coalesce(refusal, $8), refusal_message = coalesce(refusal_message, $9),
       charged = coalesce(charged, $10), verified_at = case when $3::text is null then verified_at else coalesce(verified_at, $11) end,
       held_until = $12, completion_key = coalesce(completion_key, $13),
       completion_fingerprint = coalesce(completion_fingerprint, $14),
       completion_correlation_id = coalesce(completion_correlation_id, $15),
       callback_correlation_id = coalesce(callback_correlation_id, $16), last_modified = $11
     where tenant_id = $1 and payment_id = $2`,
    [
      payment.tenant_id,
      payment.id,
      callback?.authentication.mdStatus ?? null,
      callback?.authentication.eci ?? null,
      callback?.authentication.xid ?? null,
      callback?.authentication.dsTransId ?? null,
      callback?.proof ?? null,
      callback?.refusal ?? null,
      callback?.message ?? null,
      callback?.charged ? JSON.stringify(callback.charged) : null,
      isoTime(nowMs),
      heldUntil === undefined ? null : isoTime(heldUntil),
      completion?.key ?? null,
      completion?.fingerprint ?? null,
      completion?.correlationId ?? null,
      callbackCorrelationId ?? null,
    ],
  )

/** Returns true for one caller only: the final response of 3d/complete is returned for the first time. */
export const claimCompletionAnswer = async (tx: Tx, tenantId: string, paymentId: string): Promise<boolean> =>
  (await tx.execute(
    `update three_d_sessions set completion_answered = true
      where tenant_id = $1 and payment_id = $2 and not completion_answered`,
    [tenantId, paymentId],
  )) > 0

/**
 * Clears the 3d/complete of a payment that could not be sent: it counts as not called, and the payment waits as before.
 */
export const clearCompletion = (
  tx: Tx,
  { tenant_id, payment_id, held_until }: Pick<ThreeDSession, 'tenant_id' | 'payment_id' | 'held_until'>,
): Promise<number> =>
  tx.execute(
    `update three_d_sessions set held_until = $3, completion_key = null, completion_fingerprint = null,
       completion_correlation_id = null
     where tenant_id = $1 and payment_id = $2`,
    [tenant_id, payment_id, held_until],
  )

/** Marks a charge that the bank made after the payment had failed, once, so that the job reverses it. */
export const recordLateAuthorization = async (
  tx: Tx,
  { tenant_id, id }: Pick<PaymentRow, 'tenant_id' | 'id'>,
  nowMs: number,
): Promise<boolean> => {
  const noted = await tx.execute(
    `update three_d_sessions set late_charge = 'found', last_modified = $3
      where tenant_id = $1 and payment_id = $2 and late_charge is null`,
    [tenant_id, id, isoTime(nowMs)],
  )
  if (noted === 0) return false
  await tx.execute(`update payments set next_inquiry_at = $3 where tenant_id = $1 and id = $2 and status = 'failed'`, [
    tenant_id,
    id,
    isoTime(nowMs),
  ])
  return true
}

export const recordLateReversal = (
  tx: Tx,
  { tenant_id, id }: Pick<PaymentRow, 'tenant_id' | 'id'>,
  nowMs: number,
): Promise<number> =>
  tx.execute(
    `update three_d_sessions set late_charge = 'reversed', last_modified = $3 where tenant_id = $1 and payment_id = $2`,
    [tenant_id, id, isoTime(nowMs)],
  )
