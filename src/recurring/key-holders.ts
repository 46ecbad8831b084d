/** Which recurring plans hold an idempotency key, for the person who asks what does. */
import type { Tx } from '../infra/database/database.ts'
import type { AskedKey, KeyHolder } from '../payments/queries/key-holders.ts'

export const findPlansHoldingKey = (tx: Tx, { tenantId, merchantId, key }: AskedKey): Promise<KeyHolder[]> =>
  tx.query<KeyHolder>(
    `select case idempotency_key when 'plan:' || $3 then 'POST /api/v1/recurring' else 'POST /api/v1/payments/recurring' end as operation,
       merchant_id, first_payment_id as transaction_id, answer_status::integer as status_code, fingerprint, created, null as requested_by,
       correlation_id, null as request_body
       from recurring_plans where tenant_id = $1 and merchant_id = $2 and idempotency_key in ('plan:' || $3, 'payment:' || $3)`,
    [tenantId, merchantId, key],
  )
