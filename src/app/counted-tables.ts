/** What counts against the quotas of plans and clients: each payment that is no refund of the release before, each transfer. */
import type { CountedTable } from '../access/limits/quota-store.ts'

export const COUNTED_TABLES: readonly CountedTable[] = [
  { table: 'payments', condition: `r.operation_type <> 'refund'` },
  { table: 'transfers', condition: 'true' },
]
