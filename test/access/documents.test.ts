/** What every surface publishes without a token: a valid OpenAPI document that covers all it serves, and a page that needs nothing else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { request } from 'undici'
import { ERROR_CODES } from '../../src/core/error-codes.ts'
import { type Operation, operationsOf } from '../resilience/fuzz/operations.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

const SURFACES = ['cards', 'transfers', 'fraud', 'identity'] as const
const documentOf = async (surface: (typeof SURFACES)[number]) => {
  const answer = await vezne.request(surface, 'GET', '/openapi.json')
  assert.equal(answer.status, 200)
  return answer.body
}

for (const surface of SURFACES)
  test(`${surface}: the document is valid OpenAPI 3.1 and names its own address`, async () => {
    const document = await documentOf(surface)
    const result = await new Validator().validate(structuredClone(document))
    assert.equal(result.valid, true, JSON.stringify(result.errors)?.slice(0, 500))
    assert.deepEqual(document.servers, [{ url: vezne.urls[surface] }])
  })

test('the webhooks section may be left out, for generators that stumble over it; the types of events stay', async () => {
  const whole = await documentOf('cards')
  const { webhooks, ...rest } = whole
  assert.deepEqual(Object.keys(webhooks).slice(0, 2), ['payment.completed', 'payment.failed'])
  const { body } = await vezne.request('cards', 'GET', '/openapi.json?webhooks=false')
  assert.deepEqual(body, rest)
  assert.ok(body.components.schemas.PaymentCompletedEvent)
})

const faultsOf = ({ id, method, answers, parameters, body }: Operation): string[] => {
  const fault = (isWrong: boolean, words: string): string[] => (isWrong ? [`${id}: ${words}`] : [])
  const success = Object.entries(answers).filter(([status]) => Number(status) < 400)
  const codes = Object.entries(answers).flatMap(([status, answer]) => answer.codes.map((code) => ({ code, status })))
  return [
    ...fault(success.length === 0, 'no successful answer'),
    ...success.flatMap(([status, { content }]) =>
      fault(Object.keys(content).length === 0 && status !== '204' && status !== '303', `${status} without a schema`),
    ),
    ...codes.flatMap(({ code, status }) =>
      fault(ERROR_CODES[code as keyof typeof ERROR_CODES]?.status !== Number(status), `${code} under ${status}`),
    ),
    ...fault(body !== undefined && !codes.some(({ code }) => code === 'invalid_json'), 'a body without invalid_json'),
    ...fault(method === 'GET' && body !== undefined, 'a GET with a body'),
    ...parameters.flatMap(({ name, schema }) => fault(Object.keys(schema).length === 0, `${name} without a schema`)),
    ...Object.entries(answers).flatMap(([status, { headers }]) =>
      fault(!headers.includes('x-correlation-id'), `${status} without X-Correlation-Id`),
    ),
  ]
}
test('every operation has responses with schemas, codes under their own status, and its headers', async () => {
  const operations = (
    await Promise.all(SURFACES.map(async (each) => operationsOf(each, await documentOf(each))))
  ).flat()
  assert.ok(operations.length > 60)
  assert.deepEqual(operations.flatMap(faultsOf), [])
})

test('the reference page loads its script and the document only from its own address', async () => {
  const page = await vezne.request('cards', 'GET', '/reference')
  assert.equal(page.status, 200)
  assert.match(page.headers['content-type'] ?? '', /^text\/html/)
  assert.deepEqual(page.text.match(/(?:src|href)="[^"]*"/g), [
    'href="/openapi.json"',
    'src="/reference/scalar.js"',
    'src="/reference/start.js"',
  ])
  const policy = page.headers['content-security-policy'] ?? ''
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'unsafe-inline'/)
  assert.deepEqual(policy.match(/https?:\/\/[^ ;]+/g), [vezne.urls.cards])
  const start = await vezne.request('cards', 'GET', '/reference/start.js')
  assert.match(start.text, /createApiReference/)
  assert.match(start.text, /withDefaultFonts: false/)
})

test('the script is compressed where the client accepts it, and plain otherwise', async () => {
  const url = `${vezne.urls.identity}/reference/scalar.js`
  const packed = await request(url, { headers: { 'accept-encoding': 'gzip' } })
  assert.equal(packed.headers['content-encoding'], 'gzip')
  const script = gunzipSync(Buffer.from(await packed.body.arrayBuffer())).toString()
  assert.match(script, /createApiReference/)
  const plain = await request(url)
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(await plain.body.text(), script)
})
