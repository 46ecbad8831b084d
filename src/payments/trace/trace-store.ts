/** Which payments one request made, and which captures, voids and refunds. */
import type { Tx } from '../../infra/postgres.ts'
import { OPERATION_COLUMNS, type OperationRow } from '../follow-ups/operation.ts'
import type { PaymentRow } from '../payment.ts'
import { PAYMENT_COLUMNS } from '../payment-store.ts'

export const paymentsOfCorrelation = (
  tx: Tx,
  tenantId: string,
  correlationId: string,
  merchantId: string | null,
): Promise<PaymentRow[]> =>
  tx.query<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from payments
     where tenant_id = $1 and correlation_id = $2 and operation_type <> 'refund' and ($3::uuid is null or merchant_id = $3)
     order by id`,
    [tenantId, correlationId, merchantId],
  )

export const operationsOfCorrelation = (
  tx: Tx,
  tenantId: string,
  correlationId: string,
  merchantId: string | null,
): Promise<OperationRow[]> =>
  tx.query<OperationRow>(
    `select ${OPERATION_COLUMNS} from payment_operations
     where tenant_id = $1 and correlation_id = $2 and ($3::uuid is null or merchant_id = $3) order by id`,
    [tenantId, correlationId, merchantId],
  )

/** The payments those followed. */
export const paymentsById = (tx: Tx, tenantId: string, ids: readonly string[]): Promise<PaymentRow[]> =>
  tx.query<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from payments where tenant_id = $1 and id = any($2::uuid[]) order by id`,
    [tenantId, ids],
  )
