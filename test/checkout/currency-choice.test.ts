/** The hosted page asks a foreign card in which currency it is charged, when its session or link carries that: without script (in a browser: currency-in-browser.test.ts). */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createSession, openShopper, pay, paymentsOf, readSession, titleOf } from '../support/checkout.ts'
import type { Answer } from '../support/http.ts'
import { CARDS } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { formIn } from '../support/three-d.ts'

const ASKS = { extra_properties: { dcc: 'true' } }
const NON_3D = { payment_mode: 'non_3d', ...ASKS }
const MINUTE_MS = 60_000

const shop = useShop()
let shopper: ReturnType<typeof openShopper>
before(async () => {
  shopper = openShopper(shop)
})

const choose = (page: Answer, id: string, currency: string, language = 'en'): Promise<Answer> =>
  shopper.post(`/checkout/${id}/currency`, {
    lang: language,
    payment: /name="payment" value="([^"]*)"/.exec(page.text)?.[1] ?? '',
    currency,
  })
const sales = async (id: string): Promise<string[]> =>
  (await shop.rows('select endpoint, request_body from api_request_logs where transaction_id = $1 order by id', [id]))
    .map(({ endpoint, request_body }) => {
      const { amount, currency } = JSON.parse(request_body)
      return `${endpoint.replace('simbank://', '')} ${amount} ${currency}`
    })
    .slice(1)

test('the choice: both amounts, rate and surcharge; the currency of the card is charged, and the receipt shows both', async () => {
  const { session_id: id } = await createSession(shop, NON_3D)
  const page = await shopper.pay(id, CARDS.foreign)
  assert.equal(titleOf(page), 'In which currency do you want to pay?')
  for (const part of ['US$3.86', '1 USD = 40.0000 TRY', '3.00%', 'TRY', '150.00', 'Time left: 5 min'])
    assert.ok(page.text.replaceAll('\u00a0', ' ').includes(part), part)
  assert.equal(titleOf(await shopper.open(id)), titleOf(page)) // a reload asks again
  assert.equal(titleOf(await shopper.pay(id, CARDS.success)), titleOf(page)) // the form sent once more charges nothing
  assert.equal((await readSession(shop, id)).status, 'processing')
  const paid = await choose(page, id, 'card')
  assert.equal(titleOf(paid), 'Payment received')
  for (const part of ['US$3.86', '1 USD = 40.0000 TRY', '150.00', '3.00%'])
    assert.ok(paid.text.replaceAll('\u00a0', ' ').includes(part), part)
  const [payment] = await paymentsOf(shop, id)
  assert.deepEqual(await sales(payment.id), ['sale 386 USD'])
  assert.equal(titleOf(await choose(page, id, 'payment')), 'Payment received') // the back button changes nothing
  assert.deepEqual(await sales(payment.id), ['sale 386 USD'])
})

test('declined: the currency of the shop; in Turkish', async () => {
  const { session_id: id } = await createSession(shop, NON_3D)
  const turkish = openShopper(shop, 'tr')
  const page = await turkish.pay(id, CARDS.foreign)
  assert.equal(titleOf(page), 'Hangi para biriminde ödemek istersiniz?')
  for (const part of ['1 USD = 40,0000 TRY', '%3,00', '₺150,00', '$3,86']) assert.ok(page.text.includes(part), part)
  const paid = await choose(page, id, 'payment', 'tr')
  assert.equal(titleOf(paid), 'Ödeme alındı')
  assert.ok(!paid.text.includes('USD'), paid.text)
  const [payment] = await paymentsOf(shop, id)
  assert.deepEqual(await sales(payment.id), ['sale 15000 TRY'])
})

