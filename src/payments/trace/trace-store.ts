/** Which payments one request made. */
import type { Tx } from '../../infra/postgres.ts'
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
     where tenant_id = $1 and correlation_id = $2 and ($3::uuid is null or merchant_id = $3) order by id`,
    [tenantId, correlationId, merchantId],
  )
