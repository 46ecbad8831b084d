/** The texts made of a payment's request: what a repeat must match, and nobody's data is in what is stored. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../src/core/problem.ts'
import { checkStrayCardNumber } from '../../src/payments/charge/check-payment.ts'
import { fingerprintPaymentRequest, toRequestTexts } from '../../src/payments/charge/payment-fingerprint.ts'
import { CARDS, paymentBody } from '../support/payments.ts'

const NATIONAL_NO = '10000000146'
const PASSPORT_NO = 'U1234567'

// biome-ignore lint/suspicious/noExplicitAny: of a call only what the texts are made of
const callOf = (change: object): any => ({
  request: { method: 'POST', url: '/api/v1/payments' },
  tenantId: 'T',
  runtime: { sealer: { fingerprint: (domain: string, text: string) => Buffer.from(`${domain}/${text}`) } },
  body: paymentBody(change),
})
const BUYER = { id: 'C-17', email: 'ayse@example.com', phone: '+905551112233' }

test('a repeat is recognized by a keyed hash of the tenant, of all that was sent but the code of the card', () => {
  const fingerprintOf = (change: object) => fingerprintPaymentRequest(callOf(change)).toString()
  const first = fingerprintOf({ buyer: { ...BUYER, identity_number: NATIONAL_NO } })
  assert.ok(first.startsWith('idempotency:T/POST\n/api/v1/payments\n'), first)
  for (const part of [CARDS.success, NATIONAL_NO, BUYER.email]) assert.ok(first.includes(part), part)
  assert.equal(
    fingerprintOf({ buyer: { ...BUYER, identity_number: NATIONAL_NO }, card: { cvv: '999' } }),
    first,
    'the code is left out',
  )
})

test('what is stored names neither the card nor the person; what is compared has the person, and not the card', () => {
  const texts = toRequestTexts(
    callOf({ buyer: { ...BUYER, identity_number: NATIONAL_NO }, extra_properties: { passport_no: PASSPORT_NO } }),
  )
  const shown = JSON.stringify(texts.shown)
  for (const secret of [CARDS.success, '"000"', NATIONAL_NO, PASSPORT_NO, BUYER.email, BUYER.phone])
    assert.ok(!shown.includes(secret), secret)
  for (const secret of [CARDS.success, '"000"']) assert.ok(!texts.compared.includes(secret), secret)
  for (const told of [NATIONAL_NO, PASSPORT_NO, BUYER.email]) assert.ok(texts.compared.includes(told), told)
})

for (const [where, change] of Object.entries({
  'a text': { description: `card ${CARDS.success}` },
  'a telephone number': { buyer: { phone: CARDS.success } },
  'an identity number': { buyer: { identity_number: `${CARDS.success}` } },
}))
  test(`the number of the card in ${where} is refused`, () => {
    const { compared } = toRequestTexts(callOf(change))
    assert.throws(() => checkStrayCardNumber(CARDS.success, compared), Problem)
  })
