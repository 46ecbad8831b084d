/** Finds payments and operations that still need an inquiry at a bank. */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import type { Tx } from '../../infra/database/database.ts'

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
    `select
       exists (select from payments where tenant_id = $1 and configuration_id = $2 and next_inquiry_at is not null) as payments,
       exists (select from payment_operations
                where tenant_id = $1 and configuration_id = $2 and status = 'processing' and next_inquiry_at is not null) as operations`,
    [tenantId, configurationId],
  )
  if (found?.payments) return phrase`payments`
  return found?.operations ? phrase`captures, voids or refunds` : null
}
