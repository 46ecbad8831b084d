/** Every test card gets the response of its row, twice the same, and the inquiry agrees with it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEED_CARDS } from '../../src/acquiring/seed/seed-test-cards.ts'
import type { Outcome } from '../../src/connectors/attempt.ts'
import { createSimbank } from '../../src/connectors/simbank/simbank.ts'
import { detectScheme, passesLuhn } from '../../src/core/card-number.ts'
import { attemptOf, contextOf, simbankParts, simbankWithSeedCards, TRANSACTION } from '../support/attempts.ts'

// Number, scheme, bank code of a sale without 3D Secure, milliseconds before the response.
const table = `
  4546711234567894  Visa         00  0
  9792030394440796  Troy         00  0
  4022774022774026  Visa         00  0
  5400637000000004  MasterCard   00  0
  5440931234567892  MasterCard   00  0
  6504331234567896  Troy         00  0
  4001010000000018  Visa         00  0
  5101010000000014  MasterCard   00  0
  5201010000000013  MasterCard   00  0
  9792010000000010  Troy         00  0
  370101000000016   Amex         00  0
  6201010000000011  UnionPay     00  0
  9001010000000017  Proprietary  00  0
  5301010000000012  MasterCard   00  0
  5105050000000057  MasterCard   00  5000
  4485084920000007  Visa         00  0
  4900200000000009  Visa         00  0
  4111990000000000  Visa         00  0
  4666899999999990  Visa         00  0
  4002020000000024  Visa         05  0
  5555555555554444  MasterCard   61  0
  4012888888881881  Visa         59  0
  4444333322221111  Visa         41  0
  5105105105105100  MasterCard   82  0
  5106060000000063  MasterCard   54  0
  4111111111111111  Visa         51  0
  9792020000000027  Troy         51  0
  5401010000000011  MasterCard   14  0
  4242424242424242  Visa         99  3000
  4003030000000030  Visa         1A  0
  5103030000000036  MasterCard   05  0
  4004040000000046  Visa         96  0
  4005050000000051  Visa         96  0
  4444555566667779  Visa         00  0
  5555444433332226  MasterCard   00  0
  4111888877776662  Visa         00  0`
const rows = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/) as [string, string, string, string])
const simbank = simbankWithSeedCards()
const ODD_SEED = 'order-1' // its SHA-256 starts with 0b: the random failure fails

test('the seed has exactly these cards', () => {
  assert.deepEqual(
    SEED_CARDS.map((card) => card.card_number),
    rows.map(([number]) => number),
  )
})

for (const [number, scheme, code, delayMs] of rows)
  test(`${number} ${scheme} ${code} after ${delayMs} ms`, async () => {
    assert.ok(passesLuhn(number))
    assert.equal(detectScheme(number), scheme)
    const attempt = attemptOf(number, { externalId: ODD_SEED })
    const { context, slept, exchanges } = contextOf()
    const outcome = await simbank.start(attempt, context)
    assert.equal(codeOf(outcome), code)
    assert.deepEqual(slept, Number(delayMs) > 0 ? [Number(delayMs)] : [])
    assert.deepEqual(await simbank.start(attempt, contextOf().context), outcome)
    assert.equal(exchanges.length, 1)

    const observation = await simbank.inquire(attempt, contextOf().context)
    assert.equal(observation.kind, code === '99' ? 'not_found' : outcome.kind)
    if (observation.kind === 'declined') assert.equal(observation.fault.providerCode, code)
  })

const codeOf = (outcome: Outcome): string =>
  outcome.kind === 'approved' ? outcome.bankCode : outcome.fault.providerCode

const codeFor = async (number: string, changes: Parameters<typeof attemptOf>[1] = {}): Promise<string> =>
  codeOf(await simbank.start(attemptOf(number, changes), contextOf().context))

test('a number that is not a test card is approved', async () => {
  assert.equal(await codeFor('4539578763621486'), '00')
})

test('a card that demands 3D Secure is approved after it', async () => {
  assert.equal(await codeFor('4003030000000030', { model: '3d_secure' }), '00')
})

test('the random failure is drawn from external_id, without one from the transaction id', async () => {
  const outcomes = new Map<string, string>()
  for (const id of ['order-1', 'order-2', 'order-3', 'order-4', 'order-5', 'order-6'])
    outcomes.set(id, await codeFor('5103030000000036', { externalId: id }))
  assert.deepEqual(Object.fromEntries(outcomes), RANDOM_BY_ORDER)
  assert.equal(await codeFor('5103030000000036', { transactionId: 'order-1' }), RANDOM_BY_ORDER['order-1'])
})
// First byte of `printf order-1 | sha256sum` and so on: odd = 05, even = 00.
const RANDOM_BY_ORDER: Record<string, string> = {
  'order-1': '05',
  'order-2': '05',
  'order-3': '00',
  'order-4': '00',
  'order-5': '05',
  'order-6': '05',
}

test('CVV 999 is refused with 82, on Amex 9999', async () => {
  assert.equal(await codeFor('4546711234567894', { cvv: '999' }), '82')
  assert.equal(await codeFor('370101000000016', { cvv: '9999' }), '82')
  assert.equal(await codeFor('4539578763621486', { cvv: '999' }), '82')
})

test('custom codes and messages replace only those of a decline', async () => {
  const own = { custom_error_code: 'X7', custom_error_message: 'Own words' }
  const bank = createSimbank(
    simbankParts(async (_tenant, number) => ({
      ...SEED_CARDS.find((card) => card.card_number === number)!,
      ...own,
    })),
  )
  const answer = (number: string) => bank.start(attemptOf(number), contextOf().context)
  const declined = await answer('4111111111111111')
  assert.ok(declined.kind === 'declined')
  assert.deepEqual(declined.fault, { providerCode: 'X7', providerMessage: 'Own words' })
  assert.equal(codeOf(await answer('4546711234567894')), '00')
  assert.equal(codeOf(await answer('4242424242424242')), '99')
  assert.equal(codeOf(await answer('4004040000000046')), '96')
})

test('only a card marked so counts for the breaker', async () => {
  const counts = async (number: string): Promise<boolean | undefined> => {
    const outcome = await simbank.start(attemptOf(number), contextOf().context)
    assert.ok(outcome.kind === 'declined' || outcome.kind === 'unknown')
    return outcome.countsForBreaker
  }
  assert.equal(await counts('4005050000000051'), true)
  assert.equal(await counts('4004040000000046'), false)
  assert.equal(await counts('4242424242424242'), false)
})

test('references derive only from the transaction id', async () => {
  const referencesOf = async (number: string, changes = {}) => {
    const outcome = await simbank.start(attemptOf(number, changes), contextOf().context)
    assert.ok(outcome.kind === 'approved')
    return outcome.references
  }
  const references = await referencesOf('4546711234567894')
  assert.match(references.providerTransactionId!, /^SIM-[0-9a-f]{20}$/)
  assert.match(references.authCode!, /^[0-9]{6}$/)
  assert.match(references.hostReference!, /^[0-9]{12}$/)
  assert.deepEqual(await referencesOf('9792030394440796', { reference: 'R-2' }), references)
  assert.notDeepEqual(
    await referencesOf('4546711234567894', { transactionId: TRANSACTION.replace('a', 'b') }),
    references,
  )
})
