/** Hosts of banks, listed by the platform, and what a change of an address requires: no card, code or secret goes anywhere else. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { canonicalHost } from '../../src/acquiring/hosts/host-name.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { asPlatform } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const PATH = '/api/v1/connector-configurations'
const MERCHANT = '00000000-0000-4000-8000-000000000020'
const SIMBANK = '00000000-0000-4000-8000-000000000030'

/** A host of an attacker after cards and passwords. */
let strange: Server
let strangeUrl: string
let heard = 0
let bankUrl: string
const vezne = useVezne()
before(async () => {
  strange = createServer((request, response) => {
    heard++
    request.resume()
    response.end('<html/>')
  })
  await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve))
  strangeUrl = `http://127.0.0.1:${(strange.address() as AddressInfo).port}`
  bankUrl = vezne.config.urls.bank
})
after(async () => {
  strange.close()
})

const call = async (method: string, path: string, body?: unknown) =>
  vezne.request('cards', method, path, {
    token: await vezne.token('admin'),
    headers: { 'x-merchant-id': MERCHANT },
    ...(body === undefined ? {} : { body }),
  })
const read = async (id: string): Promise<Json> => (await call('GET', `${PATH}/${id}`)).body
const demo = async (code: string): Promise<Json> =>
  (await call('GET', `${PATH}?search_term=${code}&page_size=1`)).body.items[0]