test('no answer in time: another try on the same page; and another card instead', async () => {
  const { session_id: id } = await createSession(shop, NON_3D)
  const page = await shopper.pay(id, CARDS.foreign)
  await shop.vezne.moveClock(5 * MINUTE_MS)
  const late = await choose(page, id, 'card')
  assert.ok(late.text.includes('No currency was chosen. Nothing was charged.'), late.text)
  const again = await shopper.pay(id, CARDS.foreign, { attempt: '2' })
  assert.equal(titleOf(again), titleOf(page))
  const other = await shopper.post(`/checkout/${id}/other-card`, { lang: 'en' })
  assert.ok(other.text.includes('No currency was chosen'), other.text)
  assert.equal(titleOf(await shopper.pay(id, CARDS.success, { attempt: '3' })), 'Payment received')
  const payments = await paymentsOf(shop, id)
  assert.deepEqual(
    payments.map(({ status, error_code }) => [status, error_code]),
    [['failed', 'dcc_offer_expired'], ['failed', 'dcc_offer_expired'], ['completed', null]],
  ) // biome-ignore format: three tries
})

test('with 3D Secure: asked before the challenge, which is about what will be charged', async () => {
  const { session_id: id } = await createSession(shop, ASKS)
  const page = await shopper.pay(id, CARDS.foreign)
  assert.equal(titleOf(page), 'In which currency do you want to pay?')
  const bank = await choose(page, id, 'card')
  assert.equal(titleOf(bank), 'Your bank wants to confirm it is you')
  const challenge = await shopper.get(/href="([^"]*\/sandbox\/acs\/[^"]*)"/.exec(bank.text)?.[1] ?? '')
  assert.match(challenge.text, /3[.,]86/)
  const passed = await shopper.post(new URL(challengePath(bank)).pathname, { code: '123456', action: 'submit' })
  const { action, fields } = formIn(passed.text)
  assert.equal(titleOf(await shopper.post(action, fields)), 'Payment received')
  const [payment] = await paymentsOf(shop, id)
  assert.deepEqual(await sales(payment.id), ['3d-init 386 USD', 'sale 386 USD'])
  assert.equal((await shop.call('GET', `/payments/${payment.id}`)).body.extra_properties.dcc_charged_currency, 'USD')
})
const challengePath = ({ text }: Answer): string => /href="([^"]*\/sandbox\/acs\/[^"]*)"/.exec(text)?.[1] ?? ''

test('a session or a link that carries nothing asks nothing; one that does asks over the interface as well', async () => {
  const plain = await createSession(shop, { payment_mode: 'non_3d' })
  assert.equal(titleOf(await shopper.pay(plain.session_id, CARDS.foreign)), 'Payment received')
  const session = await createSession(shop, NON_3D)
  const answer = await pay(shop, session.session_id, { card: { number: CARDS.foreign } })
  assert.deepEqual([answer.status, answer.body.extra_properties.dcc_alternative_amount], [200, '386'], answer.text)
  const done = await shop.call('POST', `/payments/${answer.body.transaction_id}/dcc/confirm`, { accept_dcc: true })
  assert.equal(done.body.status, 'completed', done.text)
  assert.equal((await readSession(shop, session.session_id)).status, 'completed')
  const link = await shop.call('POST', '/payments/order-link', {
    amount: 15_000, currency: 'TRY', return_url: 'https://shop.example/back', ...ASKS,
  }) // biome-ignore format: a body reads as one
  const linkId = link.body.extra_properties.payment_link.split('/').at(-1)
  const page = await shopper.pay(linkId, CARDS.foreign)
  assert.equal(titleOf(page), 'In which currency do you want to pay?')
  assert.equal(titleOf(await choose(page, linkId, 'payment')), 'Your bank wants to confirm it is you')
  assert.deepEqual(await sales(link.body.transaction_id), ['3d-init 15000 TRY'])
})

test('neither true nor false: refused when the session or the link is made', async () => {
  const bad = { amount: 15_000, currency: 'TRY', return_url: 'https://shop.example/b', extra_properties: { dcc: '1' } }
  const { return_url: _, ...session } = bad
  for (const [path, body] of [
    ['/checkout/sessions', session],
    ['/payments/order-link', bad],
  ] as const)
    assertProblem(await shop.call('POST', path, body), 'bad_request', /./, 'extra_properties.dcc unknown_value')
})
