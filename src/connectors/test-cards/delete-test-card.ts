/** DELETE /api/v1/test-cards/{id}: its number counts as any other number again. */
import { endpoint, noContent } from '../../access/endpoint.ts'
import { foundCard, writeTestCards } from './test-card-call.ts'
import { IdParams } from './test-card-schemas.ts'
import { removeTestCard } from './test-card-store.ts'

export const deleteTestCard = endpoint({
  method: 'DELETE',
  path: '/api/v1/test-cards/:id',
  summary: 'Delete a test card',
  tag: 'TestCards',
  allow: 'operate',
  params: IdParams,
  answers: { 204: null },
  handle: (call) =>
    writeTestCards(call, async (tx) => {
      const { params, tenantId, house } = call
      if ((await removeTestCard(tx, tenantId, params.id, house.clock.now())) === 0) foundCard(undefined)
      return noContent()
    }),
})
