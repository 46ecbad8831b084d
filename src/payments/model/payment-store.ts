/** Reads of the table `payments`, one function per statement. */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import { BANK_FACT_COLUMNS } from './bank-facts.ts'
import type { PaymentRow } from './payment.ts'

/** Every column except those that only one reader needs. */
export const PAYMENT_COLUMNS = `tenant_id, id, merchant_id, parent_id, status, operation_type, payment_type, secure_type, amount,
  captured, refunded, refunding, currency, installment_count, external_id, basket_id, bin, masked_card_number, card_holder_name,
  card_scheme, card_type, card_brand, issuer_bank_code, card_sealed, configuration_id, connector_code, attempt_no,
  attempt_at, fencing, next_inquiry_at, inquiry_count, verdict, extra, ${BANK_FACT_COLUMNS}, sequence, history, fingerprint, answer_status, answer_body,
  answer_unseen, lease_until > now() as is_leased, correlation_id, client_id, actor, caller_address, ip_address, request_body, duration_ms, created, completed_at,
  settlement_date, last_modified, key_reference`

/** Returns one payment of the tenant, or undefined; `merchantId` restricts it to one merchant. */
export const findPayment = async (
  tx: Tx,
  tenantId: string,
  id: string,
  merchantId: string | null = null,
): Promise<PaymentRow | undefined> => {
  const rows = await tx.query<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from payments
     where tenant_id = $1 and id = $2 and ($3::uuid is null or merchant_id = $3)`,
    [tenantId, id, merchantId],
    'find-payment',
  )
  return rows[0]
}

/** Returns whether the payment was made with the card of this keyed hash. */
export const isCardOfPayment = async (tx: Tx, tenantId: string, id: string, fingerprint: Buffer): Promise<boolean> => {
  const rows = await tx.query(
    sql`select 1 from payments where tenant_id = ${tenantId} and id = ${id} and card_fingerprint = ${fingerprint}`,
  )
  return rows.length > 0
}

/** Returns the payment a key belongs to, or the payment with this id (our own write whose commit response was lost). */
export const findPaymentByKey = async (
  tx: Tx,
  claim: { tenant_id: string; merchant_id: string; idempotency_key: string | null; id: string },
): Promise<PaymentRow | undefined> => {
  const rows = await tx.query<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from payments
     where tenant_id = $1 and (id = $2 or idempotency_key = $4 and id =
       (select holder from idempotency_claims where tenant_id = $1 and claim = payment_claim($3, $4) limit 1))`,
    [claim.tenant_id, claim.id, claim.merchant_id, claim.idempotency_key],
    'find-payment-by-key',
  )
  return rows[0]
}

/** Returns true for one caller only: the final response, for which no caller waited, is returned for the first time. */
export const claimUnseenAnswer = async (
  tx: Tx,
  table: 'payments' | 'payment_operations',
  { tenant_id, id }: { tenant_id: string; id: string },
): Promise<boolean> =>
  (await tx.execute(
    sql`update ${rawSql(table)} set answer_unseen = false where tenant_id = ${tenant_id} and id = ${id} and answer_unseen`,
  )) > 0

/** Frees a key 24 hours after its payment; a payment that is still open keeps it. */
export const releaseKey = (tx: Tx, payment: { tenant_id: string; id: string }): Promise<number> =>
  tx.execute(
    sql`update payments set idempotency_key = null where tenant_id = ${payment.tenant_id} and id = ${payment.id} and next_inquiry_at is null`,
  )

/** Used if several rounds in a row found the key neither free nor taken. */
export const KEY_UNDECIDED_DETAIL = phrase`Whose this Idempotency-Key is could not be decided, and nothing was sent. Repeat the request with the same key.`

/** Deletes a claim whose payment does not have the key, because it was released while the claim was renewed. */
export const dropEmptyClaim = (
  tx: Tx,
  key: { tenant_id: string; merchant_id: string; idempotency_key: string | null },
): Promise<number> =>
  tx.execute(
    `delete from idempotency_claims k where tenant_id = $1 and claim = payment_claim($2, $3)
       and not exists (select from payments p where p.tenant_id = $1 and p.id = k.holder and p.idempotency_key = $3)`,
    [key.tenant_id, key.merchant_id, key.idempotency_key],
  )

/** Throws not found, also for a payment of another tenant or merchant. */
export const requirePayment = <Payment>(payment: Payment | undefined): Payment => {
  if (payment) return payment
  throw new Problem('payment_not_found', {
    detail: phrase`No payment with this id is within reach of this token and merchant.`,
  })
}
