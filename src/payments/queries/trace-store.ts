/**
 * Everything that one request, or one payment, has caused: payments, captures, voids and refunds, returns from a bank.
 * Each read is bounded.
 */
import type { Tx } from '../../infra/database/database.ts'
import { isOfTenant } from '../../infra/database/key-join.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import { OPERATION_COLUMNS, type OperationRow } from '../model/operation.ts'
import type { PaymentRow } from '../model/payment.ts'
import { PAYMENT_COLUMNS } from '../model/payment-store.ts'

/**
 * Limit for each kind, because a caller may send the same `X-Request-Id` indefinitely. One bulk creation has this many
 * transfers.
 */
export const TRACED_MAX = 1_000

/** One more than is shown, to detect that there are more. */
export const READ_MAX = TRACED_MAX + 1

/** Takes any rows up to the bound, so that the others are neither read nor sorted. */
const bounded = (rows: string, order = 'id'): string =>
  `select * from (${rows} limit ${READ_MAX}) traced order by ${order}`

export const findPaymentsByCorrelation = (
  tx: Tx,
  tenantId: string,
  correlationId: string,
  merchantId: string | null,
): Promise<PaymentRow[]> =>
  tx.query<PaymentRow>(
    bounded(`select ${PAYMENT_COLUMNS} from payments
     where ${isOfTenant('tenant_id')} and correlation_id = $2 and operation_type <> 'refund' and ($3::uuid is null or merchant_id = $3)`),
    [tenantId, correlationId, merchantId],
  )

export const findOperationsByCorrelation = (
  tx: Tx,
  tenantId: string,
  correlationId: string,
  merchantId: string | null,
): Promise<OperationRow[]> =>
  tx.query<OperationRow>(
    bounded(`select ${OPERATION_COLUMNS} from payment_operations
     where ${isOfTenant('tenant_id')} and correlation_id = $2 and ($3::uuid is null or merchant_id = $3)`),
    [tenantId, correlationId, merchantId],
  )

/** Returns the operations of a payment, or the one refund with this id. */
export const findOperationsToTrace = (tx: Tx, tenantId: string, id: string): Promise<OperationRow[]> =>
  tx.query<OperationRow>(
    bounded(`select ${OPERATION_COLUMNS} from payment_operations
     where tenant_id = $1 and payment_id = $2
     union all
     select ${OPERATION_COLUMNS} from payment_operations where tenant_id = $1 and id = $2`),
    [tenantId, id],
  )

/** Returns the payments of those operations. */
export const findPaymentsById = (tx: Tx, tenantId: string, ids: readonly string[]): Promise<PaymentRow[]> =>
  tx.query<PaymentRow>(
    sql`select ${rawSql(PAYMENT_COLUMNS)} from payments where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) order by id`,
  )

/** A return from the bank that continued a challenged payment. */
export interface TracedReturn {
  payment_id: string
  verified_at: Date
}

export const findReturnsByCorrelation = (
  tx: Tx,
  tenantId: string,
  correlationId: string,
  merchantId: string | null,
): Promise<TracedReturn[]> =>
  tx.query<TracedReturn>(
    bounded(
      `select payment_id, coalesce(verified_at, last_modified) as verified_at from three_d_sessions
     where ${isOfTenant('tenant_id')} and callback_correlation_id = $2 and ($3::uuid is null or merchant_id = $3)`,
      'payment_id',
    ),
    [tenantId, correlationId, merchantId],
  )

export const findReturnsOfPayment = (tx: Tx, tenantId: string, paymentId: string): Promise<TracedReturn[]> =>
  tx.query<TracedReturn>(
    sql`select payment_id, coalesce(verified_at, last_modified) as verified_at from three_d_sessions
     where tenant_id = ${tenantId} and payment_id = ${paymentId} and callback_correlation_id is not null`,
  )
