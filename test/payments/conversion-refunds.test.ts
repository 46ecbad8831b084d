/** What follows an offer, with 3D Secure; and captures, voids and refunds of a converted payment: asked for in its currency, sent to the bank in the one that was charged. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { dropOldOffers } from '../../src/payments/conversions/drop-offers.ts'
import { openConversions } from '../support/conversions.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { encode, formIn, formType } from '../support/three-d.ts'
import { until } from '../support/until.ts'

const shop = useShop()
let { charged, confirm, heard, journal, readPayment } = {} as ReturnType<typeof openConversions>
before(async () => {
  ;({ charged, confirm, heard, journal, readPayment } = openConversions(shop))
})

test('refunds: asked for in the currency of the payment, sent in that of the charge, and together all of it', async () => {
  const id = await charged()
  const sent: number[] = []
  for (const amount of [3_333, 3_333, 3_333]) assert.equal((await shop.follow(id, 'refund', { amount })).status, 200)
  assertProblem(await shop.follow(id, 'refund', { amount: 1 }), 'invalid_refund_amount', /smallest unit/)
  assertProblem(
    await shop.follow(id, 'refund', { amount: { amount: 100, currency: 'USD' } }),
    'refund_currency_mismatch',
  )
  const rest = await shop.follow(id, 'refund')
  assert.deepEqual([rest.status, rest.body.status, rest.body.extra_properties.refund_amount], [200, 'refunded', '5001'])
  assert.equal(rest.body.extra_properties.dcc_charged_amount, '386')
  const refunds = await shop.rows('select id from payment_operations where payment_id = $1 order by id', [id])
  for (const refund of refunds) sent.push(...(await heard(refund.id)).map((each) => Number(each.split(' ')[1])))
  assert.deepEqual(sent, [86, 86, 85, 129])
  assert.deepEqual(
    (await journal(id)).map(({ amount, currency }) => `${amount} ${currency}`),
    ['15000 TRY', '3333 TRY', '3333 TRY', '3333 TRY', '5001 TRY'],
  )
})

test('a refund the bank leaves open is inquired about with the amount that was sent, others meanwhile do not change it', async () => {
  const id = await charged()
  const open = await shop.follow(id, 'refund', { amount: 5_000, extra_properties: { simulate: '99' } })
  assert.equal(open.status, 202, open.text)
  const refund = open.body.extra_properties.refund_id
  assert.equal((await shop.follow(id, 'refund', { amount: 1_000, extra_properties: { simulate: '05' } })).status, 422)
  assert.equal((await shop.follow(id, 'refund', { amount: 9_999 })).status, 200)
  await shop.vezne.moveClock(10_000)
  await until('known', async () => (await heard(refund)).length > 1)
  assert.deepEqual(await heard(refund), ['refund 129 USD', 'inquiry 129 USD'])
  await until('settled', async () => (await shop.read(id)).status === 'completed')
  const last = await shop.follow(id, 'refund')
  assert.deepEqual([last.body.status, last.body.extra_properties.refund_amount], ['refunded', '1'], last.text)
})

test('a pre-authorization: captured in part and refunded, or voided, in the currency that was charged', async () => {
  const id = await charged({ operation_type: 'pre_auth' })
  assert.deepEqual((await readPayment(id)).status, 'authorized')
  const capture = await shop.follow(id, 'capture', { amount: 7_500 })
  assert.deepEqual([capture.status, capture.body.extra_properties.captured_amount], [200, '7500'], capture.text)
  assert.equal((await shop.follow(id, 'refund')).body.status, 'refunded')
  const [refund] = await shop.rows(`select id from payment_operations where payment_id = $1 and kind = 'refund'`, [id])
  assert.deepEqual(await heard(refund.id), ['refund 193 USD'])
  assert.deepEqual(await heard(id), ['conversion 15000 TRY', 'preauth 386 USD', 'capture 193 USD'])
  const voided = await charged()
  assert.equal((await shop.follow(voided, 'void')).status, 200)
  assert.deepEqual((await heard(voided)).at(-1), 'void 386 USD')
})

test('offers of yesterday are dropped; what was charged on their terms is refunded as ever', async () => {
  const id = await charged()
  await shop.vezne.moveClock(49 * 3_600_000)
  await dropOldOffers(shop.vezne.runtime)
  assert.deepEqual(await shop.rows('select payment_id from dcc_offers', []), [])
  const refund = await shop.follow(id, 'refund')
  assert.deepEqual([refund.status, refund.body.extra_properties.dcc_charged_amount], [200, '386'], refund.text)
  assert.deepEqual(await heard(refund.body.extra_properties.refund_id), ['refund 386 USD'])
})

test('with 3D Secure: offered before the challenge, which repeats of the key of the answer lead to', async () => {
  const init = await shop.call('POST', '/payments/3d/init', {
    ...paymentBody({ card: { number: CARDS.foreign }, extra_properties: { dcc: 'true' } }),
    return_url: 'https://shop.example/back',
  })
  assert.deepEqual(
    [init.status, init.body.status, init.body.extra_properties.redirect_url],
    [200, 'pending', undefined],
  )
  const { transaction_id: id } = init.body
  assert.deepEqual(await heard(id), ['conversion 15000 TRY'])
  const key = { 'idempotency-key': 'dcc-challenge' }
  const begun = await confirm(id, true, key)
  assert.deepEqual([begun.status, begun.body.status], [200, 'pending_3ds'], begun.text)
  const { redirect_url } = begun.body.extra_properties
  assert.equal((await confirm(id, true, key)).body.extra_properties.redirect_url, redirect_url)
  assert.deepEqual(await heard(id), ['conversion 15000 TRY', '3d-init 386 USD'])
  const path = redirect_url.slice(shop.vezne.urls.cards.length)
  const post = (to: string, fields: Record<string, string>) =>
    shop.vezne.request('cards', 'POST', to, { body: encode(fields), headers: formType })
  const { action, fields } = formIn((await post(path, { code: '123456', action: 'submit' })).text)
  const back = await post(action.slice(shop.vezne.urls.cards.length), fields)
  assert.match(back.headers.location ?? '', /^https:\/\/shop.example\/back\?.*status=completed$/)
  assert.equal((await readPayment(id)).extra_properties.dcc_charged_amount, '386')
  assert.deepEqual((await heard(id)).at(-1), 'sale 386 USD')
})
