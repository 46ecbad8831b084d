/** A tenant's active test cards by number, kept in memory: the simulated bank looks here on every call. */
import type { House } from '../../infra/runtime.ts'
import { tenantCache } from '../../infra/database/tenant-cache.ts'
import { type SimulatedCard, selectSimulatedCards } from './test-card-store.ts'

export interface TestCards {
  /** The active test card with this number, if the tenant has one. */
  cardOf(tenantId: string, number: string): Promise<SimulatedCard | undefined>
  close(): void
}

export const openTestCards = (house: House): TestCards => {
  const cards = tenantCache({
    notices: house.notices,
    topic: 'test_cards',
    load: (tenantId) =>
      house.db.inTenant(tenantId, async (tx) => {
        const rows = await selectSimulatedCards(tx, tenantId)
        return new Map(rows.map((card) => [card.card_number, card]))
      }),
  })
  return {
    cardOf: async (tenantId, number) => (await cards.of(tenantId)).get(number),
    close: () => cards.close(),
  }
}
