/** Payments that are due for inquiry, as rows under a lease. */
import { ageSince } from '../../infra/database/database-clock.ts'
import type { LeasedTable } from '../../infra/database/due-work/leased-table.ts'
import { PAYMENT_COLUMNS } from '../model/payment-store.ts'

export const LEASED_PAYMENTS: LeasedTable = {
  name: 'payments',
  dueAt: 'next_inquiry_at',
  attemptAt: 'attempt_at',
  // `failed` means charged at the bank nevertheless, and to be reversed.
  only: `status in ('created', 'processing', 'three_d_secure_init_processing', 'three_d_secure_auth_processing', 'failed')`,
  columns: `${PAYMENT_COLUMNS}, ${ageSince('coalesce(attempt_at, created)')} as age_ms`,
}
