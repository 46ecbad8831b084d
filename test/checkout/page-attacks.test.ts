/** Attacks on the page and on card fields: guessed addresses, forged ways back, brands that are no brands, a merchant that may not sell. */
import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { FIELDS, ORIGIN, openFields, typeCard } from '../support/card-fields.ts'
import { createSession, openShopper, paymentsOf, titleOf } from '../support/checkout.ts'
import { CARDS } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const shop = useShop({ limits: 'plan' })
let shopper: ReturnType<typeof openShopper>
before(async () => {
  shopper = openShopper(shop)
})

const set = (key: string, value: string) => shop.call('POST', '/settings', { key, value })

test('colour and logo of a brand: legible, small, and nothing that runs', async () => {
  for (const value of ['red', '#fff', '#ffee00', '#12345g', '#000000;}body{display:none'])
    assertProblem(await set('checkout.color', value), 'validation_failed')
  for (const value of ['https://evil.example/x.png', 'data:text/html;base64,AAAA', 'data:image/png;base64,"><script>'])
    assertProblem(await set('checkout.logo', value), 'validation_failed')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString('base64')
  assert.equal((await set('checkout.color', '#7a0019')).status, 201)
  assert.equal((await set('checkout.logo', `data:image/svg+xml;base64,${svg}`)).status, 201)
  const { session_id: id } = await createSession(shop, { payment_mode: 'non_3d' })
  const page = await shopper.open(id)
  assert.match(page.text, /--brand:#7a0019/)
  const logo = await shopper.get(`/checkout/${id}/logo`)
  assert.deepEqual([logo.status, logo.headers['content-type']], [200, 'image/svg+xml'])
  assert.match(String(logo.headers['content-security-policy']), /default-src 'none'.*sandbox/)
  const { merchant_id } = (await shop.rows('select merchant_id from checkout_sessions order by id desc limit 1', []))[0]
  assert.equal((await set(`checkout.color:${merchant_id}`, '#00563f')).status, 201)
  assert.match((await shopper.open(id)).text, /--brand:#00563f/)
})

test('a way back that was not made here leads nowhere', async () => {
  for (const path of [
    '/checkout/back/x',
    `/checkout/back/${randomBytes(48).toString('base64url')}`,
    '/checkout/assets/page.js',
  ])
    assert.equal((await shopper.get(path)).status, 404, path)
})

test('a merchant that may not sell any more sells nothing on open pages either', async () => {
  const { session_id: id } = await createSession(shop, { payment_mode: 'non_3d' })
  const [row] = await shop.rows('select merchant_id from checkout_sessions order by id desc limit 1', [])
  const setActive = async (isActive: boolean, status: number) => {
    await shop.own('update merchants set is_active = $2 where id = $1', [row.merchant_id, isActive])
    await until('the merchants are read again', async () => {
      const answer = await shop.call('POST', '/checkout/sessions', { amount: 15_000, currency: 'TRY' })
      return answer.status === status
    })
  }
  await setActive(false, 403)
  const answer = await shopper.pay(id, CARDS.success)
  assert.match(answer.text, /could not be started, and nothing was charged/)
  assert.equal((await paymentsOf(shop, id)).length, 0)
  await setActive(true, 201)
})

test('the frame: its session’s origin alone may show it, it loads what it names, and a page elsewhere sends it no card', async () => {
  const secret = await openFields(shop)
  const { vezne } = shop
  const frame = await vezne.request('cards', 'GET', `/fields/${secret}?lang=tr`)
  assert.equal(frame.status, 200)
  const policy = String(frame.headers['content-security-policy'])
  assert.match(
    policy,
    /^default-src 'none'; script-src 'self'; style-src 'self' 'sha256-[^']+'; .*frame-ancestors http:\/\/localhost:3000;/,
  )
  assert.match(policy, /form-action 'none'.*require-trusted-types-for 'script'/)
  assert.deepEqual(
    [frame.headers['x-frame-options'], frame.headers['cache-control'], frame.headers['referrer-policy']],
    [undefined, 'no-store', 'no-referrer'],
  )
  const digestOf = (text: string) => `sha384-${hash('sha384', text, 'base64')}`
  const named = [...frame.text.matchAll(/(?:src|href)="([^"]+)" integrity="([^"]+)"/g)]
  assert.equal(named.length, 2)
  for (const [, path, integrity] of named)
    assert.equal(digestOf((await vezne.request('cards', 'GET', path as string)).text), integrity)
  const made = await shop.call('POST', FIELDS, { amount: 15_000, currency: 'TRY', origin: ORIGIN })
  const script = await vezne.request('cards', 'GET', new URL(made.body.script_url).pathname)
  assert.deepEqual(
    [
      digestOf(script.text),
      script.headers['access-control-allow-origin'],
      script.headers['cross-origin-resource-policy'],
    ],
    [made.body.script_integrity, '*', 'cross-origin'],
  )
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: vezne.urls.cards },
    { origin: ORIGIN },
    { origin: 'null' },
  ])
    assertProblem(await typeCard(shop, secret, {}, headers as Record<string, string>), 'forbidden')
  assert.equal((await typeCard(shop, secret, {}, { origin: new URL(vezne.urls.cards).origin })).status, 200)
})

test('the frame of a session that is over says so', async () => {
  const secret = await openFields(shop)
  const look = async () => (await shop.vezne.request('cards', 'GET', `/fields/${secret}?lang=en`)).text
  assert.doesNotMatch(await look(), /have been used/)
  await shop.vezne.moveClock(30 * 60_000)
  assert.match(await look(), /id="problem">These card fields have been used or have run out/)
})

test('guessing is limited, and closes no page: others may share the address', async () => {
  const { session_id: id } = await createSession(shop, { payment_mode: 'non_3d' })
  const guess = () => shopper.open(randomBytes(16).toString('hex'))
  assert.equal((await guess()).status, 404)
  for (let tries = 0; tries < 20; tries++) await guess()
  const refused = await guess()
  assert.deepEqual(
    [refused.status, titleOf(refused), refused.headers['retry-after']],
    [429, 'Too many wrong addresses', '60'],
  )
  assert.equal((await shopper.open(id)).status, 200)
  assert.equal(titleOf(await shopper.pay(id, CARDS.success)), 'Payment received')
})
