/** Fraud decisions and 3D Secure: a challenge satisfies one, a review waits after it, a block never gets there; and 3d/complete. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { CARDS_3D, COMPLETE, openThreeD, type Started, type ThreeD } from '../support/three-d.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let shop: ThreeD
before(async () => {
  shop = openThreeD(vezne)
})

const HOUR_MS = 3_600_000
const UNKNOWN = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
const types = async (id: string): Promise<string[]> => (await shop.events(id)).map(({ type }) => type)
const from = (email: string) => ({ buyer: { email } })
const held = async (change: object = {}): Promise<Started> => {
  const started = await shop.init(CARDS_3D.challenge, { extra_properties: { manual_complete: 'true' }, ...change })
  const back = await shop.pass(started)
  assert.match(back.headers.location ?? '', /status=pending_3ds$/)
  return started
}

test('challenge: the shopper is challenged, so the payment goes through', async () => {
  const started = await shop.init(CARDS_3D.challenge, from('challenge@demo.example'))
  assert.match((await shop.pass(started)).headers.location ?? '', /status=completed$/)
})

test('block: failed at init, and no page is displayed', async () => {
  const { answer } = await shop.init(CARDS_3D.challenge, from('block@demo.example'))
  const { transaction_id } = assertProblem(answer, 'fraud_blocked')
  assert.equal((await shop.payment(transaction_id)).status, 'failed')
  assert.deepEqual(await types(transaction_id), ['payment.failed'])
})

test('review: the challenge first, then it waits; it cannot be completed, and expires a day later', async () => {
  const started = await shop.init(CARDS_3D.challenge, from('review@demo.example'))
  assert.match((await shop.pass(started)).headers.location ?? '', /status=pending_3ds$/)
  assert.equal((await shop.transaction(started.id)).status, 'three_d_secure_auth_processing')
  assert.deepEqual(await types(started.id), [])
  assertProblem(await shop.complete(started.id), 'fraud_review_required')
  await vezne.moveClock(24 * HOUR_MS)
  await until('given up', async () => (await shop.payment(started.id)).status === 'failed')
  assert.equal((await shop.payment(started.id)).error_code, 'fraud_blocked')
  assert.deepEqual(await types(started.id), ['3ds.failed'])
})

test('manual_complete: waits for 3d/complete, whose repeats return the same', async () => {
  const { id } = await held()
  assert.deepEqual(await types(id), [])
  const headers = { 'idempotency-key': 'complete-1' }
  const done = await shop.complete(id, {}, headers)
  assert.equal(done.status, 200, done.text)
  assert.equal(done.body.status, 'completed')
  assert.ok(done.body.extra_properties.auth_code)
  const again = await shop.complete(id, {}, headers)
  assert.equal(again.text, done.text)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.deepEqual(await types(id), ['3ds.completed', 'payment.completed'])
  // Refunded since: the answer of the completion is still what it was.
  await shop.call('POST', `/api/v1/payments/${id}/refund`)
  assert.equal((await shop.complete(id, {}, headers)).text, done.text)
  assertProblem(await shop.complete(id, { need_verification: true }, headers), 'idempotency_key_in_use')
  assertProblem(await shop.complete(id), 'three_ds_complete_not_allowed')
  // A day later the key is free for another payment.
  await vezne.moveClock(24 * HOUR_MS)
  const other = await held()
  assert.equal((await shop.complete(other.id, {}, headers)).body.status, 'completed')
})

test('twenty completions at once: one authorization', async () => {
  const { id } = await held()
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.complete(id)))
  const statuses = new Set(answers.map(({ status, body }) => `${status} ${body.code ?? body.status}`))
  assert.ok(statuses.has('200 completed'), [...statuses].join(', '))
  assert.deepEqual(
    [...statuses].filter((each) => !/^(200 completed|422 three_ds_complete_not_allowed)$/.test(each)),
    [],
  )
  assert.deepEqual(await types(id), ['3ds.completed', 'payment.completed'])
})

test('completed at the bank with a decline or a fault: its problem, the same for a repeat', async () => {
  const manual = { extra_properties: { manual_complete: 'true' } }
  const declined = await shop.init(CARDS_3D.declined, manual)
  await shop.pass(declined)
  const headers = { 'idempotency-key': 'complete-declined' }
  const answer = await shop.complete(declined.id, {}, headers)
  const problem = assertProblem(answer, 'bank_declined')
  assert.deepEqual([problem.provider_error_code, problem.transaction_id], ['05', declined.id])
  const again = await shop.complete(declined.id, {}, headers)
  assert.deepEqual({ ...again.body, correlation_id: answer.body.correlation_id }, answer.body)
  assert.deepEqual(await types(declined.id), ['3ds.failed'])

  const faulty = await shop.init(CARDS_3D.gatewayError, manual)
  await shop.pass(faulty)
  assertProblem(await shop.complete(faulty.id, {}, { 'idempotency-key': 'f' }), 'connector_unavailable')
  const repeat = await shop.complete(faulty.id, {}, { 'idempotency-key': 'f' })
  assert.deepEqual([repeat.status, repeat.body.code], [422, 'payment_failed'])
})

test('no response from the bank after the challenge: pending, in the browser as in the response, then the outcome once known', async () => {
  const direct = await shop.init(CARDS_3D.timeout)
  const sent = shop.pass(direct)
  const started = await shop.init(CARDS_3D.timeout, { extra_properties: { manual_complete: 'true' } })
  await shop.pass(started)
  const headers = { 'idempotency-key': 'complete-silent' }
  const open = await shop.complete(started.id, {}, headers)
  assert.deepEqual([open.status, open.body.status, open.body.is_success], [202, 'pending', false])
  assert.match((await sent).headers.location ?? '', /status=pending$/)
  const { status, is_success, message } = await shop.payment(direct.id)
  assert.deepEqual([status, is_success], ['pending', false])
  assert.match(message, /waiting for the outcome/)
  await vezne.moveClock(95_000)
  await until('settled', async () => (await shop.payment(started.id)).status === 'failed')
  const told = await shop.complete(started.id, {}, headers)
  assert.deepEqual([told.status, told.body.code], [422, 'payment_failed'])
})

test('not used within 24 hours: failed', async () => {
  const { id } = await held()
  await vezne.moveClock(23 * HOUR_MS)
  assert.equal((await shop.payment(id)).status, 'pending_3ds')
  await vezne.moveClock(HOUR_MS)
  await until('given up', async () => (await shop.payment(id)).status === 'failed')
  assert.equal((await shop.payment(id)).error_code, 'three_ds_failed')
})

test('the callback never came: need_verification asks the bank', async () => {
  const passed = await shop.init(CARDS_3D.challenge)
  assertProblem(await shop.complete(passed.id), 'three_ds_complete_not_allowed', /confirmed/)
  assertProblem(await shop.complete(passed.id, { need_verification: true }), 'three_ds_complete_not_allowed', /page/)
  await shop.enter(passed.page, { code: '123456', action: 'submit' }) // the browser is closed here
  const done = await shop.complete(passed.id, { need_verification: true })
  assert.deepEqual([done.status, done.body.status], [200, 'completed'])

  const refused = await shop.init(CARDS_3D.challenge)
  await shop.enter(refused.page, { action: 'cancel' })
  const headers = { 'idempotency-key': 'verify-refused' }
  const answer = await shop.complete(refused.id, { need_verification: true }, headers)
  assert.equal(assertProblem(answer, 'three_ds_authentication_failed').transaction_id, refused.id)
  const again = await shop.complete(refused.id, { need_verification: true }, headers)
  assert.deepEqual({ ...again.body, correlation_id: answer.body.correlation_id }, answer.body)
  assert.equal((await shop.payment(refused.id)).error_code, 'three_ds_user_cancelled')
  assert.deepEqual(await types(refused.id), ['3ds.failed'])
})

test('3d/complete on an unknown, another tenant’s, or an unchallenged payment', async () => {
  assertProblem(await shop.complete(UNKNOWN), 'payment_not_found')
  const { id } = await held()
  const foreign = openThreeD(vezne, { key: 'admin', realm: 'tenant-other' })
  assertProblem(await foreign.complete(id), 'payment_not_found')
  const otherMerchant = openThreeD(vezne, { key: 'pos', merchant: 'M-1002' })
  assertProblem(await otherMerchant.complete(id), 'payment_not_found')
  const plain = await shop.call('POST', '/api/v1/payments', paymentBody())
  assertProblem(await shop.complete(plain.body.transaction_id), 'three_ds_complete_not_allowed')
  const viewer = await vezne.token('view')
  const refused = await vezne.request('cards', 'POST', COMPLETE, { token: viewer, body: { transaction_id: id } })
  assertProblem(refused, 'forbidden')
})

test('the sealed card of a payment is missing: reported, and failed', async () => {
  const { id } = await held()
  await vezne.runtime.db.transaction({ of: shop.tenantId }, (tx) =>
    tx.execute('update payments set card_sealed = null where tenant_id = $1 and id = $2', [shop.tenantId, id]),
  )
  assertProblem(await shop.complete(id), 'three_ds_card_data_missing')
  assert.deepEqual(await types(id), ['3ds.failed'])
})
