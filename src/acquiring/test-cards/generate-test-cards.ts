/** POST /api/v1/test-cards/generate: creates test cards with random numbers unused in the tenant. */
import { randomInt } from 'node:crypto'
import { Type } from 'typebox'
import { endpoint } from '../../access/endpoint.ts'
import { type CardScheme, detectScheme, luhnDigit } from '../../core/card-number.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { newTestCard } from './test-card-body.ts'
import { cardChange, TEST_CARDS_MAX, testCardResponse, writeTestCards } from './test-card-operation.ts'
import { GenerateTestCards, type GenerateTestCardsBody, TestCard } from './test-card-schemas.ts'
import { countTestCards, insertTestCards, type TestCardRow } from './test-card-store.ts'

export const generateTestCards = endpoint({
  method: 'POST',
  path: '/api/v1/test-cards/generate',
  summary: 'Generate test cards',
  description: 'Makes several cards at once that behave alike. Sandbox only.',
  tag: 'TestCards',
  allow: 'operate',
  effect: 'sandbox',
  body: GenerateTestCards,
  answers: { 201: Type.Array(TestCard) },
  errors: ['validation_failed'],
  handle: (call) =>
    writeTestCards(call, async (tx) => {
      const { body, tenantId, runtime } = call
      checkPrefix(body)
      const present = await countTestCards(tx, tenantId)
      if (present + body.count > TEST_CARDS_MAX)
        throw refused('count', phrase`would make more than ${TEST_CARDS_MAX} test cards; there are ${present} now`)
      const made = await generate(tx, tenantId, body, runtime.clock.now())
      return { ...testCardResponse(201, made), change: made.map((card) => cardChange(null, card)) }
    }),
})

const PREFIXES: Readonly<Record<CardScheme, string>> = {
  Visa: '4',
  MasterCard: '53',
  Amex: '37',
  Troy: '9792',
  UnionPay: '62',
  Proprietary: '9001',
}
const AMEX_DIGITS = 15
const CARD_DIGITS = 16
const PREFIX_DIGITS = 8
const ROUNDS_MAX = 5 // a number drawn may be in use; after this many draws the prefix counts as exhausted

/** The prefix must determine the scheme: its first and its last number belong to the same one. */
const checkPrefix = ({ bin_prefix, card_schema_type }: GenerateTestCardsBody): void => {
  if (bin_prefix === undefined) return
  const ends = [bin_prefix.padEnd(PREFIX_DIGITS, '0'), bin_prefix.padEnd(PREFIX_DIGITS, '9')]
  if (ends.every((end) => detectScheme(end) === card_schema_type)) return
  throw refused(
    'bin_prefix',
    phrase`does not settle that the card is ${card_schema_type}; leave it out to have one chosen`,
  )
}

const generate = async (tx: Tx, tenantId: string, body: GenerateTestCardsBody, now: Date): Promise<TestCardRow[]> => {
  const made: TestCardRow[] = []
  for (let round = 0; round < ROUNDS_MAX && made.length < body.count; round++) {
    const drawn = Array.from({ length: body.count - made.length }, () => drawCard(tenantId, body, now))
    const fitting = drawn.filter((card) => detectScheme(card.card_number) === body.card_schema_type)
    made.push(...(await insertTestCards(tx, fitting)))
  }
  if (made.length < body.count) throw refused('bin_prefix', phrase`leaves too few unused numbers; make it shorter`)
  return made
}

const drawCard = (tenantId: string, body: GenerateTestCardsBody, now: Date): TestCardRow => {
  const { bin_prefix, count: _, ...facets } = body
  const card_number = numberFrom(bin_prefix ?? PREFIXES[body.card_schema_type], body.card_schema_type)
  const label = `${body.card_schema_type} ${body.card_type} ${body.expected_result} ${card_number.slice(-4)}`
  const expiry = { expiry_month: 12, expiry_year: now.getUTCFullYear() + 4 }
  return newTestCard(tenantId, { ...facets, ...expiry, card_number, label }, now)
}

const numberFrom = (prefix: string, scheme: CardScheme): string => {
  const length = scheme === 'Amex' ? AMEX_DIGITS : CARD_DIGITS
  let digits = prefix
  while (digits.length < length - 1) digits += randomInt(10)
  return digits + luhnDigit(digits)
}

const refused = (field: string, message: Phrase): Problem =>
  new Problem('validation_failed', {
    detail: phrase`${field} ${message}.`,
    errors: [{ field, code: 'out_of_range', message }],
  })
