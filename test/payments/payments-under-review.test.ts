/** A payment under fraud review: approved it goes to the bank once, rejected or undecided it fails; repeats of its key stay consistent. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { ALERT_LIFE_MS, heldId, openReviews, type Reviews } from '../support/reviews.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const TENANT = '00000000-0000-4000-8000-000000000010'
const PAYMENTS = '/api/v1/payments'
const vezne = useVezne()
let reviews: Reviews
before(async () => {
  reviews = openReviews(vezne)
})

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  vezne.request('cards', method, path, { token: await vezne.token('m1'), headers, ...(body ? { body } : {}) })
const read = async (id: string) => (await call('GET', `${PAYMENTS}/${id}`)).body
const stored = async (id: string) => {
  const [row] = await rows(`select status, error_code, card_sealed is null as is_erased from payments where id = $1`, [
    id,
  ])
  return row
}
// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
const rows = (sql: string, values: unknown[]): Promise<any[]> =>
  vezne.runtime.db.transaction({ of: TENANT }, (tx) => tx.query(sql, values))
const types = async (id: string): Promise<string[]> =>
  (await rows('select type from events where resource_id = $1 order by sequence', [id])).map(({ type }) => type)
/** Calls of the bank, by operation. */
const heard = async (id: string): Promise<string[]> =>
  (await rows('select endpoint from api_request_logs where transaction_id = $1 order by id', [id])).map(
    ({ endpoint }) => endpoint,
  )
const states = async (id: string): Promise<string[]> =>
  (await call('GET', `${PAYMENTS}/${id}/history`)).body.internal_history.map(({ status }: { status: string }) => status)

const held = async (change: object = {}, headers: Record<string, string> = {}): Promise<string> => {
  const body = paymentBody({ buyer: { email: 'review@demo.example' }, ...change })
  return heldId(await call('POST', PAYMENTS, body, headers))
}
const repeat = async (key: string): Promise<string> => {
  const body = paymentBody({ buyer: { email: 'review@demo.example' } })
  const again = await call('POST', PAYMENTS, body, { 'idempotency-key': key })
  assert.ok(again.status === 200 || again.status === 202, again.text)
  return again.body.transaction_id
}
const isEnded = async (id: string): Promise<boolean> => (await read(id)).status !== 'pending'

test('approved: sent once, without the card code, and published; repeats of the key return the present state, then the final one', async () => {
  const key = { 'idempotency-key': 'held-1' }
  const id = await held({}, key)
  assert.equal(await held({}, key), id)
  assert.deepEqual(await states(id), ['created'])
  const answer = await reviews.decide(id, 'approve')
  assert.deepEqual([answer.status, answer.body.status], [200, 'approved'], answer.text)
  assert.equal((await read(id)).status, 'completed')
  assert.deepEqual(await types(id), ['payment.completed'])
  assert.deepEqual(await heard(id), ['simbank://sale'])
  assert.deepEqual(await states(id), ['created', 'processing', 'completed'])
  assert.deepEqual(await stored(id), { status: 'completed', error_code: null, is_erased: true })
  assert.equal((await rows('select 1 from journal where payment_id = $1', [id])).length, 1)
  const body = paymentBody({ buyer: { email: 'review@demo.example' } })
  const [first, second] = [await call('POST', PAYMENTS, body, key), await call('POST', PAYMENTS, body, key)]
  assert.deepEqual([first.status, first.body.status, first.body.is_success], [200, 'completed', true], first.text)
  assert.deepEqual(
    [first, second].map(({ headers }) => headers['idempotent-replayed']),
    [undefined, 'true'],
  )
  assert.equal(second.text, first.text)
  assertProblem(await reviews.decide(id, 'reject'), 'invalid_state_transition')
  assert.equal((await call('POST', `${PAYMENTS}/${id}/refund`)).status, 200)
})

test('twenty concurrent approvals: one decides, the bank is called once', async () => {
  const id = await held()
  const answers = await reviews.decideTimes(id, 'approve', 20)
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)])
  await until('paid', () => isEnded(id))
  assert.deepEqual(await heard(id), ['simbank://sale'])
  assert.deepEqual(await types(id), ['payment.completed'])
})

