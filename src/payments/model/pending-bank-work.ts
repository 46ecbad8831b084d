/** Finds payments and operations that still need an inquiry at a bank. */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'

/**
 * Returns a description, or null. Everything that waits has a time of its next inquiry, and that index is small. A
 * payment that only waits for its capture or refund is not open.
 */
export const findPendingBankWork = async (
  tx: Tx,
  tenantId: string,
  configurationId: string,
): Promise<Phrase | null> => {
  const [found] = await tx.query<{ payments: boolean; operations: boolean }>(
    sql`select
       exists (select from payments where tenant_id = ${tenantId} and configuration_id = ${configurationId} and next_inquiry_at is not null) as payments,
       exists (select from payment_operations
                where tenant_id = ${tenantId} and configuration_id = ${configurationId} and status = 'processing' and next_inquiry_at is not null) as operations`,
  )
  if (found?.payments) return phrase`payments`
  return found?.operations ? phrase`captures, voids or refunds` : null
}
