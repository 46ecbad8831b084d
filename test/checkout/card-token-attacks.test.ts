/** Attacks on card tokens over HTTP: a shop that tries numbers, limits, other merchants' sessions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wiredConnectors } from '../support/bank-rig.ts'
import { newToken, tokenBody } from '../support/card-fields.ts'
import { payBody, SESSIONS } from '../support/checkout.ts'
import { CARDS } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { CARDS_3D } from '../support/three-d.ts'
import { until } from '../support/until.ts'

const shop = useShop()

const charge = (body: object, headers: Record<string, string> = {}) => shop.call('POST', '/payments', body, headers)
const key = (value: string) => ({ 'idempotency-key': value })

test('no answer tells a shop whether a number it tries is the one behind its token', async () => {
  const token = await newToken(shop)
  // Refused before anything is stored, as often as a shop likes; and a row of digits holds many numbers.
  const ask = (number: string) =>
    charge(
      tokenBody(token, {
        installment: 12,
        amount: { amount: 150, currency: 'TRY' },
        description: `7${number}7`,
        billing_address: { address: `5${number}${number}` },
        buyer: { identity_number: `7${number}7` },
      }),
    )
  const [right, wrong] = [
    await ask(CARDS.success),
    await ask(CARDS.success.replace(/^(.{6})......(.{4})/, '$1000000$2')),
  ]
  const { correlation_id: _, ...told } = right.body
  const { correlation_id: __, ...other } = wrong.body
  assert.deepEqual(told, other)
  assert.equal(told.code, 'invalid_installment')
  assert.equal((await charge(tokenBody(token))).status, 200)
})

test('refused by the limit of the plan in the write that counts: the token is as good as before, with a key for that key', async () => {
  const platform = async (method: string, path: string, body?: object) => {
    const token = await shop.vezne.token('admin', 'master')
    const answer = await shop.vezne.request('identity', method, `/api/v1${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
    })
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const { items } = await platform('GET', '/platform/plans?page_size=100')
  const { id, features, ...plan } = items.find((each: { code: string }) => each.code === 'unlimited')
  const feature_codes = features.map((each: { code: string }) => each.code)
  const limit = (daily: number) =>
    platform('PUT', `/platform/plans/${id}`, { ...plan, feature_codes, daily_transaction_limit: daily })
  const [plain, keyed] = [await newToken(shop), await newToken(shop)]
  await shop.sell()
  const { body: of } = await shop.vezne.request('identity', 'GET', '/api/v1/me/plan', {
    token: await shop.vezne.token('admin', 'tenant-load'),
  })
  const used = of.daily_used
  await limit(used)
  assertProblem(await charge(tokenBody(plain)), 'daily_limit_exceeded')
  await limit(used + 1)
  await shop.sell()
  assertProblem(await charge(tokenBody(keyed), key('limited')), 'daily_limit_exceeded')
  await limit(0)
  assert.equal((await charge(tokenBody(plain))).status, 200)
  assertProblem(await charge(tokenBody(keyed)), 'card_token_used')
  assert.equal((await charge(tokenBody(keyed), key('limited'))).status, 200)
})

test('no other merchant pays with a token, not even in a session of its own, and a second start with it finds it used', async () => {
  const token = await newToken(shop, { number: CARDS_3D.challenge })
  const admin = await shop.vezne.token('admin', 'tenant-load')
  const { body: other } = await shop.vezne.request('identity', 'POST', '/api/v1/merchants', {
    token: admin,
    body: { name: 'Next door', external_id: 'NEXT' },
  })
  const nextDoor = (path: string, body: object) =>
    shop.vezne.request('cards', 'POST', `/api/v1${path}`, {
      token: admin,
      headers: { 'x-merchant-id': other.id },
      body,
    })
  let made = await nextDoor(SESSIONS, { amount: 15_000, currency: 'TRY' })
  await until('the merchants are read again', async () => {
    if (made.status !== 201) made = await nextDoor(SESSIONS, { amount: 15_000, currency: 'TRY' })
    return made.status === 201
  })
  const { card: _, ...rest } = payBody({ card_token: token })
  assertProblem(await nextDoor(`${SESSIONS}/${made.body.session_id}/pay`, rest), 'card_token_invalid')

  const body = { ...tokenBody(token), return_url: 'https://shop.example/back' }
  const start = (value: string) => shop.call('POST', '/payments/3d/init', body, key(value))
  const started = await start('start')
  assert.equal(started.body.status, 'pending_3ds', started.text)
  assertProblem(await start('second'), 'card_token_used')
  assertProblem(await charge(tokenBody(token), key('start')), 'card_token_used')
  assert.equal((await start('start')).text, started.text)
})

test('a bank that takes the card from a form of the browser: the shop is told where to send its shopper, and not the card', async () => {
  const takers = wiredConnectors.filter(({ family }) => ['nestpay', 'garanti'].includes(family))
  assert.equal(takers.length >= 2, true)
  for (const { demo } of takers) {
    const body = {
      ...tokenBody(await newToken(shop)),
      return_url: 'https://shop.example/back',
      extra_properties: { connector_configuration_id: await shop.configurationOf(demo.code) },
    }
    const started = await shop.call('POST', '/payments/3d/init', body)
    assert.equal(started.body.status, 'pending_3ds', started.text)
    assert.ok(!started.text.includes(CARDS.success), `${demo.code} ${started.text}`)
    assert.equal(started.body.extra_properties.html_content, undefined)
    const page = await fetch(started.body.extra_properties.redirect_url)
    assert.match(await page.text(), new RegExp(CARDS.success))
  }
})
