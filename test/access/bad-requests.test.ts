/** Paths, methods and queries that match nothing: 404, 405 with Allow, 400 naming the parameter; nothing is clamped, nothing written. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ProblemCode } from '../../src/core/error-codes.ts'
import { type Operation, operationsOf } from '../resilience/fuzz/operations.ts'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { sendRaw } from '../support/raw-http.ts'
import { rowCounts } from '../support/row-counts.ts'
import { type Surface, useVezne } from '../support/vezne.ts'

let token: string
let master: string
let rows: Record<string, number>
let lists: Operation[]
const SURFACES = ['cards', 'transfers', 'fraud', 'identity'] as const
const vezne = useVezne()
before(async () => {
  token = await vezne.token('admin', 'tenant-load')
  master = await vezne.token('admin', 'master')
  const documents = SURFACES.map(async (surface) =>
    operationsOf(surface, (await vezne.request(surface, 'GET', '/openapi.json')).body),
  )
  const operations = (await Promise.all(documents)).flat()
  lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'page_size'))
  rows = await rowCounts(vezne.ownerUrl)
})

const TENANT = '00000000-0000-4000-8000-000000000012'
const get = (path: string, surface: Surface = 'cards'): Promise<Answer> =>
  vezne.request(surface, 'GET', path, {
    token: path.startsWith('/api/v1/platform/') ? master : token,
    headers: surface === 'transfers' ? { 'x-tenant-id': TENANT } : {},
  })
const SOME_ID = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

const unknown: [name: string, path: string][] = [
  ['nothing there', '/api/v1/nowhere'],
  ['the root', '/'],
  ['trailing slash', '/api/v1/transactions/'],
  ['two slashes', '/api/v1//transactions'],
  ['two slashes in front', '//api/v1/transactions'],
  ['other case', '/api/v1/Transactions'],
  ['all in capitals', '/API/V1/TRANSACTIONS'],
  ['slash as %2f', '/api/v1%2ftransactions'],
  ['dots', '/api/v1/../v1/transactions'],
  ['dots and a semicolon', '/api/v1/..;/v1/transactions'],
  ['a matrix parameter', '/api/v1/transactions;a=b'],
  ['trailing dot', '/api/v1/transactions.'],
  ['trailing blank', '/api/v1/transactions%20'],
  ['an ending', '/api/v1/transactions.json'],
  ['another version', '/api/v2/transactions'],
  ["another surface's path", '/api/v1/auth/tenant-demo/token'],
]
for (const [name, path] of unknown)
  test(`unknown path: ${name}`, async () => {
    const answer = await sendRaw(
      vezne.urls.cards,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )
    assert.deepEqual(answer.statuses, [404], answer.text)
    assert.match(answer.text, /"code":"route_not_found"/)
    assert.match(answer.text, /x-ratelimit-remaining/i)
  })

const methods: [method: string, path: string, allow: string][] = [
  ['DELETE', '/api/v1/transactions', 'GET'],
  ['PUT', '/api/v1/payments', 'POST'],
  ['GET', '/api/v1/payments', 'POST'],
  ['PATCH', `/api/v1/payments/${SOME_ID}`, 'GET'],
  ['HEAD', '/health/live', 'GET'],
  ['OPTIONS', '/api/v1/transactions', 'GET'],
  ['TRACE', '/api/v1/transactions', 'GET'],
  ['PROPFIND', '/api/v1/transactions', 'GET'],
  ['POST', `/api/v1/test-cards/${SOME_ID}`, 'GET, PUT, DELETE'],
]
for (const [method, path, allow] of methods)
  test(`${method} ${path}: 405, Allow: ${allow}`, async () => {
    const head = 'Host: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
    const answer = await sendRaw(vezne.urls.cards, `${method} ${path} HTTP/1.1\r\n${head}`)
    assert.deepEqual(answer.statuses, [405], answer.text)
    assert.match(answer.text, new RegExp(`^allow: ${allow}\\r$`, 'im'))
    if (method !== 'HEAD') assert.match(answer.text, /"code":"method_not_allowed"/)
  })

test('headers that name another method or path are ignored', async () => {
  const headers = {
    'x-http-method-override': 'DELETE',
    'x-method-override': 'DELETE',
    'x-original-url': '/admin',
    'x-rewrite-url': '/admin',
  }
  assert.equal((await vezne.request('cards', 'GET', '/api/v1/transactions', { token, headers })).status, 200)
})

test('an address above 8 KiB: 414', async () => {
  assertProblem(await get(`/api/v1/transactions?search_term=${'a'.repeat(8 * 1024)}`), 'uri_too_long')
  const { paths } = (await get('/openapi.json')).body
  for (const path of ['/api/v1/transactions', '/api/v1/payments/{transaction_id}'])
    assert.ok(paths[path].get.responses['414'], `${path} says so`)
})

const pages: [query: string, field: string][] = [
  ['page=0', 'page out_of_range'],
  ['page=-1', 'page out_of_range'],
  ['page=2147483648', 'page out_of_range'],
  ['page=99999999999999999999', 'page out_of_range'],
  ['page=1.5', 'page invalid_type'],
  ['page=one', 'page invalid_type'],
  ['page=', 'page invalid_type'],
  ['page=1&page=0', 'page out_of_range'],
  ['page_size=0', 'page_size out_of_range'],
  ['page_size=101', 'page_size out_of_range'],
  ['page_size=-1', 'page_size out_of_range'],
  ['page_size=1000000000', 'page_size out_of_range'],
  ['page_size=NaN', 'page_size invalid_type'],
]
test('every list refuses invalid pages', async () => {
  assert.ok(lists.length >= 8, `${lists.length} lists`)
  for (const { surface, path } of lists)
    for (const [query, field] of pages) {
      const target = path.replace(/\{\w+\}/g, SOME_ID)
      assertProblem(await get(`${target}?${query}`, surface as Surface), 'bad_request', /page/, field)
    }
})
test('of one word sent twice the last one counts', async () => {
  const last = await get('/api/v1/recurring?period=monthly&period=weekly')
  assert.equal(last.status, 200, last.text)
  assert.equal((await get('/api/v1/transactions?sort=nothing&sort=created')).status, 200)
  const bad = await get('/api/v1/transactions?sort=created&sort=nothing')
  assertProblem(bad, 'bad_request', /./, 'sort unknown_value')
})
/** Lists without required input: no id in the path, no value in the query. */
const whole = (): Operation[] =>
  lists.filter(
    ({ path, parameters }) =>
      !path.includes('{') && !parameters.some(({ required, in: place }) => required && place === 'query'),
  )

