/** Rows of tenants whose values mean something on their own server only: a tenant that moves to another shard does not take them along. */
import type { LocalRows } from '../../infra/database/shards/move/tenant-tables.ts'
import { LEASED_MAILS } from '../../mail/outbox.ts'
import { LEASED_MESSAGES } from '../../monitors/telling/message-store.ts'
import { LEASED_PAYMENTS } from '../../payments/attempts/due-payments.ts'
import { LEASED_OPERATIONS } from '../../payments/operations/due-operations.ts'
import { LEASED_INSTALLMENTS } from '../../recurring/charging/due-installments.ts'
import { LEASED_TRANSFERS } from '../../transfers/dispatch/due-transfers.ts'

export const LOCAL_ROWS: LocalRows = {
  left: [
    // Counts of lists, by transactions of their server: lists are counted row by row until the other shard has closed their blocks.
    ...['closed_block_heads', 'closed_blocks', 'closed_block_deltas', 'closed_block_copies', 'closed_block_values'],
    ...['closed_block_texts', 'closed_block_filters', 'closed_block_filter_counts'],
    // Changes of the last hour, in the order of the transactions of their server: a console reads its page again.
    ...['console_watches', 'console_changes'],
  ],
  // Months in the archive of a server, and findings after its restore.
  bound: ['archived_sums', 'restore_findings'],
  leased: {
    ...Object.fromEntries(
      [LEASED_PAYMENTS, LEASED_OPERATIONS, LEASED_TRANSFERS, LEASED_INSTALLMENTS, LEASED_MAILS, LEASED_MESSAGES].map(
        ({ name, dueAt }) => [name, `${dueAt} is not null`],
      ),
    ),
    webhook_deliveries: "state = 'waiting'",
  },
  given: {
    fraud_blacklist: { written_at: 'clock_timestamp()', written_by: 'pg_current_xact_id()' },
    idempotency_claims: { day_no: '(select max(no) from claim_days)' },
  },
}
