/** DELETE /api/v1/test-cards/{id}: its number becomes an ordinary number again. */
import { endpoint, noContent } from '../../access/endpoint.ts'
import { cardChange, requireTestCard, writeTestCards } from './test-card-operation.ts'
import { IdParams } from './test-card-schemas.ts'
import { findTestCard, removeTestCard } from './test-card-store.ts'

export const deleteTestCard = endpoint({
  method: 'DELETE',
  path: '/api/v1/test-cards/:id',
  summary: 'Delete a test card',
  description: 'The simulated bank then treats its number as any other.',
  tag: 'TestCards',
  allow: 'operate',
  effect: 'sandbox',
  params: IdParams,
  answers: { 204: null },
  handle: (call) =>
    writeTestCards(call, async (tx) => {
      const { params, tenantId, runtime } = call
      const before = requireTestCard(await findTestCard(tx, tenantId, params.id, 'for update'))
      await removeTestCard(tx, tenantId, params.id, runtime.clock.now())
      return { ...noContent(), change: cardChange(before, null) }
    }),
})
