/** Generated test cards: valid, unused, of the requested scheme, and usable like any other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectScheme, passesLuhn } from '../../src/core/card-number.ts'
import { paymentBody } from '../support/payments.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

const facets = { card_schema_type: 'Visa', card_type: 'Credit', card_brand: 'World', expected_result: 'Declined' }
const generate = async (changes: object) =>
  vezne.request('cards', 'POST', '/api/v1/test-cards/generate', {
    token: await vezne.token('pos'),
    body: { ...facets, ...changes },
  })

test('generated numbers are valid, unused and of the requested scheme', async () => {
  for (const [scheme, prefix] of [
    ['Visa', '4'],
    ['MasterCard', '53'],
    ['Amex', '37'],
    ['Troy', '9792'],
    ['UnionPay', '62'],
    ['Proprietary', '9001'],
  ]) {
    const { status, body, text } = await generate({ count: 5, card_schema_type: scheme })
    assert.equal(status, 201, text)
    assert.equal(new Set(body.map((card: { card_number: string }) => card.card_number)).size, 5)
    for (const card of body) {
      assert.ok(passesLuhn(card.card_number) && card.card_number.startsWith(prefix) && card.label)
      assert.deepEqual(
        [detectScheme(card.card_number), card.card_schema_type, card.cvv.length],
        [scheme, scheme, scheme === 'Amex' ? 4 : 3],
      )
    }
  }
  const own = await generate({ count: 100, bin_prefix: '41234567' })
  assert.ok(
    own.body.length === 100 &&
      own.body.every((card: { card_number: string }) => card.card_number.startsWith('41234567')),
  )
  const paid = await vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await vezne.token('m1'),
    body: paymentBody({ card: { number: own.body[0].card_number } }),
  })
  assert.equal(paid.body.provider_error_code, '05')
  const other = await generate({ count: 1, bin_prefix: '5' })
  assert.deepEqual(
    [other.status, other.body.code, other.body.errors[0].field],
    [422, 'validation_failed', 'bin_prefix'],
  )
  for (const count of [0, 101]) assert.equal((await generate({ count })).status, 400)
})
