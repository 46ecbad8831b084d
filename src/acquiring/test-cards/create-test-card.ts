/** POST /api/v1/test-cards: a card number the simulated bank handles as its row says. */
import { endpoint } from '../../access/endpoint.ts'
import { fitsSchemeLength, passesLuhn } from '../../core/card-number.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { newTestCard } from './test-card-body.ts'
import { changedTestCardResponse, TEST_CARDS_MAX, writeTestCards } from './test-card-operation.ts'
import { checkTestCardProperties } from './test-card-properties.ts'
import { CreateTestCard, TestCard } from './test-card-schemas.ts'
import { countTestCards, insertTestCards } from './test-card-store.ts'

export const createTestCard = endpoint({
  method: 'POST',
  path: '/api/v1/test-cards',
  summary: 'Create a test card',
  description: 'The simulated bank answers to it as you say, from the next payment on. Sandbox only.',
  tag: 'TestCards',
  allow: 'operate',
  effect: 'sandbox',
  body: CreateTestCard,
  answers: { 201: TestCard },
  errors: ['invalid_card_number', 'conflict'],
  handle: (call) =>
    writeTestCards(call, async (tx) => {
      const { body, tenantId, runtime } = call
      checkNumber(body.card_number)
      checkTestCardProperties(body.extra_properties_dict)
      if ((await countTestCards(tx, tenantId)) >= TEST_CARDS_MAX)
        throw new Problem('conflict', {
          detail: phrase`This tenant has ${TEST_CARDS_MAX} test cards already; delete some first.`,
        })
      const [card] = await insertTestCards(tx, [newTestCard(tenantId, body, runtime.clock.now())])
      if (card) return changedTestCardResponse(201, null, card)
      throw new Problem('conflict', {
        detail: phrase`This tenant already has a test card with this number; change that one, or delete it first.`,
        errors: [{ field: 'card_number', code: 'conflict', message: phrase`is used by another test card` }],
      })
    }),
})

/** Numbers a payment would refuse cannot be test cards. */
const checkNumber = (number: string): void => {
  const fault = !passesLuhn(number)
    ? phrase`fails the Luhn check; look for a mistyped digit`
    : fitsSchemeLength(number)
      ? undefined
      : phrase`has a length its scheme does not use`
  if (fault === undefined) return
  throw new Problem('invalid_card_number', {
    detail: phrase`card_number ${fault}.`,
    errors: [{ field: 'card_number', code: 'invalid_card_number', message: fault }],
  })
}
