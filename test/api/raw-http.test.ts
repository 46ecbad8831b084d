/** Requests no ordinary client would write: framing that proxies and servers read differently, headers sent twice. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { rawProblem, sendRaw } from '../support/raw-http.ts'
import { paymentText } from '../support/refused-payments.ts'
import { rowCounts } from '../support/row-counts.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

let vezne: Vezne
let token: string
let rows: Record<string, number>
before(async () => {
  vezne = await startVezne()
  token = await vezne.token('admin', 'tenant-load')
  rows = await rowCounts(vezne.ownerUrl)
})
after(() => vezne.stop())

/** A second request hidden behind the first one: its answer must never come. */
const HIDDEN = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'
const post = (headers: string, body: string): string =>
  `POST /api/v1/payments HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`
const get = (target: string, headers = 'Host: x\r\n'): string => `GET ${target} HTTP/1.1\r\n${headers}\r\n`

const broken: [name: string, bytes: string][] = [
  ['length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['chunks and length', post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['two lengths', post('Content-Length: 5\r\nContent-Length: 0\r\n', `abcde${HIDDEN}`)],
  ['two equal lengths', post('Content-Length: 5\r\nContent-Length: 5\r\n', `abcde${HIDDEN}`)],
  ['a list of lengths', post('Content-Length: 5, 5\r\n', `abcde${HIDDEN}`)],
  ['length +5', post('Content-Length: +5\r\n', `abcde${HIDDEN}`)],
  ['length -1', post('Content-Length: -1\r\n', HIDDEN)],
  ['length 0x5', post('Content-Length: 0x5\r\n', `abcde${HIDDEN}`)],
  ['length beyond 2^64', post('Content-Length: 99999999999999999999\r\n', HIDDEN)],
  ['xchunked', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['chunked, identity', post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['chunked twice', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['identity', post('Transfer-Encoding: identity\r\nContent-Length: 5\r\n', `abcde${HIDDEN}`)],
  ['blank before the colon', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['folded header', post('Transfer-Encoding:\r\n chunked\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['bare line feed in a header', post('X-A: b\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['bare carriage return in a header', post('X-A: b\rTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['NUL in a header', post('X-A: b\u0000c\r\nContent-Length: 0\r\n', HIDDEN)],
  ['header without a name', post(': b\r\nContent-Length: 0\r\n', HIDDEN)],
  ['header name with a blank', post('X A: b\r\nContent-Length: 0\r\n', HIDDEN)],
  ['chunk size that is no number', post('Transfer-Encoding: chunked\r\n', `zz\r\n${HIDDEN}`)],
  ['line feed alone after a chunk size', post('Transfer-Encoding: chunked\r\n', `5\nabcde\r\n0\r\n\r\n${HIDDEN}`)],
  [
    'carriage return inside a chunk size',
    post('Transfer-Encoding: chunked\r\n', `5\r;a\r\nabcde\r\n0\r\n\r\n${HIDDEN}`),
  ],
  ['no Host', `GET /health/live HTTP/1.1\r\n\r\n`],
  ['a method of its own', 'STEAL /health/live HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['HTTP/9.9', 'GET /health/live HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['TLS on the plain port', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001'],
  ['a target with a blank', 'GET /health/live x HTTP/1.1\r\nHost: x\r\n\r\n'],
]
for (const [name, bytes] of broken)
  test(`${name}: 400 and closed`, async () => {
    const answer = await sendRaw(vezne.urls.cards, Buffer.from(bytes, 'latin1'))
    assert.deepEqual(answer.statuses, [400], answer.text.slice(0, 400))
    assert.ok(answer.isClosed, 'the connection stays open')
    const problem = rawProblem(answer)
    assert.equal(problem.code, 'bad_request')
    assert.ok(answer.text.toLowerCase().includes(`x-correlation-id: ${problem.correlation_id}`))
  })

test('a header block above 16 KiB: 431 and closed', async () => {
  const answer = await sendRaw(vezne.urls.cards, get('/health/live', `Host: x\r\nX-A: ${'a'.repeat(17 * 1024)}\r\n`))
  assert.deepEqual(answer.statuses, [431])
  assert.equal(rawProblem(answer).code, 'headers_too_large')
  assert.ok(answer.isClosed)
})

const twice: [header: string, first: string, second: string][] = [
  ['Host', 'x', 'y'],
  ['Authorization', 'Bearer a', 'Bearer b'],
  ['Idempotency-Key', 'a', 'a'],
  ['X-Tenant-Id', 'a', 'b'],
  ['X-Merchant-Id', 'a', 'b'],
  ['X-External-Merchant-Id', 'a', 'b'],
  ['Content-Type', 'application/json', 'text/plain'],
]
for (const [header, first, second] of twice)
  test(`${header} twice: 400`, async () => {
    const others = header === 'Host' ? '' : 'Host: x\r\n'
    const bytes = get('/api/v1/transactions', `${others}${header}: ${first}\r\n${header.toLowerCase()}: ${second}\r\n`)
    const answer = await sendRaw(vezne.urls.cards, bytes)
    assert.deepEqual(answer.statuses, [400], answer.text.slice(0, 400))
    assert.match(answer.text, new RegExp(`Header ${header} was sent twice`, 'i'))
  })

const harmless: [name: string, bytes: () => string, status: number][] = [
  [
    'chunk extensions are read over',
    () =>
      post(
        `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n`,
        '2;a=b\r\n{}\r\n0\r\n\r\n',
      ),
    400,
  ],
  ['a target that names its host', () => get('http://x/health/live'), 200],
  [
    'names with an underscore are other names',
    () => get('/api/v1/transactions', `Host: x\r\nAuthorization: Bearer ${token}\r\nX_Merchant_Id: nobody\r\n`),
    200,
  ],
  [
    'a forwarded scheme from a stranger changes nothing',
    () => get('/health/live', 'Host: x\r\nX-Forwarded-Proto: ftp\r\n'),
    200,
  ],
  ['HTTP/1.0', () => 'GET /health/live HTTP/1.0\r\nHost: x\r\n\r\n', 200],
]
for (const [name, bytes, status] of harmless)
  test(name, async () => {
    const answer = await sendRaw(vezne.urls.cards, bytes())
    assert.deepEqual(answer.statuses, [status], answer.text.slice(0, 400))
  })

test('a chunk longer than it says: one answer, then closed', async () => {
  const body = `2\r\nabcde\r\n0\r\n\r\n${HIDDEN}`
  const stranger = await sendRaw(vezne.urls.cards, post('Transfer-Encoding: chunked\r\n', body))
  assert.deepEqual([stranger.statuses, stranger.isClosed], [[401], true])
  const head = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n`
  const known = await sendRaw(vezne.urls.cards, post(head, body))
  assert.ok(known.statuses.every((status) => status === 400) && known.statuses.length < 2, known.text)
  assert.ok(known.isClosed)
})

test('two requests in one packet are two answers, in order', async () => {
  const answer = await sendRaw(vezne.urls.cards, get('/health/live') + get('/nowhere'))
  assert.deepEqual(answer.statuses, [200, 404])
})

test('a chunked body without an end is cut at 1 MiB', async () => {
  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`
  const head = post(
    `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n`,
    '',
  )
  const answer = await sendRaw(vezne.urls.cards, head + chunk.repeat(40))
  assert.equal(answer.statuses[0], 413)
  assert.equal(answer.statuses.length, 1)
})

test('a body shorter than it says is never taken', async () => {
  const head = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n`
  const answer = await sendRaw(vezne.urls.cards, post(head, paymentText()))
  assert.deepEqual(answer.statuses, [])
})

test('nothing of all this was written', async () => assert.deepEqual(await rowCounts(vezne.ownerUrl), rows))
