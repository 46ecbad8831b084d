/** Captures, voids and refunds that are due for inquiry, as rows under a lease. */
import { ageSince } from '../../infra/database/database-clock.ts'
import type { LeasedTable } from '../../infra/database/due-work/leased-table.ts'
import type { Leased } from '../../infra/database/lease-age.ts'
import { OPERATION_COLUMNS, type OperationRow } from '../model/operation.ts'

export type DueOperationRow = OperationRow & {
  /** Time since it was prepared. */
  age_ms: number
}
export type DueOperation = Leased<DueOperationRow>

export const LEASED_OPERATIONS: LeasedTable = {
  name: 'payment_operations',
  dueAt: 'next_inquiry_at',
  attemptAt: 'attempt_at',
  dividedBy: 'payment_id',
  only: `status = 'processing'`,
  columns: `${OPERATION_COLUMNS}, ${ageSince('attempt_at')} as age_ms`,
}
