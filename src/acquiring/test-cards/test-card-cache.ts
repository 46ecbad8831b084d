/** A tenant's active test cards by number, cached in memory: the simulated bank reads it on every call. */

import type { SimulatedCard } from '../../connectors/simbank/simulated-card.ts'
import { createTenantCache } from '../../infra/database/tenant-cache.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { selectSimulatedCards } from './test-card-store.ts'

export interface TestCards {
  /** The active test card with this number, if the tenant has one. */
  cardOf(tenantId: string, number: string): Promise<SimulatedCard | undefined>
  close(): void
}

export const createTestCards = (runtime: Runtime): TestCards => {
  const cards = createTenantCache({
    notifications: runtime.notifications,
    topic: 'test_cards',
    load: (tenantId) =>
      runtime.db.transaction({ of: tenantId }, async (tx) => {
        const rows = await selectSimulatedCards(tx, tenantId)
        return new Map(rows.map((card) => [card.card_number, card]))
      }),
  })
  return {
    cardOf: async (tenantId, number) => (await cards.of(tenantId)).get(number),
    close: () => cards.close(),
  }
}
