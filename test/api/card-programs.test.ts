/** Points and currency conversion, which no connector offers yet: the documented refusals. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let id: string
before(async () => {
  shop = await openShop()
  id = await shop.sell()
})
after(() => shop.vezne.stop())

const { card } = paymentBody()
const NOBODY = '00000000-0000-7000-8000-000000000000'

test('points: not of another card, and not supported of its own', async () => {
  const ask = (of: string, body: object) => shop.call('POST', `/payments/${of}/point-inquiry`, body)
  assertProblem(await ask(id, { card }), 'point_inquiry_not_supported')
  assertProblem(await ask(id, { card: { ...card, number: CARDS.unknown } }), 'invalid_card_number')
  assertProblem(await ask(NOBODY, { card }), 'payment_not_found')
  assertProblem(await ask(id, { card, transaction_id: NOBODY }), 'bad_request', /./, 'transaction_id mismatch')
  assertProblem(await ask(id, {}), 'bad_request', /./, 'card required')
})

test('conversion: no offer to answer', async () => {
  const confirm = (of: string, body: object) => shop.call('POST', `/payments/${of}/dcc/confirm`, body)
  assertProblem(await confirm(id, { accept_dcc: true }), 'dcc_not_available')
  assertProblem(await confirm(NOBODY, { accept_dcc: true }), 'payment_not_found')
  assertProblem(await confirm(id, {}), 'bad_request', /./, 'accept_dcc required')
  assert.equal((await shop.read(id)).status, 'completed')
})
