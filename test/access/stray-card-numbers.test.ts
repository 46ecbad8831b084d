/** A card number outside its own member is refused, and the refusal does not repeat it. */
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
      // Of issuers no table of ours knows, and as people write them.
      ['external_id', { external_id: '4917610000000000' }],
      ['basket_id', { basket_id: '378282246310005' }],
      ['description', { description: 'JCB 3530.1113.3330.0000, ask again' }],
      ['buyer.surname', { buyer: { surname: '6011_1111_1111_1117' } }],
      ['billing_address.address', { billing_address: { address: '4546/7112/3456/7894' } }],
      ['buyer.id', { buyer: { id: '5105  1051  0510  5100' } }],
      ['card.holder_name', { card: { holder_name: 'Ayşe 4917\u00a06100\u00a00000\u00a00000' } }],
      [
        'basket_items[0].name',
        { basket_items: [{ name: '4546\u20117112\u20113456\u20117894', price: 1, quantity: 1 }] },
      ],
      ['extra_properties.note', { extra_properties: { note: '４９１７６１００００００００００' } }],
      ['extra_properties.491761******0000', { extra_properties: { '4917.6100.0000.0000': 'x' } }],
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

test('numbers of orders, articles, phones, accounts and times are accepted', async () => {
  const { pay } = payments
  const taken = {
    external_id: '1763750123456789',
    basket_id: '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
    description: 'IBAN TR33 0006 1005 1978 6457 8413 26, 22.11.2026 13:26:26, 4.500,00 + 12.345,67 TL',
    buyer: { phone: '4915123456782', id: '2026112200001234', name: '0532 123 45 67 / 0533 765 43 21' },
    basket_items: [{ id: '4006381333931', name: '5411,5812,5999,5311,4111', price: 15_000, quantity: 1 }],
  }
  const answer = await pay(paymentBody(taken))
  assert.equal(answer.status, 200, answer.text)
})
