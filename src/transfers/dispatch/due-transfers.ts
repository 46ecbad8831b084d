/** Transfers that are due to be sent or inquired about, as rows under a lease. */
import { ageSince, PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import type { LeasedTable } from '../../infra/database/due-work/leased-table.ts'
import type { Leased } from '../../infra/database/lease-age.ts'
import type { TransferRow } from '../model/transfer.ts'

export type DueTransferRow = TransferRow & {
  due: 'send' | 'inquire'
  /** Time since it was last claimed for sending. */
  age_ms: number
}
export type DueTransfer = Leased<DueTransferRow>

/**
 * Once an order that was due to be sent is claimed, it may be at the bank; if this process dies, the next one inquires.
 */
export const LEASED_TRANSFERS: LeasedTable = {
  name: 'transfers',
  dueAt: 'next_step_at',
  attemptAt: 'attempt_at',
  set: `step = 'inquire', attempt_at = case step when 'send' then ${PLATFORM_TIME} else attempt_at end`,
  before: 'step as due',
  columns: `transfers.*, due, ${ageSince('coalesce(attempt_at, created)')} as age_ms`,
}
