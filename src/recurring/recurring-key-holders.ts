/**
 * Finds recurring plans that hold an idempotency key, for a person who asks what holds it. A plan created by a payment
 * is returned as that payment.
 */
import type { Tx } from '../infra/database/database.ts'
import { sql } from '../infra/database/statements/sql.ts'
import type { AskedKey, KeyHolder } from '../payments/queries/payment-key-holders.ts'

export const findRecurringPlansHoldingKey = (tx: Tx, { tenantId, merchantId, key }: AskedKey): Promise<KeyHolder[]> =>
  tx.query<KeyHolder>(
    sql`select case r.idempotency_key when ${`plan:${key}`} then 'POST /api/v1/recurring' else 'POST /api/v1/payments/recurring' end as operation,
       r.merchant_id, r.first_payment_id as transaction_id, coalesce(r.answer_status, p.answer_status)::integer as status_code,
       r.fingerprint, r.created, null as requested_by, r.correlation_id, null as request_body
       from recurring_plans r left join payments p on p.tenant_id = r.tenant_id and p.id = r.first_payment_id
      where r.tenant_id = ${tenantId} and r.merchant_id = ${merchantId} and r.idempotency_key in (${`plan:${key}`}, ${`payment:${key}`})`,
  )
