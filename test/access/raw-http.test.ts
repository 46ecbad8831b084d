/** Requests no ordinary client would send: framing that proxies and servers read differently, headers sent twice. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { broken, get, HIDDEN, post } from '../support/broken-requests.ts'
import { rawProblem, sendRaw } from '../support/raw-http.ts'
import { paymentText } from '../support/refused-payments.ts'
import { rowCounts } from '../support/row-counts.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let token: string
let rows: Record<string, number>
before(async () => {
  token = await vezne.token('admin', 'tenant-load')
  rows = await rowCounts(vezne.ownerUrl)
})

for (const [name, bytes] of broken)
  test(`${name}: 400 and closed`, async () => {
    const answer = await sendRaw(vezne.urls.cards, Buffer.from(bytes, 'latin1'))
    assert.deepEqual(answer.statuses, [400], answer.text.slice(0, 400))
    assert.ok(answer.isClosed, 'the connection stays open')
    const problem = rawProblem(answer)
    assert.equal(problem.code, 'bad_request')
    assert.ok(answer.text.toLowerCase().includes(`x-correlation-id: ${problem.correlation_id}`))
    await until('the log has it', () =>
      readFileSync(join(vezne.dataDir, 'vezne.log'), 'utf8').includes(`${problem.correlation_id}`),
    )
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

test('a chunk longer than declared: one response, then closed', async () => {
  const body = `2\r\nabcde\r\n0\r\n\r\n${HIDDEN}`
  const stranger = await sendRaw(vezne.urls.cards, post('Transfer-Encoding: chunked\r\n', body))
  assert.deepEqual([stranger.statuses, stranger.isClosed], [[401], true])
  const head = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n`
  const known = await sendRaw(vezne.urls.cards, post(head, body))
  assert.ok(known.statuses.every((status) => status === 400) && known.statuses.length < 2, known.text)
  assert.ok(known.isClosed)
})

test('two requests in one packet are two responses, in order', async () => {
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

test('a body shorter than declared is never accepted', async () => {
  const head = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n`
  const answer = await sendRaw(vezne.urls.cards, post(head, paymentText()), undefined, undefined, 1_000)
  assert.deepEqual(answer.statuses, [])
})

test('nothing of all this was written', async () => assert.deepEqual(await rowCounts(vezne.ownerUrl), rows))
