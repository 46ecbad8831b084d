/** The transfers that one request has created, for its trace. */
import type { Tx } from '../../infra/database/database.ts'
import { isOfTenant } from '../../infra/database/key-join.ts'

interface TracedTransfer {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly currency: string
  readonly request_type: string
  readonly client_id: string
  readonly error_message: string | null
  readonly history: readonly { readonly to: string; readonly at: number; readonly note?: string }[]
  readonly recurring_transfer_id: string | null
  readonly created: Date
}

/** Returns any `rowsMax` of them, so that the others are neither read nor sorted. */
export const findTransfersByCorrelation = (
  tx: Tx,
  tenantId: string,
  of: { readonly correlationId: string; readonly merchantId: string | null; readonly rowsMax: number },
): Promise<TracedTransfer[]> =>
  tx.query<TracedTransfer>(
    `select * from (
     select id, status, amount, currency, request_type, client_id, error_message, history, recurring_transfer_id, created
     from transfers
     where ${isOfTenant('tenant_id')} and correlation_id = $2 and ($3::uuid is null or merchant_id = $3) limit $4) traced order by id`,
    [tenantId, of.correlationId, of.merchantId, of.rowsMax],
  )