const make = async (change: object = {}): Promise<Json> => {
  const answer = await call('POST', PATH, { connector_id: SIMBANK, name: 'Eigene', mode: 'test', ...change })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const pay = (id: string, number: string = CARDS.success) =>
  call(
    'POST',
    '/api/v1/payments',
    paymentBody({ card: { number }, extra_properties: { connector_configuration_id: id } }),
  )

test('a tenant’s administrator cannot set a bank address of his own, in any spelling', async () => {
  const port = new URL(strangeUrl).port
  const spellings = [
    `${strangeUrl}/VPServlet`,
    `http://localhost:${port}/`,
    `http://127.0.0.1.:${port}/`,
    `${bankUrl.replace('//', `//127.0.0.1:${port}@`)}/`,
    `${strangeUrl}/#${bankUrl}`,
    `${strangeUrl}\\@${new URL(bankUrl).host}/`,
    `http://127.1:${port}/`,
    'https://sanalposprov.garanti.com.tr.evil.example/VPServlet',
    'https://sanalposprov.garanti.com.tr:8443/VPServlet',
    'https://sanalposprov.gаranti.com.tr/VPServlet', // Cyrillic а
  ]
  const garanti = await demo('GARANTI')
  for (const member of ['api_endpoint_url', 'three_d_secure_endpoint_url'])
    for (const url of spellings) {
      const { status, text } = await call('PUT', `${PATH}/${garanti.id}`, { ...garanti, [member]: url })
      assert.ok(status === 422 || status === 400, `${member} ${url}: ${status} ${text}`)
    }
  const refused = await call('PUT', `${PATH}/${garanti.id}`, {
    ...garanti,
    api_endpoint_url: `${strangeUrl}/VPServlet`,
  })
  assertProblem(
    refused,
    'validation_failed',
    /not among the hosts of garanti_vpos/,
    'api_endpoint_url validation_failed',
  )
  const again = {
    ...garanti,
    password: 'known',
    secret_key: 'known',
    extra_credentials: '{"refund_username":"a","refund_password":"b"}',
  }
  // With every secret of his own, as a new configuration, and after the old one is gone.
  const other = { ...again, id: undefined, api_endpoint_url: strangeUrl, connector_id: garanti.connector_id }
  assertProblem(await call('POST', PATH, other), 'validation_failed', /hosts of garanti_vpos/)
  const spare = await make({ ...again, id: undefined, connector_id: garanti.connector_id })
  assertProblem(
    await call('PUT', `${PATH}/${spare.id}`, { ...again, id: spare.id, three_d_secure_endpoint_url: strangeUrl }),
    'validation_failed',
    /hosts of garanti_vpos/,
  )
  await call('DELETE', `${PATH}/${spare.id}`)
  assertProblem(await call('POST', PATH, other), 'validation_failed', /hosts of garanti_vpos/)
  await pay(garanti.id)
  assert.deepEqual([heard, (await read(garanti.id)).api_endpoint_url], [0, garanti.api_endpoint_url])
})

test('the platform lists hosts, tenants see them, and the audit log records the actor', async () => {
  const { port } = new URL(strangeUrl)
  const path = '/lookups/connector-hosts'
  const body = { connector_type: 'custom', host: '127.0.0.1', port: Number(port), note: 'Prüfstand' }
  const token = await vezne.token('admin')
  for (const surface of ['identity', 'cards'] as const) {
    const { status } = await vezne.request(surface, 'POST', `/api/v1${path}`, { token, body })
    assert.ok(status === 403 || status === 405, `${surface} ${status}`)
  }
  for (const host of [
    'https://x.example',
    'x.example/y',
    'x.example:1',
    'a@x.example',
    '*.x.example',
    'x example',
    '..',
    '\\x',
  ])
    assertProblem(await asPlatform(vezne, 'POST', path, { ...body, host }), 'bad_request', /./, 'host invalid_format')
  const made = await asPlatform(vezne, 'POST', path, body)
  assert.equal(made.status, 201, made.text)
  assertProblem(await asPlatform(vezne, 'POST', path, body), 'conflict')
  const shown = async (type: string): Promise<Json[]> =>
    (await call('GET', `/api/v1${path}?connector_type=${type}`)).body.items
  assert.deepEqual(
    (await shown('custom')).map(({ host, port: of, note }) => `${host} ${of} ${note}`),
    [`127.0.0.1 ${new URL(bankUrl).port} Bank simulator`, `127.0.0.1 ${port} Prüfstand`],
  )
  assert.ok((await shown('garanti_vpos')).some(({ host }) => host === 'sanalposprov.garanti.com.tr'))

  // The list of one type is not the list of another, and a connector with configurations keeps its type.
  const garanti = await demo('GARANTI')
  const moved = { ...garanti, api_endpoint_url: strangeUrl }
  assertProblem(await call('PUT', `${PATH}/${garanti.id}`, moved), 'validation_failed', /hosts of garanti_vpos/)
  const retyped = { name: 'Simulated Bank', type: 'garanti_vpos' }
  assertProblem(await call('PUT', `/api/v1/connectors/${SIMBANK}`, retyped), 'conflict')
  const { id } = await make({ name: 'Listed', api_endpoint_url: `${strangeUrl}/x`, is_active: false })
  assert.equal((await asPlatform(vezne, 'DELETE', `${path}/${made.body.id}`)).status, 204)
  assertProblem(await asPlatform(vezne, 'DELETE', `${path}/${made.body.id}`), 'resource_not_found')
  assertProblem(await call('POST', `${PATH}/${id}/activate`), 'validation_failed', /hosts of custom/)
  const put = { name: 'Listed', mode: 'test', api_endpoint_url: `${strangeUrl}/x` }
  assert.equal((await call('PUT', `${PATH}/${id}`, put)).status, 200)
  assertProblem(await call('PUT', `${PATH}/${id}`, { ...put, is_active: true }), 'validation_failed', /hosts of custom/)
  const { items } = (await asPlatform(vezne, 'GET', '/platform/audit-log?page_size=50')).body
  const entries = items.filter((each: Json) => JSON.stringify(each).includes(made.body.id))
  assert.equal(entries.length, 2, JSON.stringify(items[0]))
})

test('hosts have one canonical form', () => {
  const table: [string, string | null][] = [
    ['Sanalpos.ISBANK.com.tr', 'sanalpos.isbank.com.tr'],
    ['sanalpos.isbank.com.tr.', 'sanalpos.isbank.com.tr'],
    ['bänk.example', 'xn--bnk-qla.example'],
    ['ｂａｎｋ.example', 'bank.example'],
    ['[::1]', '::1'],
    ['10.0.0.1', '10.0.0.1'],
    ['bank.example..', null],
    ['bank%2eexample', null],
    ['', null],
  ]
  for (const [text, host] of table) assert.equal(canonicalHost(text), host, text)
})

test('a change of an address requires every secret again, in full', async () => {
  const secrets = {
    password: 'a long password',
    secret_key: 'store key',
    extra_credentials: '{"a":"b"}',
    api_key: 'key',
  }
  const { id } = await make({ ...secrets, api_endpoint_url: `${bankUrl}/a` })
  const put = (change: object) => call('PUT', `${PATH}/${id}`, { name: 'Eigene', mode: 'test', ...change })
  const address = { api_endpoint_url: `${bankUrl}/b` }
  assert.equal((await put({ api_endpoint_url: `${bankUrl}/a`, name: 'Neu' })).status, 200)
  for (const change of [
    address,
    {},
    { three_d_secure_endpoint_url: `${bankUrl}/3d`, api_endpoint_url: `${bankUrl}/a` },
  ])
    assert.deepEqual(
      assertProblem(await put(change), 'validation_failed', /every secret/).errors.map(({ field }: Json) => field),
      ['api_key', 'secret_key', 'password', 'extra_credentials'],
    )
  const { password, extra_credentials } = await read(id)
  const masked = { ...address, ...secrets, password, extra_credentials }
  assert.deepEqual(
    assertProblem(await put(masked), 'validation_failed').errors.map(({ field }: Json) => field),
    ['password', 'extra_credentials'],
  )
  assert.equal((await read(id)).api_endpoint_url, `${bankUrl}/a`)
  const whole = await put({ ...address, ...secrets, api_key: '' })
  assert.deepEqual(
    [whole.status, whole.body.api_endpoint_url, whole.body.api_key],
    [200, `${bankUrl}/b`, null],
    whole.text,
  )
})

test('neither address nor account changes while inquiries at the bank are open', async () => {
  const { id } = await make({ username: 'shop', api_endpoint_url: `${bankUrl}/a` })
  const body = { name: 'Eigene', mode: 'test', username: 'shop', api_endpoint_url: `${bankUrl}/a` }
  const put = (change: object) => call('PUT', `${PATH}/${id}`, { ...body, ...change })
  const open = await pay(id, CARDS.timeout)
  assert.equal(open.status, 202, open.text)
  for (const change of [
    { api_endpoint_url: `${bankUrl}/b` },
    { three_d_secure_endpoint_url: `${bankUrl}/b` },
    { username: 'other' },
    { terminal_id: 'T-2' },
    { store_id: 'S-2' },
    { mode: 'production' },
  ])
    assertProblem(await put(change), change.mode ? 'validation_failed' : 'conflict')
  assert.equal((await put({ name: 'Neu', priority: 300, password: 'rotated' })).status, 200)
  await vezne.moveClock(200_000)
  await until('the bank has been asked', async () => {
    const { body: payment } = await call('GET', `/api/v1/payments/${open.body.transaction_id}`)
    return payment.status === 'failed'
  })
  const moved = await put({ api_endpoint_url: `${bankUrl}/b`, username: 'other', password: 'rotated' })
  assert.equal(moved.status, 200, moved.text)
})
