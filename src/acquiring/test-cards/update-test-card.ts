/** PUT /api/v1/test-cards/{id}: replaces everything of a test card except its number and whether it is active. */

import { endpoint } from '../../access/endpoint.ts'
import { checkRepeatedId } from '../../access/input/repeated-id.ts'
import { replacedCard } from './test-card-body.ts'
import { changedTestCardResponse, requireTestCard, writeTestCards } from './test-card-operation.ts'
import { checkTestCardProperties } from './test-card-properties.ts'
import { IdParams, TestCard, UpdateTestCard } from './test-card-schemas.ts'
import { findTestCard, replaceTestCard } from './test-card-store.ts'

export const updateTestCard = endpoint({
  method: 'PUT',
  path: '/api/v1/test-cards/:id',
  summary: 'Replace a test card',
  description: 'Absent optional members take their defaults; the number and is_active stay.',
  tag: 'TestCards',
  allow: 'operate',
  effect: 'sandbox',
  params: IdParams,
  body: UpdateTestCard,
  answers: { 200: TestCard },
  handle: (call) => {
    const { params, body, tenantId, runtime } = call
    checkRepeatedId(body, params)
    checkTestCardProperties(body.extra_properties_dict)
    return writeTestCards(call, async (tx) => {
      const before = requireTestCard(await findTestCard(tx, tenantId, params.id, 'for update'))
      const card = replacedCard(body, before.card_number, runtime.clock.now())
      return changedTestCardResponse(200, before, requireTestCard(await replaceTestCard(tx, tenantId, params.id, card)))
    })
  },
})
