/** Steps of chargebacks for a trace: of its payments, and those that its request took. */
import type { Tx } from '../infra/database/database.ts'
import { ifGiven, sql } from '../infra/database/statements/sql.ts'
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
    sql`select * from (
     select s.id, s.chargeback_id, c.payment_id, c.amount, c.currency, c.reason_code, s.from_status, s.to_status, s.actor,
            s.correlation_id, s.at
       from chargeback_steps s join chargebacks c on c.tenant_id = s.tenant_id and c.id = s.chargeback_id
      where s.tenant_id = ${tenantId} and ${ifGiven(of.merchantId, sql`s.merchant_id = ${of.merchantId}`)}
        and (s.correlation_id = ${of.correlationId} or s.chargeback_id = any (
          select b.id from chargebacks b where b.tenant_id = ${tenantId} and b.payment_id = any(${of.paymentIds}::uuid[])))
      limit ${of.rowsMax}) found order by id`,
  )
