/** Steps of chargebacks for a trace: of its payments, and those that its request took. */
import type { Tx } from '../infra/database/database.ts'
import type { TracedChargebackStep } from '../payments/queries/trace-chargeback-events.ts'

/** Oldest first. `correlationId` null: of the payments only. */
export const findChargebackSteps = (
  tx: Tx,
  tenantId: string,
  of: {
    readonly correlationId: string | null
    readonly paymentIds: readonly string[]
    readonly merchantId: string | null
    readonly rowsMax: number
  },
): Promise<TracedChargebackStep[]> =>
  tx.query<TracedChargebackStep>(
    `select * from (
     select s.id, s.chargeback_id, c.payment_id, c.amount, c.currency, c.reason_code, s.from_status, s.to_status, s.actor,
            s.correlation_id, s.at
       from chargeback_steps s join chargebacks c on c.tenant_id = s.tenant_id and c.id = s.chargeback_id
      where s.tenant_id = $1 and ($4::uuid is null or s.merchant_id = $4)
        and (s.correlation_id = $2 or s.chargeback_id = any (
          select b.id from chargebacks b where b.tenant_id = $1 and b.payment_id = any($3::uuid[])))
      limit $5) found order by id`,
    [tenantId, of.correlationId, of.paymentIds, of.merchantId, of.rowsMax],
  )