test('many payments approved concurrently, while their keys are repeated and refunds are tried', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, (_, n) => held({}, { 'idempotency-key': `many-${n}` })))
  await Promise.all(
    ids.flatMap((id, n) => [
      reviews.decide(id, 'approve').then(({ status }) => assert.equal(status, 200)),
      repeat(`many-${n}`).then((repeated) => assert.equal(repeated, id)),
      call('POST', `${PAYMENTS}/${id}/refund`).then(({ status }) => assert.ok([200, 422].includes(status))),
    ]),
  )
  for (const id of ids) {
    await until('paid', () => isEnded(id))
    assert.deepEqual((await heard(id)).filter((each) => each === 'simbank://sale').length, 1)
    assert.equal((await types(id))[0], 'payment.completed')
  }
})

test('before the decision: no operation on the payment is possible except its void', async () => {
  const id = await held()
  for (const [step, code] of [
    ['capture', 'fraud_review_required'],
    ['refund', 'fraud_review_required'],
  ] as const)
    assertProblem(await call('POST', `${PAYMENTS}/${id}/${step}`), code)
  assertProblem(await call('POST', `${PAYMENTS}/3d/complete`, { transaction_id: id }), 'three_ds_complete_not_allowed')
  const query = await call('GET', `${PAYMENTS}/${id}/query`)
  assert.deepEqual([query.status, query.body.external], [200, null])
  const listed = await call('GET', '/api/v1/transactions?status=created')
  assert.ok(listed.body.items.some((each: { id: string }) => each.id === id))
})

test('voided: it has ended, its alert is closed, and the bank was never called; repeats of both keys return that', async () => {
  const key = { 'idempotency-key': 'held-void' }
  const id = await held({}, key)
  const asked = await call('POST', '/api/v1/cancellation-requests', { transaction_id: id })
  assert.equal(asked.status, 201, asked.text)
  const voided = await call('POST', `${PAYMENTS}/${id}/void`, { reason: 'changed their mind' }, key)
  assert.deepEqual([voided.status, voided.body.status, voided.body.is_success], [200, 'voided', true], voided.text)
  const again = await call('POST', '/api/v1/void', { transaction_id: id, reason: 'changed their mind' }, key)
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [voided.text, 'true'])
  assertProblem(await call('POST', `${PAYMENTS}/${id}/void`), 'payment_already_voided')
  const body = paymentBody({ buyer: { email: 'review@demo.example' } })
  const repeated = await call('POST', PAYMENTS, body, key)
  assert.deepEqual([repeated.status, repeated.body.status, repeated.body.is_success], [200, 'voided', false])
  assert.deepEqual(await stored(id), { status: 'canceled', error_code: null, is_erased: true })
  assert.deepEqual([await types(id), await heard(id)], [['void.completed'], []])
  assert.deepEqual(await states(id), ['created', 'canceled'])
  assert.equal((await rows('select 1 from journal where payment_id = $1', [id])).length, 0)
  assert.equal((await reviews.alertOf(id)).status, 'expired')
  const late = assertProblem(await reviews.decide(id, 'approve'), 'invalid_state_transition')
  assert.match(late.detail, /voided/)
})

test('voided and decided concurrently: one of them wins', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => held()))
  await Promise.all(
    ids.map(async (id, n) => {
      const [decided, voided] = await Promise.all([
        reviews.decide(id, n % 3 === 2 ? 'reject' : 'approve'),
        ...Array.from({ length: 3 }, () => call('POST', `${PAYMENTS}/${id}/void`)),
      ])
      await until('over', () => isEnded(id))
      const { status } = await stored(id)
      const isSent = (await heard(id)).includes('simbank://sale')
      // A completed payment is voided at its bank: then both succeeded, one after the other.
      assert.equal(
        decided?.status,
        isSent || status === 'failed' ? 200 : 409,
        `${status} ${decided?.text} ${voided?.text}`,
      )
      if (!isSent) assert.equal((await types(id)).length, 1)
    }),
  )
})

