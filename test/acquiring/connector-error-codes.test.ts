/** A tenant's meaning of bank codes: lists, bulk, replacing, inheriting from another row. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEndpoints, useEndpoints } from '../support/endpoints.ts'
import type { Sent } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'

const PATH = '/api/v1/connector-error-codes'
const NOBODY = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

const ROLES = { admin: ['tenant-admin'], view: ['pos-viewer'], pos: ['pos-operator'] }
const endpoints = useEndpoints()

interface Code {
  id: string
  provider_error_code: string
  [member: string]: unknown
}
const call = async (method: string, path: string, sent: Sent = {}, who: keyof typeof ROLES = 'admin') =>
  endpoints.request('cards', method, path, { token: endpoints.as(ROLES[who]), ...sent })
const codes = async (path = '/SIMBANK'): Promise<Code[]> => (await call('GET', `${PATH}${path}`, {}, 'view')).body
const codeOf = async (code: string): Promise<Code> =>
  (await codes()).find((each) => each.provider_error_code === code) as Code
const bulk = (items: object[]) => call('POST', `${PATH}/bulk`, { body: { items } })
const item = (change: object = {}) => ({
  connector_code: 'SIMBANK',
  provider_error_code: 'X1',
  category: 'Technical',
  ...change,
})

test('the seeded table, by code', async () => {
  const all = await codes()
  assert.equal(all.length, 27)
  const names = all.map((each) => each.provider_error_code)
  assert.deepEqual(names, [...names].sort())
  const { id: _, ...timeout } = await codeOf('91')
  assert.deepEqual(timeout, {
    connector_code: 'SIMBANK',
    provider_error_code: '91',
    category: 'Timeout',
    turkish_message: 'Kartı veren banka yanıt vermiyor',
    english_message: 'Issuer does not answer',
    internal_description: null,
    should_retry: true,
    http_status_suggestion: 503,
    mapped_to_id: null,
    mapped_to_code: null,
  })
  const filtered = await codes('?connector_code=SIMBANK&category=fraud')
  assert.deepEqual(
    filtered.map((each) => each.provider_error_code),
    ['59', '63'],
  )
  assert.deepEqual(await codes('?connector_code=NOBODY'), [])
  assertProblem(await call('GET', `${PATH}/NOBODY`), 'connector_not_found', /connectors/)
})

test('replaced: absent members take their defaults, a mapped row names the one it inherits from', async () => {
  const [row, target] = [await codeOf('62'), await codeOf('51')]
  const put = await call('PUT', `${PATH}/${row.id}`, {
    body: { id: row.id, category: 'bank_declined', mapped_to_id: target.id, http_status_suggestion: 422 },
  })
  assert.deepEqual([put.status, put.text], [204, ''])
  const after = await codeOf('62')
  assert.deepEqual(after, {
    ...row,
    category: 'BankDeclined',
    turkish_message: null,
    english_message: null,
    mapped_to_id: target.id,
    mapped_to_code: '51',
  })
})

test('bulk creates, overwrites, and the last of two duplicates applies', async () => {
  const first = await bulk([
    item(),
    item({ category: 'Timeout' }),
    item({ provider_error_code: 'X2', should_retry: true }),
  ])
  assert.deepEqual([first.status, first.body], [201, { created_count: 2, updated_count: 0 }], first.text)
  assert.equal((await codeOf('X1')).category, 'Timeout')
  const second = await bulk([item({ english_message: 'changed' }), item({ provider_error_code: 'X3' })])
  assert.deepEqual(second.body, { created_count: 1, updated_count: 1 })
  const { category, english_message } = await codeOf('X1')
  assert.deepEqual([category, english_message], ['Technical', 'changed'])
  const token = endpoints.as(ROLES.admin)
  const [simbank] = (
    await endpoints.call('cards', 'GET /api/v1/connectors', { token, query: { search_term: 'SIMBANK' } })
  ).body.items
  const log = (await call('GET', `/api/v1/connectors/${simbank?.id}/detail`)).body.changelog
  assert.deepEqual(
    log
      .slice(0, 2)
      .map((each: { action: string; entity_kind: string }) => `${each.entity_kind} ${each.action}`)
      .sort(),
    ['connector_error_code created', 'connector_error_code updated'],
  )
})

test('refusals write nothing', async () => {
  const before = await codes()
  assertProblem(await bulk([item(), item({ connector_code: 'NOBODY' })]), 'connector_not_found', /items\[1\]/)
  assertProblem(await bulk([]), 'bad_request', /./, 'items too_few_items')
  assertProblem(await bulk([item({ category: 'Bad luck' })]), 'bad_request', /./, 'items[0].category unknown_value')
  assertProblem(await bulk(Array.from({ length: 501 }, () => item())), 'bad_request', /./, 'items too_many_items')
  const { id } = await codeOf('05')
  const put = (body: object, path = id) => call('PUT', `${PATH}/${path}`, { body })
  assertProblem(await put({}), 'bad_request', /./, 'category required')
  assertProblem(await put({ category: 'Fraud', http_status_suggestion: 200 }), 'bad_request')
  assertProblem(await put({ category: 'Fraud', id: NOBODY }), 'bad_request', /./, 'id mismatch')
  for (const mapped_to_id of [id, NOBODY])
    assertProblem(await put({ category: 'Fraud', mapped_to_id }), 'validation_failed', /mapped_to_id/)
  assertProblem(await put({ category: 'Fraud' }, NOBODY), 'resource_not_found')
  assertProblem(await put({ category: 'Fraud' }, 'SIMBANK'), 'resource_not_found')
  assert.deepEqual(await codes(), before)
})

test('another tenant has its own meaning, and viewers only read', async () => {
  const { id } = await codeOf('05')
  const body = { category: 'Fraud' }
  const other = await openEndpoints()
  const foreign = { token: other.as(ROLES.admin), body }
  assertProblem(await other.request('cards', 'PUT', `${PATH}/${id}`, foreign), 'resource_not_found')
  await other.close()
  assertProblem(await call('PUT', `${PATH}/${id}`, { body }, 'view'), 'forbidden')
  assertProblem(await call('POST', `${PATH}/bulk`, { body: { items: [item()] } }, 'pos'), 'forbidden')
})
