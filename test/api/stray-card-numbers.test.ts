/** A card number in any text but its own member is refused, and the refusal does not repeat it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOOKS } from '../support/hook-shop.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { refusedPayments } from '../support/refused-payments.ts'

const payments = refusedPayments()
const OTHER = CARDS.debit // not the card that pays

payments.refuses(
  (
    [
      ['external_id', { external_id: OTHER }],
      ['basket_id', { basket_id: `b-${OTHER}` }],
      ['description', { description: `paid with ${OTHER} yesterday` }],
      ['buyer.name', { buyer: { name: OTHER.replace(/(.{4})(?=.)/g, '$1 ') } }],
      ['card.holder_name', { card: { holder_name: `Ayşe ${OTHER}` } }],
      ['basket_items[0].name', { basket_items: [{ name: OTHER, price: 100, quantity: 1 }] }],
      ['extra_properties.note', { extra_properties: { note: OTHER } }],
      ['extra_properties.402277******4026', { extra_properties: { [OTHER]: 'x' } }],
    ] as const
  ).map(([field, change]) => [
    `in ${field}`,
    paymentBody(change),
    'bad_request',
    /must not hold a card number/,
    `${field} invalid_format`,
  ]),
)

test('in the key, in the name of a member, in the address of a subscriber', async () => {
  const { vezne, pay } = payments
  assertProblem(await pay(paymentBody(), { 'idempotency-key': OTHER }), 'bad_request', /Idempotency-Key: must not/)
  const unknown = await pay(paymentBody({ [OTHER]: 1 }))
  assertProblem(unknown, 'bad_request', /402277\*{6}4026: unknown member/)
  const answer = await vezne.request('cards', 'POST', HOOKS, {
    token: await vezne.token('admin', 'tenant-load'),
    body: { url: `http://127.0.0.1:9/${OTHER}`, events: ['*'] },
  })
  assertProblem(answer, 'bad_request', /url: must not hold a card number/, 'url invalid_format')
  const missing = await vezne.request('cards', 'GET', `/api/v1/payments/${OTHER}`, {
    token: await vezne.token('admin', 'tenant-load'),
  })
  assert.equal(missing.body.instance, '/api/v1/payments/402277******4026')
})

payments.wroteNothing()
