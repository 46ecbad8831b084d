/** 3D Secure over HTTP, from init to the shop: every result of a sandbox challenge (docs/interface/sandbox.md#challenge-page). */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { CARDS_3D, formIn, openThreeD, SHOP_CANCEL, type ThreeD } from '../support/three-d.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let shop: ThreeD
before(async () => {
  shop = openThreeD(vezne)
})

const types = async (id: string): Promise<string[]> => (await shop.events(id)).map(({ type }) => type)
const backAt = (id: string, status: string): string =>
  `https://shop.example/back?basket=7&transaction_id=${id}&status=${status}`

test('a challenge passed: the payment is authorized at the bank and the events come in this order', async () => {
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

// Card, status in the redirect, stored error, md status, ECI, events.
const table: [name: string, card: string, status: string, error: string | null, md: string, eci: string | null][] = [
  ['frictionless, Visa', CARDS_3D.frictionless, 'completed', null, 'fully_authenticated', '05'],
  ['frictionless, Mastercard', CARDS_3D.masterCardFrictionless, 'completed', null, 'fully_authenticated', '02'],
  ['challenge, Mastercard', CARDS_3D.masterCard, 'completed', null, 'fully_authenticated', '02'],
  ['attempt', CARDS_3D.attempt, 'completed', null, 'attempted_authentication', '06'],
  ['failed', CARDS_3D.failed, 'failed', 'three_ds_authentication_failed', 'authentication_failed', null],
  ['declined after the challenge', CARDS_3D.declined, 'failed', 'do_not_honor', 'fully_authenticated', '05'],
  ['refused without 3D, approved with it', CARDS_3D.threeDRequired, 'completed', null, 'fully_authenticated', '05'],
  ['a fault of the bank', CARDS_3D.gatewayError, 'failed', 'bank_system_error', 'fully_authenticated', '05'],
]
for (const [name, card, status, error, md, eci] of table)
  test(`${name}: ${status}`, async () => {
    const started = await shop.init(card)
    const back = await shop.pass(started)
    assert.equal(back.headers.location, backAt(started.id, status))
    const isPaid = status === 'completed'
    const payment = await shop.payment(started.id)
    assert.deepEqual([payment.status, payment.error_code], [status, error])
    assert.deepEqual(await types(started.id), isPaid ? ['3ds.completed', 'payment.completed'] : ['3ds.failed'])
    const read = await shop.transaction(started.id)
    assert.deepEqual([read.md_status, read.eci, read.is_3d_secure], [md, eci, true])
    assert.equal(read.secure_type, 'three_ds_v2')
    assert.equal(read.cavv?.length ?? null, eci === null ? null : 28)
    assert.ok(read.xid && read.three_ds_server_trans_id)
  })

test('the issuer does not participate: refused at init, with its event', async () => {
  const { answer } = await shop.init(CARDS_3D.unavailable)
  const { transaction_id } = assertProblem(answer, 'three_ds_not_supported')
  assert.equal((await shop.payment(transaction_id)).error_code, 'three_ds_not_supported')
  assert.deepEqual(await types(transaction_id), ['3ds.failed'])
})

test('the bank does not respond after the challenge: open for the shopper, resolved by inquiry', async () => {
  const started = await shop.init(CARDS_3D.timeout)
  assert.equal((await shop.pass(started)).headers.location, backAt(started.id, 'pending'))
  await vezne.moveClock(95_000)
  await until('settled', async () => (await shop.payment(started.id)).status === 'failed')
  assert.equal((await shop.payment(started.id)).error_code, 'bank_timeout')
  assert.deepEqual(await types(started.id), ['3ds.failed'])
})

test('a card code the bank finds wrong before the challenge is declined after it', async () => {
  const started = await shop.init(CARDS_3D.frictionless, { card: { number: CARDS_3D.frictionless, cvv: '999' } })
  assert.equal((await shop.pass(started)).headers.location, backAt(started.id, 'failed'))
  assert.equal((await shop.payment(started.id)).error_code, 'invalid_cvv')
})

test('history, histories and trace contain the challenge, and its proof only from the callback on', async () => {
  const started = await shop.init(CARDS_3D.challenge)
  const returned = await shop.pass(started)
  const { body } = await shop.call('GET', `/api/v1/payments/${started.id}/history`)
  assert.deepEqual(
    body.internal_history.map((row: Record<string, string>) => [row.status, row.md_status, row.eci]),
    [
      ['created', null, null],
      ['three_d_secure_init_processing', null, null],
      ['three_d_secure_auth_processing', '1', '05'],
      ['completed', '1', '05'],
    ],
  )
  const token = await vezne.token('pos')
  const merchant = { 'x-external-merchant-id': 'M-1001' }
  const histories = await vezne.request('cards', 'GET', `/api/v1/transactions/${started.id}/histories`, { token })
  assert.equal(histories.body[3].cavv.length, 28)
  assert.equal(histories.body[1].cavv, null)
  const trace = await vezne.request('cards', 'GET', `/api/v1/Trace/${started.answer.headers['x-correlation-id']}`, {
    token,
    headers: merchant,
  })
  const { events } = trace.body.data
  const titles = events.map(({ title }: { title: string }) => title)
  for (const title of [
    'POST /api/v1/payments/3d/init',
    'POST simbank://3d-init',
    'created to three_d_secure_init_processing',
    'three_d_secure_init_processing to three_d_secure_auth_processing',
    'POST simbank://sale',
    'three_d_secure_auth_processing to completed',
  ])
    assert.ok(titles.includes(title), `${title} is not in ${titles.join(', ')}`)
  assert.ok(events.some(({ subtitle }: { subtitle: string }) => subtitle?.includes('md status 1')))
  assert.doesNotMatch(trace.text, new RegExp(CARDS_3D.challenge))
  // The shopper's return has a trace of its own: what it continued.
  const callback = `/api/v1/Trace/${returned.headers['x-correlation-id']}`
  const set = await vezne.request('cards', 'GET', callback, { token, headers: merchant })
  assert.equal(set.status, 200, set.text)
  assert.deepEqual(set.body.data.summary.transactionIds, [started.id])
  const steps = set.body.data.events.map(({ title }: { title: string }) => title)
  for (const title of ['Return from the bank to /api/v1/payments/3d/callback', 'POST simbank://sale'])
    assert.ok(steps.includes(title), steps.join(', '))
})

test('a repeat of the key returns the same, also after the end; another body is refused', async () => {
  const headers = { 'idempotency-key': 'three-d-1' }
  const started = await shop.init(CARDS_3D.challenge, {}, headers)
  const again = await shop.init(CARDS_3D.challenge, {}, headers)
  assert.equal(again.answer.text, started.answer.text)
  assert.equal(again.answer.headers['idempotent-replayed'], 'true')
  await shop.pass(started)
  assert.equal((await shop.init(CARDS_3D.challenge, {}, headers)).answer.text, started.answer.text)
  assertProblem((await shop.init(CARDS_3D.frictionless, {}, headers)).answer, 'idempotency_key_in_use')
  assertProblem(
    (await shop.init(CARDS_3D.challenge, { return_url: 'https://elsewhere.example/' }, headers)).answer,
    'idempotency_key_in_use',
  )
  // The same key on POST /payments is another operation.
  const plain = await shop.call('POST', '/api/v1/payments', paymentBody(), headers)
  assert.equal(plain.body.status, 'completed', plain.text)
})

test('fifty inits with one key at once: one payment', async () => {
  const headers = { 'idempotency-key': 'three-d-50' }
  const answers = await Promise.all(Array.from({ length: 50 }, () => shop.init(CARDS_3D.challenge, {}, headers)))
  assert.equal(new Set(answers.map(({ answer }) => answer.text)).size, 1)
})

test('where the browser goes: callback_url is the default, one of the two is required, neither may be malformed', async () => {
  const { id, page } = await shop.init(CARDS_3D.frictionless, {
    return_url: undefined,
    callback_url: 'http://127.0.0.1:1234/x',
  })
  const back = await shop.sendBack((await shop.open(page)).text)
  assert.equal(back.headers.location, `http://127.0.0.1:1234/x?transaction_id=${id}&status=completed`)
  const odd: [change: object, hint: RegExp][] = [
    [{ return_url: 'http://shop.example/' }, /return_url/],
    [{ return_url: '/back' }, /return_url/],
    [{ return_url: 'javascript:alert(1)' }, /return_url/],
    [{ return_url: 'https://user:secret@shop.example/' }, /password/],
    [{ return_url: 'http://127.0.0.1.evil.example/' }, /return_url/],
    [{ cancel_url: 'ftp://shop.example/' }, /cancel_url/],
    [{ callback_url: 'https:\\\\shop.example' }, /callback_url/],
  ]
  for (const [change, hint] of odd)
    assertProblem((await shop.init(CARDS_3D.frictionless, change)).answer, 'invalid_callback_url', hint)
  const nowhere = (await shop.init(CARDS_3D.frictionless, { return_url: undefined })).answer
  assertProblem(nowhere, 'bad_request', /^return_url: send where the browser ends/)
  assert.deepEqual(nowhere.body.errors, [
    { field: 'return_url', code: 'required', message: 'send where the browser ends' },
  ])
})
