/** The transfers that one request has created, for its trace. */
import type { Tx } from '../../infra/database/database.ts'
import { isOfTenant } from '../../infra/database/key-join.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'

interface TracedTransfer
  extends Row<
    'transfers',
    | 'id'
    | 'status'
    | 'amount'
    | 'currency'
    | 'request_type'
    | 'client_id'
    | 'error_message'
    | 'history'
    | 'recurring_transfer_id'
    | 'created'
  > {
  readonly history: readonly { readonly to: string; readonly at: number; readonly note?: string }[]
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
