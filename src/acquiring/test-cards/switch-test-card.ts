/** POST /api/v1/test-cards/{id}/activate and /deactivate: an inactive card is an ordinary number. */
import { endpoint } from '../../access/endpoint.ts'
import { changedTestCardResponse, requireTestCard, writeTestCards } from './test-card-operation.ts'
import { IdParams, TestCard } from './test-card-schemas.ts'
import { findTestCard, switchTestCard } from './test-card-store.ts'

const switchTo = (step: 'activate' | 'deactivate', summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/test-cards/:id/${step}`,
    summary,
    description: 'No error when it is so already.',
    tag: 'TestCards',
    allow: 'operate',
    effect: 'sandbox',
    params: IdParams,
    answers: { 200: TestCard },
    handle: (call) =>
      writeTestCards(call, async (tx) => {
        const { params, tenantId, runtime } = call
        const before = requireTestCard(await findTestCard(tx, tenantId, params.id, 'for update'))
        const card = await switchTestCard(tx, tenantId, params.id, step === 'activate', runtime.clock.now())
        return changedTestCardResponse(200, before, requireTestCard(card))
      }),
  })

export const activateTestCard = switchTo('activate', 'Activate a test card')
export const deactivateTestCard = switchTo('deactivate', 'Deactivate a test card')
