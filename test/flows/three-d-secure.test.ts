/** 3D Secure over HTTP, from init to the shop: every way a challenge of the sandbox can go (contract/sandbox 3). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CARDS_3D, formIn, openThreeD, SHOP_CANCEL, type ThreeD } from '../support/three-d.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

let vezne: Vezne
let shop: ThreeD
before(async () => {
  vezne = await startVezne()
  shop = openThreeD(vezne)
})
after(() => vezne.stop())

const types = async (id: string): Promise<string[]> => (await shop.events(id)).map(({ type }) => type)
const backAt = (id: string, status: string): string =>
  `https://shop.example/back?basket=7&transaction_id=${id}&status=${status}`

test('a challenge passed: the payment is authorized at the bank and the shop is told in this order', async () => {
  const started = await shop.init(CARDS_3D.challenge, { external_id: 'order-9' })
  const { answer, id } = started
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.status, 'pending_3ds')
  assert.equal(answer.body.is_success, true)
  const { redirect_url, redirect_method, html_content, expires_at, external_id } = answer.body.extra_properties
  assert.ok(redirect_url.startsWith(`${vezne.urls.cards}/sandbox/acs/`))
  assert.equal(redirect_method, 'GET')
  assert.equal(formIn(html_content).action, redirect_url)
  assert.equal(external_id, 'order-9')
  assert.match(expires_at, /^\d{4}-.*\+00:00$/)

  const back = await shop.pass(started)
  assert.equal(back.status, 303, back.text)
  assert.equal(back.text, '')
  assert.equal(back.headers.location, backAt(id, 'completed'))
  const payment = await shop.payment(id)
  assert.equal(payment.status, 'completed')
  assert.equal(payment.is_3d_secure, true)
  assert.ok(payment.extra_properties.auth_code)
  const events = await shop.events(id)
  assert.deepEqual(
    events.map(({ type, sequence }) => [type, sequence]),
    [
      ['3ds.completed', 1],
      ['payment.completed', 2],
    ],
  )
  assert.equal(JSON.parse(events[0]!.body).data.status, 'completed')
})

test('a pre-authorization is authorized after the challenge', async () => {
  const started = await shop.init(CARDS_3D.frictionless, { operation_type: 'pre_auth' })
  const back = await shop.pass(started)
  assert.equal(back.headers.location, backAt(started.id, 'authorized'))
  assert.deepEqual(await types(started.id), ['3ds.completed', 'payment.authorized'])
})

test('cancelled: failed, and the browser goes to cancel_url', async () => {
  const started = await shop.init(CARDS_3D.challenge)
  const page = await shop.enter(started.page, { action: 'cancel' })
  assert.match(page.text, /data-state="cancelled"/)
  const back = await shop.sendBack(page.text)
  assert.equal(back.headers.location, `${SHOP_CANCEL}?transaction_id=${started.id}&status=failed`)
  const payment = await shop.payment(started.id)
  assert.equal(payment.error_code, 'three_ds_user_cancelled')
  assert.deepEqual(await types(started.id), ['3ds.failed'])
})

test('three wrong codes: asked twice again, then failed', async () => {
  const started = await shop.init(CARDS_3D.challenge)
  for (const left of ['2', '1']) {
    const page = await shop.enter(started.page, { code: '000000', action: 'submit' })
    assert.match(page.text, /data-state="wrong_code"/)
    assert.ok(page.text.includes(left))
  }
  const page = await shop.enter(started.page, { code: '000000', action: 'submit' })
  assert.match(page.text, /data-state="wrong_code"/)
  const back = await shop.sendBack(page.text)
  assert.equal(back.headers.location, backAt(started.id, 'failed'))
  assert.equal((await shop.payment(started.id)).error_code, 'three_ds_authentication_failed')
  // The right code comes too late, by the page and by us.
  const late = await shop.enter(started.page, { code: '123456', action: 'submit' })
  assert.equal(formIn(late.text).fields.result, 'wrong_code')
  assert.equal((await shop.sendBack(late.text)).headers.location, backAt(started.id, 'failed'))
  assert.deepEqual(await types(started.id), ['3ds.failed'])
})
