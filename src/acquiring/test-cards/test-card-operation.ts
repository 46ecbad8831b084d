/** Common to every write of a test card: sandbox only, notification of every process, and responses that must not be stored in clear. */
import type { Answer, AuditedChange, Call } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { testCardBody } from './test-card-body.ts'
import type { TestCardRow } from './test-card-store.ts'

/** A tenant's cards are all cached in memory. */
export const TEST_CARDS_MAX = 5_000

export const writeTestCards = async (
  { runtime, tenantId, inTx }: Pick<Call, 'runtime' | 'tenantId' | 'inTx'>,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> => {
  if (runtime.config.env !== 'sandbox')
    throw new Problem('forbidden', { detail: phrase`Test cards belong to the sandbox; production has none.` })
  const answer = await inTx(work)
  runtime.notifications.publish('test_cards', tenantId)
  return answer
}

/** The numbers are in clear only in the table of test cards: a response stored under an idempotency key is sealed. */
export const testCardResponse = (status: 200 | 201, rows: TestCardRow | readonly TestCardRow[]): Answer => ({
  status,
  body: Array.isArray(rows) ? rows.map(testCardBody) : testCardBody(rows as TestCardRow),
  carriesSecret: true,
})

/** Like the response for one card, with the result of each card. */
export const changedTestCardResponse = (status: 200 | 201, before: TestCardRow | null, row: TestCardRow): Answer => ({
  ...testCardResponse(status, row),
  change: cardChange(before, row),
})

export const cardChange = (before: TestCardRow | null, after: TestCardRow | null): AuditedChange => ({
  kind: 'test_card',
  id: (after ?? before)?.id ?? null,
  before: before && testCardBody(before),
  after: after && testCardBody(after),
})

export const requireTestCard = (row: TestCardRow | undefined): TestCardRow => {
  if (row) return row
  throw new Problem('resource_not_found', {
    detail: phrase`This tenant has no test card with this id; GET /api/v1/test-cards lists them.`,
  })
}
