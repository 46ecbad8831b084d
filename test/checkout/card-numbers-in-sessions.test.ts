/** A card number in any text of a session or an order link is refused: those texts are stored and shown in clear. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SESSIONS } from '../support/checkout.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()

const AMOUNT = { amount: 15_000, currency: 'TRY' }
const NUMBER = '4532015112830366'
const SPELLINGS = [
  NUMBER,
  '4532 0151 1283 0366',
  `order ${NUMBER}, paid`,
  '4532-0151-1283-0366',
  '４５３２０１５１１２８３０３６６',
]

test('no text of a session, an order link or a payment takes a card number, whatever the name of its member', async () => {
  const maps = ['note', 'number', 'card_number', 'value'] as const
  const inMap = (name: string) => maps.map((key) => ({ [name]: { [key]: NUMBER } }))
  const inTexts = (...names: string[]) => names.flatMap((name) => SPELLINGS.map((text) => ({ [name]: text })))
  const writes = [
    ...[...inTexts('description', 'merchant_name', 'external_id', 'basket_id'), ...inMap('metadata')].map((texts) => ({
      path: SESSIONS,
      body: { amount: AMOUNT, ...texts },
    })),
    ...[...inTexts('description', 'external_id'), ...inMap('extra_properties')].map((texts) => ({
      path: '/payments/order-link',
      body: { amount: AMOUNT, return_url: 'https://shop.example/ok', ...texts },
    })),
    ...inMap('extra_properties').map((texts) => ({
      path: '/payments',
      body: { ...paymentBody({ card: { number: CARDS.debit } }), ...texts },
    })),
  ]
  const taken: unknown[] = []
  for (const { path, body } of writes) {
    const answer = await shop.call('POST', path, body)
    if (answer.status === 400) assertProblem(answer, 'bad_request')
    else taken.push([path, answer.status, body])
  }
  assert.deepEqual(taken, [])
})
