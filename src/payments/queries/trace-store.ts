/** Which payments one request created, and which captures, voids and refunds. */
import type { Tx } from '../../infra/database/database.ts'
import { isOfTenant } from '../../infra/database/key-join.ts'
import { OPERATION_COLUMNS, type OperationRow } from '../model/operation.ts'
import type { PaymentRow } from '../model/payment.ts'
import { PAYMENT_COLUMNS } from '../model/payment-store.ts'

export const findPaymentsByCorrelation = (
  tx: Tx,
  tenantId: string,
  correlationId: string,
  merchantId: string | null,
): Promise<PaymentRow[]> =>
  tx.query<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from payments
     where ${isOfTenant('tenant_id')} and correlation_id = $2 and operation_type <> 'refund' and ($3::uuid is null or merchant_id = $3)
     order by id`,
    [tenantId, correlationId, merchantId],
  )

export const findOperationsByCorrelation = (
  tx: Tx,
  tenantId: string,
  correlationId: string,
  merchantId: string | null,
): Promise<OperationRow[]> =>
  tx.query<OperationRow>(
    `select ${OPERATION_COLUMNS} from payment_operations
     where ${isOfTenant('tenant_id')} and correlation_id = $2 and ($3::uuid is null or merchant_id = $3) order by id`,
    [tenantId, correlationId, merchantId],
  )

/** The payments of those operations. */
export const findPaymentsById = (tx: Tx, tenantId: string, ids: readonly string[]): Promise<PaymentRow[]> =>
  tx.query<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from payments where tenant_id = $1 and id = any($2::uuid[]) order by id`,
    [tenantId, ids],
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
    `select payment_id, coalesce(verified_at, last_modified) as verified_at from three_d_sessions
     where ${isOfTenant('tenant_id')} and callback_correlation_id = $2 and ($3::uuid is null or merchant_id = $3)`,
    [tenantId, correlationId, merchantId],
  )

export interface TracedTransfer {
  id: string
  status: string
  amount: number
  currency: string
  request_type: string
  client_id: string
  error_message: string | null
  history: readonly { readonly to: string; readonly at: number; readonly note?: string }[]
  recurring_transfer_id: string | null
  created: Date
}

/** The transfers of one bulk creation. */
export const findTransfersByCorrelation = (
  tx: Tx,
  tenantId: string,
  correlationId: string,
  merchantId: string | null,
): Promise<TracedTransfer[]> =>
  tx.query<TracedTransfer>(
    `select id, status, amount, currency, request_type, client_id, error_message, history, recurring_transfer_id, created
     from transfers
     where ${isOfTenant('tenant_id')} and correlation_id = $2 and ($3::uuid is null or merchant_id = $3) order by id`,
    [tenantId, correlationId, merchantId],
  )
