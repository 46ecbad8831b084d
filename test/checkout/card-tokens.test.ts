/** Card tokens over HTTP: what they pay, whose they are, how often, how long, and what is left of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropOldFieldsSessions, forgetDueCards } from '../../src/checkout/fields/forget-cards.ts'
import { useToken } from '../../src/payments/card-tokens/use-card-token.ts'
import { toPaymentKey } from '../../src/payments/charge/payment-kind.ts'
import { FIELDS, newToken, ORIGIN, openFields, tokenBody, typeCard } from '../support/card-fields.ts'
import { createSession, pay, payBody } from '../support/checkout.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { setByTwo } from '../support/settings.ts'
import { useShop } from '../support/shop.ts'
import { CARDS_3D } from '../support/three-d.ts'
import { until } from '../support/until.ts'

const MINUTE = 60_000

const shop = useShop({ limits: 'plan' })

const charge = (body: object, headers: Record<string, string> = {}) => shop.call('POST', '/payments', body, headers)
const key = (value: string) => ({ 'idempotency-key': value })
const rowOf = async (secret: string) =>
  (await shop.rows('select * from fields_sessions where secret_hash = sha256($1::bytea)', [Buffer.from(secret)]))[0]

test('a card typed into the fields is a token: it pays once, a repeat of the key answers as before, and nothing of the card is left', async () => {
  const secret = await openFields(shop, { allowed_installments: [1, 3] })
  const typed = await typeCard(shop, secret)
  const { card_token: token, expires_at, ...told } = typed.body
  assert.match(token, /^ct_[a-zA-F]{40}$/)
  assert.equal(typed.headers['cache-control'], 'no-store')
  assert.deepEqual(told, { scheme: 'Visa', bin: '454671', last_four: '7894', installments: [1, 3] })
  assert.ok(Date.parse(expires_at) > 0)
  const kept = await rowOf(secret)
  assert.ok(kept.card_sealed && kept.code_sealed && !JSON.stringify(kept).includes(token))

  const body = tokenBody(token, { amount: { amount: 14_000, currency: 'try' }, installment: 3, external_id: 'T-1' })
  const paid = await charge(body, key('tokens-1'))
  assert.deepEqual([paid.status, paid.body.status], [200, 'completed'], paid.text)
  const again = await charge(body, key('tokens-1'))
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [paid.text, 'true'])
  assertProblem(await charge({ ...body, external_id: 'T-2' }, key('tokens-1')), 'idempotency_key_in_use')
  assertProblem(await charge(body, key('tokens-2')), 'card_token_used')
  assertProblem(await charge(body), 'card_token_used')
  assertProblem(await typeCard(shop, secret), 'session_closed')

  const spent = await rowOf(secret)
  assert.deepEqual([spent.card_sealed, spent.code_sealed, spent.card_holder_name], [null, null, null])
  const [payment] = await shop.rows('select request_body, extra, masked_card_number from payments where id = $1', [
    paid.body.transaction_id,
  ])
  assert.equal(payment.masked_card_number, '454671******7894')
  assert.match(payment.request_body, /"card_token":"\*\*\*"/)
})

test('with 3-D Secure, as a pre-authorization, and inside a checkout session', async () => {
  const started = await shop.call('POST', '/payments/3d/init', {
    ...tokenBody(await newToken(shop, { number: CARDS_3D.challenge })),
    return_url: 'https://shop.example/back',
  })
  assert.deepEqual([started.status, started.body.status], [200, 'pending_3ds'], started.text)
  const held = await charge(tokenBody(await newToken(shop), { operation_type: 'pre_auth' }))
  assert.deepEqual([held.status, held.body.status], [200, 'authorized'], held.text)
  const session = await createSession(shop, { payment_mode: 'non_3d' })
  const { card: _, ...rest } = payBody({ card_token: await newToken(shop) })
  const path = `/checkout/sessions/${session.session_id}/pay`
  const paid = await shop.call('POST', path, rest, key('in-session'))
  assert.deepEqual([paid.status, paid.body.status], [200, 'completed'], paid.text)
  assert.equal((await shop.call('POST', path, rest, key('in-session'))).text, paid.text)
  assertProblem(await pay(shop, session.session_id, {}, key('in-session')), 'idempotency_key_in_use')
  const holders = await shop.call('GET', '/idempotency-keys?key=in-session')
  const { operation, transaction_id } = holders.body[0]
  assert.deepEqual(
    [operation, transaction_id],
    ['POST /api/v1/checkout/sessions/{session_id}/pay', paid.body.transaction_id],
  )
  assert.equal(holders.body.length, 1)
})

test('installments that the session names are the only ones its token pays', async () => {
  const token = await newToken(shop, {}, { allowed_installments: [1, 3] })
  assertProblem(await charge(tokenBody(token, { installment: 6 })), 'card_token_mismatch')
  const paid = await charge(tokenBody(token, { installment: 3 }))
  assert.deepEqual([paid.status, paid.body.status], [200, 'completed'], paid.text)
})

test('exactly one of card and card_token', async () => {
  const { card, ...without } = paymentBody()
  for (const path of ['/payments', '/payments/3d/init'])
    assert.deepEqual(
      (await shop.call('POST', path, without)).body.errors.map((each: { field: string }) => each.field),
      ['card'],
    )
  const both = await charge({ ...tokenBody(`ct_${'a'.repeat(40)}`), card })
  assertProblem(both, 'bad_request')
  assert.deepEqual(both.body.errors, [{ field: 'card_token', code: 'mismatch', message: 'must not come with card' }])
})

test('another merchant, another tenant, more money, another currency: nothing is paid, and the token is as good as before', async () => {
  const token = await newToken(shop)
  const body = tokenBody(token)
  const { body: other } = await shop.vezne.request('identity', 'POST', '/api/v1/merchants', {
    token: await shop.vezne.token('admin', 'tenant-load'),
    body: { name: 'Other', external_id: 'OTHER' },
  })
  await until('the merchants are read again', async () => {
    const answer = await shop.call('POST', '/payments', body, {
      'x-external-merchant-id': '',
      'x-merchant-id': other.id,
    })
    return answer.body.code === 'card_token_invalid'
  })
  const elsewhere = await shop.vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await shop.vezne.token('admin'),
    headers: { 'x-external-merchant-id': 'M-1001' },
    body,
  })
  assertProblem(elsewhere, 'card_token_invalid')
  assertProblem(await charge({ ...body, amount: { amount: 15_001, currency: 'TRY' } }), 'card_token_mismatch')
  assertProblem(await charge({ ...body, amount: { amount: 15_000, currency: 'USD' } }), 'card_token_mismatch')
  assertProblem(await charge(tokenBody(`ct_${'a'.repeat(40)}`)), 'card_token_invalid')
  // Refused before anything is stored.
  assertProblem(
    await charge({ ...body, installment: 12, amount: { amount: 150, currency: 'TRY' } }),
    'invalid_installment',
  )
  assert.equal((await charge(body)).status, 200)
})

test('of calls at the same moment one pays; a declined card is used up, a newer one takes the place of an older', async () => {
  const token = await newToken(shop)
  const calls = await Promise.all(Array.from({ length: 6 }, (_, at) => charge(tokenBody(token), key(`at-once-${at}`))))
  assert.deepEqual(calls.map(({ status, body }) => (status === 200 ? 'paid' : body.code)).sort(), [
    ...Array(5).fill('card_token_used'),
    'paid',
  ])
  const same = await newToken(shop)
  const repeats = await Promise.all(Array.from({ length: 4 }, () => charge(tokenBody(same), key('one-key'))))
  assert.equal(new Set(repeats.map(({ body }) => body.transaction_id)).size, 1)

  const declined = await newToken(shop, { number: CARDS.declined })
  assertProblem(await charge(tokenBody(declined)), 'bank_declined')
  assertProblem(await charge(tokenBody(declined)), 'card_token_used')

  const secret = await openFields(shop)
  const older = (await typeCard(shop, secret)).body.card_token
  const newer = (await typeCard(shop, secret, { number: CARDS.debit })).body.card_token
  assertProblem(await charge(tokenBody(older)), 'card_token_invalid')
  assert.equal((await charge(tokenBody(newer))).status, 200)
})

test('a process dies between token and payment: the same key goes on with it, nobody else does', async () => {
  const token = await newToken(shop)
  const [{ tenant_id: tenantId, merchant_id: merchantId }] = await shop.rows(
    'select tenant_id, merchant_id from fields_sessions where token_hash = sha256($1::bytea)',
    [Buffer.from(token)],
  )
  const body = tokenBody(token)
  await useToken(shop.vezne.runtime, { tenantId, merchantId, body }, toPaymentKey('plain', 'died'))
  assertProblem(await charge(body, key('another')), 'card_token_used')
  assertProblem(await charge(body), 'card_token_used')
  const started = { ...body, return_url: 'https://shop.example/back' }
  assertProblem(await shop.call('POST', '/payments/3d/init', started, key('died')), 'card_token_used')
  assert.equal((await charge(body, key('died'))).status, 200)
})

test('by the clock: 15 minutes for a token, 30 for its session; then the card is gone, and a day later the row', async () => {
  const secret = await openFields(shop)
  const early = (await typeCard(shop, secret)).body.card_token
  await shop.vezne.moveClock(15 * MINUTE)
  assertProblem(await charge(tokenBody(early)), 'card_token_expired')
  await forgetDueCards(shop.vezne.runtime)
  const left = await rowOf(secret)
  assert.deepEqual([left.card_sealed, left.code_sealed, left.card_holder_name], [null, null, null])
  assertProblem(await charge(tokenBody(early)), 'card_token_expired')
  assert.equal((await typeCard(shop, secret)).status, 200)
  await shop.vezne.moveClock(15 * MINUTE)
  assertProblem(await typeCard(shop, secret), 'session_expired')
  await shop.vezne.moveClock(24 * 60 * MINUTE)
  await dropOldFieldsSessions(shop.vezne.runtime)
  assert.equal(await rowOf(secret), undefined)
})

test('a card that is none: one problem at a time, in the language of the page, and no token', async () => {
  const secret = await openFields(shop)
  const wrong = await typeCard(shop, secret, { number: '4546711234567895', code: '1', lang: 'tr' })
  assertProblem(wrong, 'invalid_card_number')
  assert.match(wrong.body.detail, /Kart numarasını kontrol edin/)
  assert.deepEqual(
    wrong.body.errors.map((each: { field: string }) => each.field),
    ['number'],
  )
  assertProblem(await typeCard(shop, secret, { code: '1' }), 'invalid_cvv')
  assert.equal((await rowOf(secret)).token_no, 0)
})

test('an origin is one the merchant has named, written as browsers write it', async () => {
  const ask = (origin: string) => shop.call('POST', FIELDS, { amount: 15_000, currency: 'TRY', origin })
  for (const origin of [
    'https://shop.example',
    'https://shop.example/',
    "https://a;script-src'self'.example",
    'https://*.example',
    'null',
    'http://shop.example',
    'https://shop.example:443',
  ])
    assertProblem(await ask(origin), 'origin_not_allowed')
  const set = (value: string) => shop.call('POST', '/settings', { key: 'checkout.origins', value })
  for (const value of ['*', 'https://*.shop.example', 'https://a;b.example', 'shop.example'])
    assertProblem(await set(value), 'validation_failed')
  await setByTwo(shop.vezne, 'checkout.origins', 'https://shop.example, https://www.shop.example:8443')
  for (const origin of ['https://shop.example', 'https://www.shop.example:8443', ORIGIN])
    assert.equal((await ask(origin)).status, 201, origin)
  assertProblem(await ask('https://evil.example'), 'origin_not_allowed')
})

test('guessed secrets are soon refused, and a good one never is', async () => {
  const secret = await openFields(shop)
  const guess = () => typeCard(shop, `fs_${'b'.repeat(40)}`)
  assertProblem(await guess(), 'session_not_found')
  for (let tries = 0; tries < 19; tries++) await guess()
  assertProblem(await guess(), 'rate_limit_exceeded')
  assert.equal((await shop.vezne.request('cards', 'GET', '/fields/x')).status, 429)
  assert.equal((await typeCard(shop, secret)).status, 200)
})
