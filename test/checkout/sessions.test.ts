/** The life of a checkout session over HTTP: tries, modes, what was agreed, expiry by the clock, and one payment at most. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endDueSessions } from '../../src/checkout/end-due-sessions.ts'
import { personalDataOfSessions } from '../../src/checkout/personal-data-of-sessions.ts'
import { newId } from '../../src/core/id.ts'
import { complete, createSession, pay, paymentsOf, readSession, SESSIONS } from '../support/checkout.ts'
import { CARDS } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'

const MINUTE = 60_000
const NON_3D = { payment_mode: 'non_3d' }
const DECLINED = { card: { number: CARDS.declined } }

const shop = useShop()

test('a session is created once per key, read whole, and paid without 3D Secure', async () => {
  const asked = {
    ...NON_3D,
    merchant_name: 'Kitapçı <b>Ali</b>',
    description: 'Üç kitap',
    external_id: 'ORDER-7',
    basket_id: 'B-7',
    customer_email: 'ayse@example.org',
    customer_phone: '+905551112233',
    metadata: { colour: 'red' },
    allowed_installments: [6, 3, 1, 3],
    success_url: 'https://shop.example/ok?x=1',
    cancel_url: 'https://shop.example/no',
  }
  const key = { 'idempotency-key': 'session-1' }
  const made = await createSession(shop, asked, key)
  assert.match(made.session_id, /^[0-9a-f]{32}$/)
  assert.equal(made.checkout_url, `${shop.vezne.urls.cards}/checkout/${made.session_id}`)
  assert.deepEqual(await createSession(shop, asked, key), made)
  const session = await readSession(shop, made.session_id)
  assert.deepEqual(
    [session.status, session.attempt_count, session.max_attempts, session.transaction_id, session.allowed_installments],
    ['open', 0, 3, null, [1, 3, 6]],
  )
  assert.deepEqual(
    [session.merchant_name, session.customer_email, session.metadata, session.payment_mode, session.success_url],
    ['Kitapçı <b>Ali</b>', 'ayse@example.org', { colour: 'red' }, 'non_3d', 'https://shop.example/ok?x=1'],
  )
  const paid = await pay(shop, made.session_id, { installment: 3 }, { 'idempotency-key': 'pay-1' })
  assert.deepEqual([paid.status, paid.body.status], [200, 'completed'], paid.text)
  const again = await pay(shop, made.session_id, { installment: 3 }, { 'idempotency-key': 'pay-1' })
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [paid.text, 'true'])
  assertProblem(
    await pay(shop, made.session_id, { installment: 6 }, { 'idempotency-key': 'pay-1' }),
    'idempotency_key_in_use',
  )
  assertProblem(await pay(shop, made.session_id), 'session_closed')
  const [payment, ...others] = await paymentsOf(shop, made.session_id)
  assert.deepEqual(
    [others, payment.external_id, payment.basket_id, payment.installment_count, payment.payment_type],
    [[], 'ORDER-7', 'B-7', 3, 'card'],
  )
  const check = await shop.rows('select variables from fraud_checks where id = $1', [payment.id])
  assert.match(JSON.stringify(check), /checkout/)
  const after = await readSession(shop, made.session_id)
  assert.deepEqual(
    [after.status, after.attempt_count, after.transaction_id],
    ['completed', 1, paid.body.transaction_id],
  )
  for (const _ of [1, 2]) assert.equal((await complete(shop, made.session_id, payment.id)).status, 204)
  const status = await shop.call('GET', `${SESSIONS}/${made.session_id}/transaction-status`)
  assert.deepEqual([status.body.status, status.body.amount, status.body.is_3d_secure], ['completed', 15_000, false])
})

test('three tries: a decline opens the session again, the third closes it, and refusals that store nothing are no tries', async () => {
  const { session_id: id } = await createSession(shop, NON_3D)
  assertProblem(await pay(shop, id, { card: { number: '4546711234567895' } }), 'invalid_card_number')
  assertProblem(await pay(shop, id, { amount: { amount: 15_001, currency: 'TRY' } }), 'session_amount_mismatch')
  assertProblem(await pay(shop, id, { installment: 2 }), 'session_installment_not_allowed')
  assertProblem(await pay(shop, id, { operation_type: 'pre_auth' }), 'pre_auth_not_allowed')
  assertProblem(await shop.call('GET', `${SESSIONS}/${id}/transaction-status`), 'payment_not_found')
  const first = assertProblem(await pay(shop, id, DECLINED), 'bank_declined')
  assert.deepEqual([(await readSession(shop, id)).status, (await readSession(shop, id)).attempt_count], ['open', 1])
  assertProblem(await complete(shop, id, first.transaction_id as string), 'invalid_state_transition')
  assertProblem(await pay(shop, id, DECLINED), 'bank_declined')
  assertProblem(await pay(shop, id, DECLINED), 'bank_declined')
  assert.deepEqual([(await readSession(shop, id)).status, (await readSession(shop, id)).attempt_count], ['failed', 3])
  assertProblem(await pay(shop, id), 'max_attempts_exceeded')
  assertProblem(await complete(shop, id, first.transaction_id as string), 'session_closed')
  assertProblem(await complete(shop, id, '00000000-0000-4000-8000-000000000000'), 'payment_not_found')
  const named = await shop.call('GET', `${SESSIONS}/${id}/transaction-status?transaction_id=${first.transaction_id}`)
  assert.equal(named.body.status, 'failed')
})

test('a completed session is completed by its paid payment alone, not by an earlier try', async () => {
  const { session_id: id } = await createSession(shop, NON_3D)
  const failed = assertProblem(await pay(shop, id, DECLINED), 'bank_declined').transaction_id as string
  const paid = (await pay(shop, id)).body.transaction_id
  assertProblem(await complete(shop, id, failed), 'invalid_state_transition')
  for (const _ of [1, 2]) assert.equal((await complete(shop, id, paid)).status, 204)
})

test('with 3D Secure the session waits for the shopper, and takes no second try meanwhile, not even past its time', async () => {
  const { session_id: id } = await createSession(shop, { allow_pre_auth: true })
  const started = await pay(shop, id, { operation_type: 'pre_auth', card: { number: CARDS.debit } })
  assert.deepEqual([started.status, started.body.status], [200, 'pending_3ds'], started.text)
  assert.equal((await readSession(shop, id)).status, 'processing')
  assertProblem(await pay(shop, id), 'invalid_state_transition')
  await shop.vezne.moveClock(31 * MINUTE)
  const { session_id: other } = await createSession(shop)
  await shop.vezne.moveClock(31 * MINUTE)
  assert.equal((await readSession(shop, other)).status, 'expired')
  assertProblem(await pay(shop, other), 'session_expired')
  assertProblem(await shop.call('GET', `${SESSIONS}/${'0'.repeat(32)}`), 'session_not_found')
  assertProblem(await shop.call('GET', `${SESSIONS}/no-id`), 'session_not_found')
})

test('two calls at once, with and without a key: one payment', async () => {
  for (const headers of [{}, { 'idempotency-key': 'both' }]) {
    const { session_id: id } = await createSession(shop, NON_3D)
    const answers = await Promise.all([1, 2, 3].map(() => pay(shop, id, {}, headers)))
    const paid = answers.filter(({ status }) => status === 200)
    assert.ok(paid.length >= 1, answers.map(({ text }) => text).join())
    assert.equal(new Set(paid.map(({ body }) => body.transaction_id)).size, 1)
    const [payment, ...others] = await paymentsOf(shop, id)
    assert.deepEqual([payment.status, others], ['completed', []])
  }
})

test('a process that dies in the midst of a try: the session waits for it, then the same try is made again, with the same payment', async () => {
  const { session_id: id } = await createSession(shop, NON_3D)
  const paymentId = newId(shop.vezne.runtime.clock.ms())
  const die = (secondsAgo: number) =>
    shop.own(
      `update checkout_sessions set status = 'processing', attempt_no = 1, payment_id = $2, attempt_at = now() - $3 * interval '1 s'
        where id_hash = sha256($1::bytea)`,
      [Buffer.from(id), paymentId, secondsAgo],
    )
  await die(1)
  assert.deepEqual(
    [(await readSession(shop, id)).status, (await readSession(shop, id)).attempt_count],
    ['processing', 0],
  )
  assertProblem(await pay(shop, id), 'invalid_state_transition')
  await die(61)
  assert.equal((await readSession(shop, id)).status, 'open')
  const paid = await pay(shop, id)
  assert.deepEqual([paid.body.transaction_id, paid.body.status], [paymentId, 'completed'], paid.text)
  assert.equal((await readSession(shop, id)).attempt_count, 1)
})

test('what is agreed is checked when the session is made', async () => {
  const make = (change: object) => shop.call('POST', SESSIONS, { amount: 15_000, currency: 'TRY', ...change })
  assertProblem(await make({ amount: 99 }), 'invalid_amount')
  assertProblem(await make({ currency: 'JPY' }), 'invalid_currency')
  assertProblem(await make({ currency: undefined }), 'bad_request')
  assertProblem(await make({ amount: { amount: 15_000, currency: 'TRY' }, currency: 'USD' }), 'bad_request')
  assertProblem(await make({ allowed_installments: [13] }), 'bad_request')
  assertProblem(await make({ amount: 1_000, allowed_installments: [12] }), 'invalid_installment')
  assertProblem(await make({ success_url: 'javascript:alert(1)' }), 'invalid_callback_url')
  assertProblem(await make({ cancel_url: 'http://shop.example/' }), 'invalid_callback_url')
})

test('the job stores what nobody looks at; and whoever reads the table opens no page', async () => {
  const { session_id: id } = await createSession(shop, { customer_email: 'secret@example.org' })
  await shop.vezne.moveClock(31 * MINUTE)
  await endDueSessions(shop.vezne.runtime)
  const [row] = await shop.rows('select * from checkout_sessions where id_hash = sha256($1::bytea)', [Buffer.from(id)])
  assert.equal(row.status, 'expired')
  const text = JSON.stringify(row, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  )
  assert.ok(!text.includes(id) && !text.includes('secret@'), text)
})

test('what a session keeps of a person is exported, and erased once it has ended', async () => {
  const person = { customer_email: 'Person@Session.example', customer_phone: '+905550001122' }
  const { session_id: id } = await createSession(shop, { ...person, metadata: { note: 'x' } })
  const { clock, db, sealer } = shop.vezne.runtime
  const { tenant_id } = await readSession(shop, id)
  const lot = {
    runtime: { clock, sealer },
    tenantId: tenant_id,
    sought: { mark: 'email', text: 'person@session.example' },
    after: null,
  } as const
  const find = () => db.transaction({ of: tenant_id }, (tx) => personalDataOfSessions.find({ ...lot, tx }))
  const erase = () => db.transaction({ of: tenant_id }, (tx) => personalDataOfSessions.erase({ ...lot, tx }))
  const [record] = (await find()).records as Record<string, unknown>[]
  assert.deepEqual(
    [record?.customer_email, record?.customer_phone, record?.metadata],
    [...Object.values(person), { note: 'x' }],
  )
  assert.deepEqual(await erase(), { erased: 0, kept: { session_open: 1 }, next: null })
  await shop.vezne.moveClock(31 * MINUTE)
  await endDueSessions(shop.vezne.runtime)
  assert.equal((await erase()).erased, 1)
  const left = await readSession(shop, id)
  assert.deepEqual(
    [(await find()).records.length, left.customer_email, left.customer_phone, left.metadata],
    [0, null, null, null],
  )
})

test('the key of a try is free for another one after a day', async () => {
  const key = { 'idempotency-key': 'try-for-a-day' }
  const paid = async () => pay(shop, (await createSession(shop)).session_id, {}, key)
  assert.equal((await paid()).status, 200)
  assertProblem(await paid(), 'idempotency_key_in_use', /was used with another request/)
  await shop.vezne.moveClock(24 * 60 * MINUTE)
  const next = await paid()
  assert.deepEqual([next.status, next.headers['idempotent-replayed']], [200, undefined], next.text)
})
