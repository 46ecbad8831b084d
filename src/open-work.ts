/** What banks are still asked about through a configuration, of payments and of transfers. */
import type { Tx } from './infra/postgres.ts'
import { openPaymentWork } from './payments/open-payment-work.ts'
import { hasTransfersUnderWay } from './transfers/books/source-account-store.ts'

/** In words, or null when nothing is open. */
export const openWork = async (tx: Tx, tenantId: string, configurationId: string): Promise<string | null> =>
  (await openPaymentWork(tx, tenantId, configurationId)) ??
  ((await hasTransfersUnderWay(tx, tenantId, configurationId)) ? 'transfers' : null)
