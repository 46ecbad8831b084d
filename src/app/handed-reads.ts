/** Passes functions of higher modules to lower ones that have to read their data. */
import type { CountedTable } from '../access/limits/quota-store.ts'
import { findChargebackSteps } from '../chargebacks/trace-steps.ts'
import { findTriesHoldingKey } from '../checkout/sessions/checkout-key-holders.ts'
import { sql } from '../infra/database/statements/sql.ts'
import type { WorkOfTenants } from '../monitors/reads/stuck-payments.ts'
import type { ReadsOfOthers } from '../payments/payment-endpoints.ts'
import { findRecurringPlansHoldingKey } from '../recurring/recurring-key-holders.ts'
import { findTransfersByCorrelation } from '../transfers/queries/traced-transfers.ts'

/** Rows that count against the quotas of plans and clients: each payment except refunds of the previous release, each transfer. */
export const COUNTED_TABLES: readonly CountedTable[] = [
  { table: 'payments', condition: `r.operation_type <> 'refund'` },
  { table: 'transfers', condition: 'true' },
]

/** Data of higher modules that payments display: holders of idempotency keys, and the steps of a trace. */
export const READS_OF_PAYMENTS: ReadsOfOthers = {
  findKeyHolders: async (tx, asked) => [
    ...(await findRecurringPlansHoldingKey(tx, asked)),
    ...(await findTriesHoldingKey(tx, asked)),
  ],
  findTransfersByCorrelation,
  findChargebackSteps,
}

/** Installments that should have been charged long ago, for the monitors. */
export const STUCK_INSTALLMENTS: WorkOfTenants = {
  work: 'installments',
  find: (before) =>
    sql`select tenant_id, count(*)::int as count, min(next_step_at) as since from recurring_installments
       where next_step_at < ${before} group by tenant_id`,
}
