/** Webhook subscriptions of money transfers: the machinery of card payments at its own address, with its own events and roles. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sent } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { useVezne } from '../support/vezne.ts'

const PATH = '/api/v1/webhooks'
const URL = 'http://127.0.0.1:8099/transfers'
const TENANT = '00000000-0000-4000-8000-000000000010'

const vezne = useVezne()

const call = async (method: string, path: string, sent: Sent = {}, client = 'checker') =>
  vezne.request('transfers', method, path, {
    token: await vezne.token(client),
    ...sent,
    headers: { 'x-tenant-id': TENANT, ...sent.headers },
  })

test('the life cycle of a subscription', async () => {
  const events = ['transfer.succeeded', 'transfer.failed']
  const made = await call('POST', PATH, { body: { url: URL, events } })
  assert.equal(made.status, 201, made.text)
  const { id, secret, created_at, ...rest } = made.body
  assert.match(secret, /^whsec_/)
  assert.deepEqual(rest, { url: URL, description: null, events, max_retry_count: 5, is_active: true })
  assert.deepEqual((await call('GET', `${PATH}/${id}`, {}, 'maker')).body, { id, created_at, ...rest })
  assert.equal((await call('PUT', `${PATH}/${id}`, { body: { id, url: URL, events: '*' } })).status, 204)
  const rotated = await call('POST', `${PATH}/${id}/rotate-secret`)
  assert.match(rotated.body.secret, /^whsec_/)
  for (const step of ['deactivate', 'activate']) assert.equal((await call('POST', `${PATH}/${id}/${step}`)).status, 204)
  assert.deepEqual((await call('GET', `${PATH}/${id}/deliveries`)).body.items, [])
  const listed = await call('GET', PATH)
  assert.deepEqual(
    listed.body.items.map((item: { id: string; events: string[] }) => [item.id, item.events]),
    [[id, ['*']]],
  )
  assert.equal((await call('DELETE', `${PATH}/${id}`)).status, 204)
  assertProblem(await call('GET', `${PATH}/${id}`), 'resource_not_found')
})

test('event types are those of transfers, and no others', async () => {
  const { body } = await call('GET', `${PATH}/event-types`, {}, 'maker')
  assert.deepEqual(body, ['transfer.created', 'transfer.succeeded', 'transfer.failed'])
  const refused = await call('POST', PATH, { body: { url: URL, events: ['payment.completed'] } })
  assertProblem(refused, 'bad_request', /events/, 'events[0] unknown_value')
})

test('health reports what waits', async () => {
  assert.deepEqual((await call('GET', `${PATH}/health`, {}, 'maker')).body, {
    status: 'healthy',
    pending_deliveries: 0,
    oldest_pending_seconds: null,
  })
})

test('an operator reads and does not manage; cards and transfers do not see each other', async () => {
  const body = { url: URL, events: '*' }
  assertProblem(await call('POST', PATH, { body }, 'maker'), 'forbidden')
  assertProblem(await call('GET', PATH, {}, 'pos'), 'forbidden')
  const { id } = (await call('POST', PATH, { body })).body
  const cards = await vezne.request('cards', 'GET', `/api/v1/webhook-subscriptions/${id}`, {
    token: await vezne.token('admin'),
  })
  assertProblem(cards, 'resource_not_found')
  await call('DELETE', `${PATH}/${id}`)
})