test('every list takes the last of two values, refuses unknown names, and goes beyond the last page', async () => {
  for (const { surface, path } of whole()) {
    for (const name of ['page[]', 'sorted', '__proto__'])
      assertProblem(await get(`${path}?${name}=0`, surface as Surface), 'bad_request', /unknown query name/)
    const answer = await get(`${path}?page=0&page=2147483647`, surface as Surface)
    assert.equal(answer.status, 200, `${path} ${answer.text}`)
    const page = answer.body.data ?? answer.body
    assert.deepEqual(page.items, [])
    assert.equal(page.page, 2_147_483_647)
  }
})
test('every text search takes patterns, quotes and direction marks as they are', async () => {
  const terms = [
    '%',
    '_',
    '\\',
    "' or 1=1 --",
    '"',
    '$1',
    ':x',
    '[a-z]+',
    '(',
    '*',
    '\u202e',
    'İ',
    '😀',
    'a'.repeat(100),
  ]
  for (const { surface, path, parameters } of whole())
    if (parameters.some(({ name }) => name === 'search_term'))
      for (const term of terms) {
        const answer = await get(`${path}?search_term=${encodeURIComponent(term)}`, surface as Surface)
        assert.equal(answer.status, 200, `${path} ${term} ${answer.text}`)
      }
})

const queries: [path: string, code: ProblemCode, field: string][] = [
  ['/api/v1/transactions?start_date=2026-05-11', 'bad_request', 'start_date invalid_format'],
  ['/api/v1/transactions?start_date=2026-05-11T10:00:00', 'bad_request', 'start_date invalid_format'],
  ['/api/v1/transactions?start_date=2026-02-30T10:00:00Z', 'bad_request', 'start_date invalid_format'],
  ['/api/v1/transactions?end_date=now', 'bad_request', 'end_date invalid_format'],
  ['/api/v1/transactions?status=paid', 'bad_request', 'status unknown_value'],
  ['/api/v1/transactions?merchant_id=M-1', 'bad_request', 'merchant_id invalid_format'],
  [
    '/api/v1/transactions?start_date=2026-05-12T00:00:00Z&end_date=2026-05-11T00:00:00Z',
    'validation_failed',
    'start_date out_of_range',
  ],
  ['/api/v1/transactions?search_term=%00', 'bad_request', 'search_term invalid_format'],
  ['/api/v1/transactions?search_term=%C0%AF', 'bad_request', 'search_term invalid_format'],
  ['/api/v1/transactions?search_term=%', 'bad_request', 'search_term invalid_format'],
  [`/api/v1/transactions?search_term=${'a'.repeat(201)}`, 'bad_request', 'search_term too_long'],
  ['/api/v1/test-cards?include_inactive=yes', 'bad_request', 'include_inactive invalid_type'],
  ['/api/v1/lookups/bins/abc', 'bad_request', 'bin invalid_format'],
]
for (const [path, code, field] of queries)
  test(`${path.slice(0, 80)}: ${field}`, async () => {
    assertProblem(await get(path), code, /./, field)
  })

const ids = [
  'x',
  '0',
  '-1',
  'null',
  'undefined',
  '*',
  '%00',
  '%F0%9F%98%80',
  "'",
  SOME_ID.slice(1),
  `${SOME_ID}0`,
  `{${SOME_ID}}`,
  SOME_ID.replaceAll('-', ''),
  'a'.repeat(200),
]
test('a malformed id is not found', async () => {
  for (const id of ids) {
    assertProblem(await get(`/api/v1/payments/${id}`), 'payment_not_found')
    assertProblem(await get(`/api/v1/transactions/${id}`), 'resource_not_found')
  }
})
test('a path that is not UTF-8 or not percent-encoded: 400 or 404, nothing else', async () => {
  for (const id of ['%FF', '%C0%AF', '%', '%zz', '%u0041']) {
    const { status, text } = await get(`/api/v1/payments/${id}`)
    assert.ok(status === 400 || status === 404, `${id}: ${status} ${text}`)
  }
})

test('nothing of all this was written', async () => assert.deepEqual(await rowCounts(vezne.ownerUrl), rows))
