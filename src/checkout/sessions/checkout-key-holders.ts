/** Finds attempts to pay a checkout session that hold an idempotency key, for people who search for its holder. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { AskedKey, KeyHolder } from '../../payments/queries/payment-key-holders.ts'

export const findTriesHoldingKey = (tx: Tx, { tenantId, merchantId, key }: AskedKey): Promise<KeyHolder[]> =>
  tx.query<KeyHolder>(
    sql`select 'POST /api/v1/checkout/sessions/{session_id}/pay' as operation, a.merchant_id, a.payment_id as transaction_id,
       p.answer_status::integer as status_code, a.fingerprint, a.created, coalesce(p.actor, p.client_id) as requested_by,
       p.correlation_id, p.request_body
       from checkout_attempts a left join payments p on p.tenant_id = a.tenant_id and p.id = a.payment_id
      where a.tenant_id = ${tenantId} and a.merchant_id = ${merchantId} and a.idempotency_key = ${key}`,
  )