test('rejected: failed and published, without a call to the bank', async () => {
  const id = await held()
  assert.equal((await reviews.decide(id, 'reject')).status, 200)
  assert.deepEqual(await stored(id), { status: 'failed', error_code: 'fraud_blocked', is_erased: true })
  assert.deepEqual(await types(id), ['payment.failed'])
  assert.deepEqual(await heard(id), [])
  assertProblem(await reviews.decide(id, 'approve'), 'invalid_state_transition')
})

test('undecided: a day later it fails by itself, and is published', async () => {
  const id = await held({}, { 'idempotency-key': 'forgotten' })
  await vezne.moveClock(ALERT_LIFE_MS)
  await until('failed', () => isEnded(id))
  assert.deepEqual(await stored(id), { status: 'failed', error_code: 'fraud_blocked', is_erased: true })
  assert.deepEqual(await types(id), ['payment.failed'])
  assert.equal((await reviews.alertOf(id)).status, 'expired')
  assertProblem(await reviews.decide(id, 'approve'), 'invalid_state_transition')
})

test('approved, and the bank declines, authorizes or does not respond: as without a review', async () => {
  const declined = await held({ card: { number: CARDS.declined } })
  await reviews.decide(declined, 'approve')
  assert.equal((await read(declined)).status, 'failed')
  assert.deepEqual(await types(declined), ['payment.failed'])

  const blocked = await held({ operation_type: 'pre_auth' })
  await reviews.decide(blocked, 'approve')
  assert.deepEqual(await types(blocked), ['payment.authorized'])
  assert.equal((await call('POST', `${PAYMENTS}/${blocked}/capture`)).status, 200)

  const silent = await held({ card: { number: CARDS.timeout } })
  void reviews.decide(silent, 'approve').catch(() => undefined)
  await until('asked about', async () => {
    await vezne.moveClock(95_000)
    return isEnded(silent)
  })
  assert.equal((await stored(silent)).error_code, 'bank_timeout')
  assert.equal((await heard(silent)).filter((each) => each === 'simbank://sale').length, 1)
})

test('deactivated meanwhile: routing’s fallback takes it; reactivated within the retry window: it is sent there', async () => {
  const admin = async (path: string, method = 'GET') =>
    vezne.request('cards', method, `/api/v1/connector-configurations${path}`, { token: await vezne.token('admin') })
  const items = (await admin('')).body.items as { id: string; name: string }[]
  const primary = items.find(({ name }) => name === 'SIM-PRIMARY')!.id
  const named = { extra_properties: { connector_configuration_id: primary } }
  const [rerouted, waiting, lost] = [await held(), await held(named), await held(named)]
  await admin(`/${primary}/deactivate`, 'POST')
  await reviews.decide(rerouted, 'approve')
  assert.equal((await read(rerouted)).status, 'completed')
  await reviews.decide(waiting, 'approve')
  assert.equal((await stored(waiting)).status, 'created')
  await admin(`/${primary}/activate`, 'POST')
  await vezne.moveClock(60_000)
  await until('sent', () => isEnded(waiting))
  assert.equal((await read(waiting)).status, 'completed')

  await admin(`/${primary}/deactivate`, 'POST')
  await reviews.decide(lost, 'approve')
  await until('given up', async () => {
    await vezne.moveClock(5 * 60_000)
    return isEnded(lost)
  })
  assert.deepEqual(await stored(lost), { status: 'failed', error_code: 'config_error', is_erased: true })
  assert.deepEqual([await types(lost), await heard(lost)], [['payment.failed'], []])
  await admin(`/${primary}/activate`, 'POST')
})

test('the breaker of its bank is open: it waits, and finally fails as unreachable', async () => {
  const only = { extra_properties: { connector_configuration_id: '00000000-0000-4000-8000-000000000032' } }
  const id = await held(only)
  for (let n = 0; n < 3; n++)
    assert.equal(
      (await call('POST', PAYMENTS, paymentBody({ card: { number: CARDS.trippingGateway }, ...only }))).status,
      503,
    )
  assert.equal((await reviews.decide(id, 'approve')).status, 200)
  assert.equal((await stored(id)).status, 'created')
  await until('given up', async () => {
    await vezne.moveClock(5 * 60_000)
    return isEnded(id)
  })
  assert.equal((await stored(id)).error_code, 'bank_system_error')
  assert.deepEqual(await types(id), ['payment.failed'])
})
