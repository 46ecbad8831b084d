/** A void with four eyes: who may request, who may decide, and the result for the payment. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

const PATH = '/api/v1/cancellation-requests'
const as = async (
  client: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  vezne.request('cards', method, path, {
    token: await vezne.token(client),
    headers,
    ...(body === undefined ? {} : { body }),
  })
const pay = async (change: object = {}, merchant = 'M-1001'): Promise<string> => {
  const answer = await as('admin', 'POST', '/api/v1/payments', paymentBody(change), {
    'x-external-merchant-id': merchant,
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.transaction_id
}
const ask = async (payment: string, client = 'pos'): Promise<string> => {
  const answer = await as(client, 'POST', PATH, { transaction_id: payment, reason: 'Ordered twice' })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const approve = (id: string, client = 'admin', key?: string) =>
  as(client, 'POST', `${PATH}/${id}/approve`, undefined, key === undefined ? {} : { 'idempotency-key': key })
const waiting = async (client: string): Promise<string[]> =>
  (await as(client, 'GET', `${PATH}?waits_for=me`)).body.items.map(({ id }: { id: string }) => id)
const statusOf = async (payment: string): Promise<string> =>
  (await as('admin', 'GET', `/api/v1/transactions/${payment}`)).body.status

test('requested by one person, approved by another: voided at once, and replayed to a repeat', async () => {
  const payment = await pay()
  const id = await ask(payment)
  assert.equal(await statusOf(payment), 'completed')
  // Who asked, and whose role does not decide, is waited for by nobody.
  assert.deepEqual([await waiting('admin'), await waiting('pos')], [[id], []])
  const answer = await approve(id, 'admin', 'approve-1')
  assert.equal(answer.status, 200, answer.text)
  const { status, reviewed_by, reviewed_at, requested_by, reason, transaction, void_error_code } = answer.body
  assert.deepEqual(
    [status, reason, void_error_code, transaction.status],
    ['approved', 'Ordered twice', null, 'canceled'],
  )
  assert.ok(reviewed_at && reviewed_by !== requested_by)
  assert.deepEqual([transaction.amount, transaction.connector_name], [15_000, 'SIM-PRIMARY'])
  assert.equal(await statusOf(payment), 'canceled')
  const repeat = await approve(id, 'admin', 'approve-1')
  assert.equal(repeat.text, answer.text)
  assert.equal(repeat.headers['idempotent-replayed'], 'true')
  assertProblem(await approve(id), 'invalid_state_transition')
  assertProblem(await as('admin', 'POST', `${PATH}/${id}/reject`), 'invalid_state_transition')
})

test('no person decides on their own request', async () => {
  const id = await ask(await pay(), 'admin')
  assertProblem(await approve(id), 'four_eyes_violation')
  assertProblem(await as('admin', 'POST', `${PATH}/${id}/reject`), 'four_eyes_violation')
  assert.equal((await approve(id, 'm1')).body.status, 'approved')
})

test('a rejection is final, the payment stays, and another request may follow', async () => {
  const payment = await pay()
  const id = await ask(payment)
  assertProblem(await as('pos', 'POST', PATH, { transaction_id: payment }), 'conflict')
  const answer = await as('m1', 'POST', `${PATH}/${id}/reject`, { id, note: 'It was sent' })
  assert.deepEqual([answer.status, answer.body], [200, id])
  assertProblem(await approve(id), 'invalid_state_transition')
  assert.equal(await statusOf(payment), 'completed')
  const found = await as('admin', 'GET', `${PATH}?status=rejected&transaction_id=${payment}`)
  assert.deepEqual([found.body.total_count, found.body.items[0].review_note], [1, 'It was sent'])
  await ask(payment)
})

test('a void that fails: 200 with status failed and the reason', async () => {
  const payment = await pay()
  const id = await ask(payment)
  assert.equal((await as('admin', 'POST', `/api/v1/payments/${payment}/refund`, { amount: 1 })).status, 200)
  const answer = await approve(id, 'admin', 'approve-failed')
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([answer.body.status, answer.body.void_error_code], ['failed', 'void_not_allowed'])
  assert.equal((await approve(id, 'admin', 'approve-failed')).text, answer.text)
})

test('a void that is not possible cannot be requested', async () => {
  const declined = await as(
    'admin',
    'POST',
    '/api/v1/payments',
    paymentBody({ card: { number: '4002020000000024' } }),
    {
      'x-external-merchant-id': 'M-1001',
    },
  )
  const voided = await pay()
  await as('admin', 'POST', `/api/v1/payments/${voided}/void`)
  const request = (transaction_id: string) => as('pos', 'POST', PATH, { transaction_id })
  assertProblem(await request(declined.body.transaction_id), 'payment_not_voidable')
  assertProblem(await request(voided), 'payment_already_voided')
  assertProblem(await request('00000000-0000-7000-8000-000000000000'), 'payment_not_found')
  assertProblem(await as('pos', 'POST', PATH, {}), 'bad_request')
})

test('merchants see, request and decide only on their own; a merchant user only requests', async () => {
  const other = await pay({}, 'M-1002')
  assertProblem(await as('m1user', 'POST', PATH, { transaction_id: other }), 'payment_not_found')
  const id = await ask(other)
  assertProblem(await approve(id, 'm1'), 'resource_not_found')
  assertProblem(await approve(id, 'm1user'), 'forbidden')
  assertProblem(await approve(id, 'pos'), 'forbidden')
  const seen = await as('m1', 'GET', `${PATH}?page_size=100`)
  assert.ok(seen.body.items.length > 0)
  assert.ok(seen.body.items.every((item: { id: string }) => item.id !== id))
  assert.ok(await ask(await pay(), 'm1user'))
})

test('every filter narrows the list', async () => {
  const payment = await pay({ external_id: 'ORDER-LISTED' })
  const id = await ask(payment)
  const count = async (query: string) => (await as('admin', 'GET', `${PATH}?${query}`)).body.total_count
  assert.equal(await count(`transaction_id=${payment}`), 1)
  assert.equal(await count(`transaction_id=${payment}&status=approved`), 0)
  assert.equal(await count(`transaction_id=${payment}&merchant_id=00000000-0000-4000-8000-000000000020`), 1)
  assert.equal(await count(`transaction_id=${payment}&merchant_id=00000000-0000-4000-8000-000000000021`), 0)
  assert.equal(await count('search_term=order-listed'), 1)
  assert.equal(await count('search_term=%25'), 0)
  assert.equal(await count('to_date=2020-01-01T00:00:00Z'), 0)
  assertProblem(
    await as('admin', 'GET', `${PATH}?from_date=2026-02-01T00:00:00Z&to_date=2026-01-01T00:00:00Z`),
    'validation_failed',
  )
  const first = await as('admin', 'GET', `${PATH}?page_size=1`)
  assert.equal(first.body.items[0].id, id)
})

test('ten concurrent approvals by two people: one void', async () => {
  const payment = await pay()
  const id = await ask(payment)
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => approve(id, at % 2 === 0 ? 'admin' : 'm1')))
  const done = answers.filter(({ status }) => status === 200)
  assert.ok(done.length > 0, answers.map(({ text }) => text).join('\n'))
  for (const { status, body } of answers)
    assert.ok(
      status === 200 ? body.status === 'approved' : body.code === 'invalid_state_transition',
      JSON.stringify(body),
    )
  await until('canceled', async () => (await statusOf(payment)) === 'canceled')
  const voids = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query('select 1 from payment_operations where payment_id = $1', [payment]),
  )
  assert.equal(voids.length, 1)
})
